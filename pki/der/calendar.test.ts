import { expect, test } from 'vitest'
import { DerError, parse, timeOf } from './read.ts'
import { element, generalizedTime, time } from './write.ts'

/** What a Date says of itself, in the digits of a GeneralizedTime. */
const digitsOf = (at: Date) => at.toISOString().replace(/[-T:]|\.\d+/g, '')
const textOf = (der: Uint8Array) => Buffer.from(der.subarray(2)).toString('latin1')

const moments = [
  '1950-01-01T00:00:00Z',
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '1999-12-31T23:59:59.999Z',
  '2000-02-29T12:00:00Z',
  '2026-11-21T09:08:07Z',
  '2028-02-29T23:59:59Z',
  '2038-01-19T03:14:08Z',
  '2049-12-31T23:59:59.999Z',
  '2050-01-01T00:00:00Z',
  '2100-02-28T23:59:59Z',
  '2100-03-01T00:00:00Z',
  '2400-02-29T00:00:00Z',
  '9999-12-31T23:59:59Z',
].map((text) => new Date(text))

test('every day of 450 years, and the moments at the edges, are written as a Date writes them and read back', () => {
  const dayMs = 86_400_000
  for (let ms = Date.UTC(1950, 0, 1); ms < Date.UTC(2400, 0, 1); ms += dayMs) moments.push(new Date(ms), new Date(ms + dayMs - 1))
  const isRight = (at: Date) => {
    const written = time(at)
    const isLate = at.getUTCFullYear() >= 2050
    return (
      written[0] === (isLate ? 0x18 : 0x17) &&
      textOf(written) === (isLate ? digitsOf(at) : digitsOf(at).slice(2)) &&
      textOf(generalizedTime(at)) === digitsOf(at) &&
      timeOf(parse(generalizedTime(at))).getTime() === Math.floor(at.getTime() / 1000) * 1000
    )
  }
  expect(moments.filter((at) => !isRight(at))).toEqual([])
})

test.each([new Date(NaN), new Date('1949-12-31T23:59:59Z'), new Date('+010000-01-01T00:00:00Z')])('%s is not written', (at) => {
  expect(() => time(at)).toThrow(RangeError)
  expect(() => generalizedTime(at)).toThrow(RangeError)
})

test.each([
  '20270229000000Z',
  '21000229000000Z',
  '20260431000000Z',
  '20260001000000Z',
  '20261301000000Z',
  '20260100000000Z',
  '20260132000000Z',
  '20260101240000Z',
  '20260101006000Z',
  '20260101000060Z',
  '00500101000000Z',
  '2026010100000Z',
  '20260101000000',
  '20260101000000.Z',
  '20260101000000.10Z',
])('%s is no time', (text) => {
  expect(() => timeOf(parse(element(0x18, Buffer.from(text))))).toThrow(DerError)
})

test('a fraction is read to the millisecond', () => {
  const read = (text: string) => timeOf(parse(element(0x18, Buffer.from(text)))).getTime() % 1000
  expect([read('20260101000000.1Z'), read('20260101000000.012Z'), read('20260101000000.9999Z')]).toEqual([100, 12, 999])
})
