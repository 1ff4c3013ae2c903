import { expect, test } from 'vitest'
import { canonicalJson, type Json } from './canonicalJson.ts'

test('the example of RFC 8785 §3.2.2 and §3.2.3', () => {
  const value = JSON.parse(
    String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
  )
  expect(canonicalJson(value)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  )
})

test('names stand in the order of their UTF-16 units (RFC 8785 §3.2.3)', () => {
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
  const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
  expect(Object.keys(JSON.parse(canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))))).toEqual([
    '1',
    ...sorted.filter((name) => name !== '1'),
  ])
  expect(canonicalJson({ '\ufb33': 0, '\ud83d\ude00': 0 })).toBe('{"\ud83d\ude00":0,"\ufb33":0}')
})

test.each([Number.NaN, Infinity, '\ud800', { a: ['\udc00'] }, { '\ud800': 1 }])(
  'what two readers could take differently is refused: %j',
  (value) => {
    expect(() => canonicalJson(value as Json)).toThrow(TypeError)
  },
)
