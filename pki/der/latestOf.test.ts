import { expect, test } from 'vitest'
import { LatestOf } from './latestOf.ts'

/** Counts how often a meaning was made. */
function counted(places: number, mostOctets: number) {
  const made: string[] = []
  const latest = new LatestOf(places, mostOctets, (octets) => {
    const text = Buffer.from(octets).toString('latin1')
    made.push(text)
    if (text === 'bad') throw new Error('nothing that is known')
    return text
  })
  return { made, of: (text: string) => latest.of(Buffer.from(text)), latest }
}

test('what comes again is made once', () => {
  const { made, of, latest } = counted(16, 8)
  expect([of('one'), of('one'), latest.of(Buffer.from('(one)'), 1, 4)]).toEqual(['one', 'one', 'one'])
  expect(made).toEqual(['one'])
})

test('two of one hash are never taken for each other', () => {
  const { of } = counted(16, 8)
  for (let i = 0; i < 3; i++) expect([of('Aa'), of('BB')]).toEqual(['Aa', 'BB']) // 31 × 65 + 97 = 31 × 66 + 66
  for (let i = 0; i < 1000; i++) expect(of(`n${i}`)).toBe(`n${i}`)
})

test('what it was made of may be written over', () => {
  const { latest } = counted(16, 8)
  const bytes = Buffer.from('Aa') // a Buffer, whose own slice would be a view
  expect(latest.of(bytes)).toBe('Aa')
  bytes.write('BB')
  expect([latest.of(bytes), latest.of(Buffer.from('Aa'))]).toEqual(['BB', 'Aa'])
})

test('what is longer is made each time, and what cannot be made is not kept', () => {
  const { made, of } = counted(16, 4)
  expect([of('longer'), of('longer')]).toEqual(['longer', 'longer'])
  for (let i = 0; i < 2; i++) expect(() => of('bad')).toThrow('nothing that is known')
  expect(made).toEqual(['longer', 'longer', 'bad', 'bad'])
})
