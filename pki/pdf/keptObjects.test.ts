import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openPdf } from './document.ts'
import { KeptObjects } from './keptObjects.ts'
import { memory } from './source.ts'
import type { Source } from './source.ts'
import { isStream } from './values.ts'

const bytes = readFileSync(new URL('../../test/fixtures/pdf/libreoffice.pdf', import.meta.url))
/** A file that is never held whole. */
const windows: Source = {
  size: bytes.length,
  window(start, length) {
    const end = Math.min(bytes.length, Math.max(start + 1, start + Math.min(length, bytes.length - 1)))
    return { bytes: bytes.subarray(start, end), base: start, last: end === bytes.length }
  },
}

test('an object that stands by itself is parsed once', () => {
  const pdf = openPdf(memory(bytes))
  const alone = [...pdf.objects()].filter(({ value }) => !isStream(value))
  expect(alone.length).toBeGreaterThan(5)
  for (const object of alone) expect(pdf.object({ kind: 'ref', number: object.number, generation: object.generation })).toBe(object)
})

test('an object of an object stream is parsed once', () => {
  const packed = readFileSync(new URL('../../test/fixtures/pdf/qpdf-object-streams.pdf', import.meta.url))
  const pdf = openPdf(memory(packed))
  const inStreams = [...pdf.objects()].filter(({ packedIn }) => packedIn !== undefined)
  expect(inStreams.length).toBeGreaterThan(5)
  for (const object of inStreams) expect(pdf.object({ kind: 'ref', number: object.number, generation: 0 })).toBe(object)
})

test('what is asked for stays, what is not is forgotten, and of what is larger than all of that the last stays', () => {
  const kept = new KeptObjects()
  const object = (number: number) => ({ number, generation: 0, value: null, place: undefined, packedIn: undefined })
  const asked = object(1)
  kept.keep(asked, 1, 100)
  for (let number = 2; number < 100; number++) {
    expect(kept.find(1, 0, 1)).toBe(asked)
    kept.keep(object(number), number, 100_000)
  }
  expect(kept.find(2, 0, 2)).toBeUndefined()
  expect(kept.find(99, 0, 99)).toBeDefined()
  kept.keep(object(100), 100, 2 ** 20)
  kept.keep(object(101), 101, 2 ** 20)
  expect([100, 101].map((number) => kept.find(number, 0, number)?.number)).toEqual([100, 101])
  kept.keep(object(102), 102, 2 ** 24)
  expect([100, 101, 102].map((number) => kept.find(number, 0, number)?.number)).toEqual([undefined, undefined, 102])
  expect(kept.find(1, 0, 1)).toBe(asked)
})

test('of a file that is read through windows nothing is kept that is small beside them, and all is read alike', () => {
  const [whole, pieces] = [openPdf(memory(bytes)), openPdf(windows)]
  const ref = pieces.rootRef
  expect(pieces.object(ref)).not.toBe(pieces.object(ref))
  expect([...pieces.objects()].map(({ number, place }) => [number, place])).toEqual(
    [...whole.objects()].map(({ number, place }) => [number, place]),
  )
})

test('another number at the same place, or a length that stands elsewhere, is not answered with what was kept', () => {
  const object = (number: number, body: string) => `${number} 0 obj\n${body}\nendobj\n`
  const first = ['%PDF-1.7\n', object(1, '<</Type/Catalog/Pages 2 0 R>>'), object(2, '<</Type/Pages/Kids[]/Count 0>>')]
  const stream = object(3, '<</Length 4 0 R>>\nstream\nabcdef\nendstream')
  const parts = [...first, stream, object(4, '6')]
  const offsets = parts.map((_, i) => parts.slice(0, i).join('').length)
  const row = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n\r\n`
  const body = parts.join('')
  const table = `xref\n0 5\n0000000000 65535 f\r\n${offsets.slice(1).map(row).join('')}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`
  const earlier = body + table
  const update = `xref\n5 1\n${row(offsets[1]!)}trailer\n<</Size 6/Root 1 0 R/Prev ${body.length}>>\nstartxref\n${earlier.length}\n%%EOF\n`
  const pdf = openPdf(memory(Buffer.from(earlier + update)))
  expect(pdf.object({ kind: 'ref', number: 1, generation: 0 })!.number).toBe(1)
  expect(() => pdf.object({ kind: 'ref', number: 5, generation: 0 })).toThrow('object 5 is not where the cross-reference says')
  const length = { kind: 'ref', number: 3, generation: 0 } as const
  expect(pdf.object(length)).not.toBe(pdf.object(length))
})
