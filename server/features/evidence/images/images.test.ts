import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cleanJpeg } from './jpeg.ts'
import { photograph, pixels, pngChunk, pngHeader, pngOf, scan } from './pictures.fixture.ts'
import { cleanPng } from './png.ts'

const codeOf = async (read: () => unknown) => {
  try {
    await read()
    return 'taken'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a PNG', () => {
  test('keeps its pixels and loses everything else', async () => {
    const { bytes, width, height } = await cleanPng(scan)
    expect([width, height]).toEqual([4, 3])
    expect(Buffer.from(bytes)).toEqual(pngOf(pngHeader(4, 3), pngChunk('IDAT', pixels(3, 12)), pngChunk('IEND')))
  })

  test('of a palette is given all the colours that a pixel could name, and its transparency', async () => {
    const clear = pngChunk('tRNS', Buffer.from([0]))
    const { bytes } = await cleanPng(
      pngOf(
        pngHeader(4, 1, { depth: 4, colour: 3 }),
        pngChunk('PLTE', Buffer.alloc(6, 9)),
        clear,
        pngChunk('IDAT', pixels(1, 2)),
        pngChunk('IEND'),
      ),
    )
    expect(Buffer.from(bytes).includes(pngChunk('PLTE', Buffer.concat([Buffer.alloc(6, 9), Buffer.alloc(42)])))).toBe(true)
    expect(Buffer.from(bytes).includes(clear)).toBe(true)
  })

  test('in seven passes has as many rows as they need', async () => {
    const header = pngHeader(5, 5, { depth: 1, colour: 0, interlace: 1 })
    const rows = Buffer.alloc(2 * (1 + 1 + 1 + 2 + 1 + 3 + 2)) // Adam7 of 5 × 5: 1, 1, 1, 2, 1, 3 and 2 rows, each a filter and one byte
    const of = (bytes: Buffer) => codeOf(() => cleanPng(pngOf(header, pngChunk('IDAT', deflateSync(bytes)), pngChunk('IEND'))))
    expect([await of(rows), await of(rows.subarray(1)), await of(Buffer.concat([rows, Buffer.from([0])]))]).toEqual([
      'taken',
      'BROKEN',
      'BROKEN',
    ])
  })

  const header = pngHeader(4, 3)
  const data = pngChunk('IDAT', pixels(3, 12))
  const end = pngChunk('IEND')
  const wrongSum = Buffer.from(data)
  wrongSum[wrongSum.length - 1]! ^= 1
  test.each<[string, Buffer, string]>([
    ['without an end', pngOf(header, data), 'BROKEN'],
    ['cut off', scan.subarray(0, 60), 'BROKEN'],
    ['with a wrong checksum', pngOf(header, wrongSum, end), 'BROKEN'],
    ['with two headers', pngOf(header, pngHeader(3, 4), data, end), 'BROKEN'],
    ['without a header', pngOf(data, end), 'BROKEN'],
    ['with something before its header', pngOf(pngChunk('tEXt'), header, data, end), 'BROKEN'],
    ['without a picture', pngOf(header, end), 'BROKEN'],
    ['whose picture is in two places', pngOf(header, data, pngChunk('tEXt'), data, end), 'BROKEN'],
    ['with an unknown chunk that is needed', pngOf(header, pngChunk('ABCD'), data, end), 'BROKEN'],
    ['with a depth that its colours do not have', pngOf(pngHeader(4, 3, { depth: 4 }), data, end), 'BROKEN'],
    ['with fewer rows than announced', pngOf(header, pngChunk('IDAT', pixels(2, 12)), end), 'BROKEN'],
    ['with more rows than announced', pngOf(header, pngChunk('IDAT', pixels(4, 12)), end), 'BROKEN'],
    ['with a filter that there is not', pngOf(header, pngChunk('IDAT', deflateSync(Buffer.alloc(39, 5))), end), 'BROKEN'],
    [
      'with something behind its packed picture',
      pngOf(header, pngChunk('IDAT', Buffer.concat([pixels(3, 12), Buffer.from('more')])), end),
      'BROKEN',
    ],
    ['that is not packed at all', pngOf(header, pngChunk('IDAT', Buffer.alloc(39)), end), 'BROKEN'],
    ['of a palette without one', pngOf(pngHeader(4, 3, { colour: 3 }), pngChunk('IDAT', pixels(3, 4)), end), 'BROKEN'],
    ['that moves', pngOf(header, pngChunk('acTL', Buffer.alloc(8)), data, end), 'ANIMATED'],
    ['that is too wide', pngOf(pngHeader(12_001, 1), data, end), 'TOO_MANY_PIXELS'],
    ['with too many pixels', pngOf(pngHeader(12_000, 12_000), data, end), 'TOO_MANY_PIXELS'],
    ['whose pixels take too much memory', pngOf(pngHeader(6_000, 6_000, { depth: 16, colour: 6 }), data, end), 'TOO_MANY_PIXELS'],
    ['that unpacks without end', pngOf(header, pngChunk('IDAT', deflateSync(Buffer.alloc(50_000_000))), end), 'BROKEN'],
  ])('%s is refused', async (_, file, code) => {
    expect(await codeOf(() => cleanPng(file))).toBe(code)
  })
})

/** The segments of a JPEG up to its first scan: marker and body. */
function segments(file: Uint8Array): [marker: number, body: Buffer][] {
  const bytes = Buffer.from(file)
  const found: [number, Buffer][] = []
  for (let at = 2; ;) {
    const [marker, length] = [bytes[at + 1]!, bytes.readUInt16BE(at + 2)]
    found.push([marker, bytes.subarray(at + 4, at + 2 + length)])
    if (marker === 0xda) return found
    at += 2 + length
  }
}

describe('a JPEG', () => {
  test('keeps its tables, frame, scans and turn, and loses everything else', () => {
    expect(photograph.includes('secret')).toBe(true)
    const { bytes, width, height } = cleanJpeg(photograph)
    const kept = Buffer.from(bytes)
    expect([width, height]).toEqual([16, 8])
    expect(kept.includes('secret')).toBe(false)
    const [before, after] = [segments(photograph), segments(kept)]
    const picture = ([marker]: [number, Buffer]) => marker < 0xe0
    expect(after.filter(picture)).toEqual(before.filter(picture))
    expect(after.filter((one) => !picture(one)).map(([marker, body]) => [marker, body.length])).toEqual([
      [0xe0, 14],
      [0xe1, 32],
    ])
    const coded = (file: Buffer) => file.subarray(file.indexOf(Buffer.from([0xff, 0xda])))
    expect(coded(kept)).toEqual(coded(photograph))
    expect(Buffer.from(cleanJpeg(kept).bytes)).toEqual(kept)
  })

  test('ends where it ends', () => {
    const { bytes } = cleanJpeg(photograph)
    expect(cleanJpeg(Buffer.concat([photograph, photograph, Buffer.from('<script>')])).bytes).toEqual(bytes)
  })

  const at = (marker: number) => photograph.indexOf(Buffer.from([0xff, marker]))
  const changed = (change: (copy: Buffer) => unknown) => {
    const copy = Buffer.from(photograph)
    change(copy)
    return copy
  }
  const frame = at(0xc2)
  const dht = (file: Buffer) => file.indexOf(Buffer.from([0xff, 0xc4]))
  const scans = photograph.subarray(at(0xda), -2)
  test.each<[string, Buffer, string]>([
    ['without an end', photograph.subarray(0, -2), 'BROKEN'],
    ['cut off in its head', photograph.subarray(0, 100), 'BROKEN'],
    ['without a picture', Buffer.from('ffd8ffd9', 'hex'), 'BROKEN'],
    ['with a table that does not fit', changed((copy) => (copy[dht(copy) + 5] = 255)), 'BROKEN'],
    [
      'with a second frame',
      Buffer.concat([photograph.subarray(0, frame), photograph.subarray(frame, frame + 19), photograph.subarray(frame)]),
      'UNUSUAL',
    ],
    ['coded arithmetically', changed((copy) => (copy[frame + 1] = 0xca)), 'UNUSUAL'],
    ['without loss', changed((copy) => (copy[frame + 1] = 0xc3)), 'UNUSUAL'],
    ['of twelve bits', changed((copy) => (copy[frame + 4] = 12)), 'UNUSUAL'],
    ['whose height comes later', changed((copy) => copy.writeUInt16BE(0, frame + 5)), 'UNUSUAL'],
    ['without a column', changed((copy) => copy.writeUInt16BE(0, frame + 7)), 'BROKEN'],
    ['with too many pixels', changed((copy) => copy.writeUInt32BE(0x2ee02ee0, frame + 5)), 'TOO_MANY_PIXELS'],
    ['too wide', changed((copy) => copy.writeUInt16BE(12_001, frame + 7)), 'TOO_MANY_PIXELS'],
    [
      'with more scans than a reader should walk through',
      Buffer.concat([photograph.subarray(0, -2), ...Array.from({ length: 64 }, () => scans), Buffer.from('ffd9', 'hex')]),
      'UNUSUAL',
    ],
  ])('%s is refused', async (_, file, code) => {
    expect(await codeOf(() => cleanJpeg(file))).toBe(code)
  })

  test('a file cut off anywhere, or with any byte changed, is taken or refused in time, and never trips', async () => {
    for (let i = 2; i < photograph.length; i++) {
      expect(await codeOf(() => cleanJpeg(photograph.subarray(0, i)))).toBe('BROKEN')
      for (const value of [0, 0xff, 0xd8, 0x7f]) {
        const code = await codeOf(() => cleanJpeg(changed((copy) => (copy[i] = value))))
        expect(['taken', 'BROKEN', 'UNUSUAL', 'TOO_MANY_PIXELS']).toContain(code)
      }
    }
    for (let i = 8; i < scan.length - 12; i++) {
      const code = await codeOf(() => cleanPng(Buffer.from(scan.map((byte, at) => (at === i ? byte ^ 0x11 : byte)))))
      expect(['BROKEN']).toContain(code)
    }
  })
})
