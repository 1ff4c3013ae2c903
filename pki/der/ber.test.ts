import { describe, expect, test } from 'vitest'
import { randomBelow } from '#test/random.ts'
import { parseFirstBer } from './ber.ts'
import { DerError, parse } from './read.ts'
import type { Element } from './read.ts'
import { integer, octetString, oid, sequence, setOf } from './write.ts'

const der = sequence(
  oid('1.2.840.113549.1.7.2'),
  setOf(integer(1), integer(70_000)),
  octetString(new Uint8Array(300).fill(7)),
  sequence(),
  sequence(sequence(integer(5))),
)

/** The same with every length that may be written otherwise written so. */
function loosened(element: Element, how: 'indefinite' | 'long'): Uint8Array {
  const isConstructed = (element.tag & 0x20) !== 0
  const inner = isConstructed ? Buffer.concat(element.children.map((child) => loosened(child, how))) : Buffer.from(element.contents)
  if (isConstructed && how === 'indefinite') return Buffer.concat([Uint8Array.of(element.tag, 0x80), inner, Uint8Array.of(0, 0)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(inner.length)
  return Buffer.concat([Uint8Array.of(element.tag, 0x84), length, inner])
}

test.each(['indefinite', 'long'] as const)('lengths in their %s form', (how) => {
  const ber = loosened(parse(der), how)
  const { element, end } = parseFirstBer(Buffer.concat([ber, new Uint8Array(500)]))
  expect(Buffer.from(element.whole)).toEqual(Buffer.from(der))
  expect(end).toBe(ber.length)
})

test('an octet string in pieces is one', () => {
  const pieces = Buffer.concat([
    Uint8Array.of(0x30, 0x80, 0x24, 0x80),
    octetString(Uint8Array.of(1, 2)),
    octetString(Uint8Array.of(3)),
    Buffer.alloc(4),
  ])
  expect(Buffer.from(parseFirstBer(pieces).element.whole)).toEqual(Buffer.from(sequence(octetString(Uint8Array.of(1, 2, 3)))))
})

test('what is DER inside keeps its octets', () => {
  const ber = Buffer.concat([Uint8Array.of(0x30, 0x80), der, Uint8Array.of(0, 0)])
  expect(Buffer.from(parseFirstBer(ber).element.children[0]!.whole)).toEqual(Buffer.from(der))
})

describe('bad octets', () => {
  test.each([
    ['no end of contents', Uint8Array.of(0x30, 0x80, 0x02, 0x01, 0x01)],
    ['an indefinite primitive', Uint8Array.of(0x30, 0x80, 0x02, 0x80, 0x00, 0x00, 0x00, 0x00)],
    ['a length past the end', Uint8Array.of(0x30, 0x82, 0xff, 0xff, 0x00)],
    ['a piece of an octet string that is none', Uint8Array.of(0x24, 0x80, 0x02, 0x01, 0x01, 0x00, 0x00)],
    ['nested without end', new Uint8Array(100_000).map((_, i) => (i % 2 ? 0x80 : 0x30))],
  ])('%s', (_what, octets) => expect(() => parseFirstBer(octets)).toThrow(DerError))

  test('changed at random, they are read or refused', () => {
    const below = randomBelow(20261122)
    const ber = loosened(parse(der), 'indefinite')
    for (let i = 0; i < 2_000; i++) {
      const changed = Buffer.from(ber)
      changed[below(changed.length)] = below(256)
      try {
        parseFirstBer(changed)
      } catch (error) {
        expect(error).toBeInstanceOf(DerError)
      }
    }
  })
})
