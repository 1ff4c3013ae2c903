import { describe, expect, test } from 'vitest'
import { element, oid, sequence } from '#pki/der/write.ts'
import { isSameName, preparedText } from './compareNames.ts'

const [printable, utf8, bmp, integer] = [0x13, 0x0c, 0x1e, 0x02]
const octetsOf = (tag: number, text: string) => (tag === bmp ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text))
const attribute = (tag: number, text: string, type = '2.5.4.3') => sequence(oid(type), element(tag, octetsOf(tag, text)))
const rdn = (...attributes: Uint8Array[]) => element(0x31, ...attributes)
const name = (tag: number, text: string, type?: string) => sequence(rdn(attribute(tag, text, type)))

describe('names that RFC 5280 §7.1 calls the same', () => {
  test.each([
    ['of another string type', name(printable, 'Root'), name(utf8, 'Root')],
    ['in two octets a letter', name(bmp, 'توقيع'), name(utf8, 'توقيع')],
    ['in other letters', name(utf8, 'TAWQI Root'), name(utf8, 'tawqi rOOT')],
    ['with other spaces', name(utf8, '  Tawqi \t  Root '), name(utf8, 'Tawqi Root')],
    ['with a space that does not break', name(utf8, 'Tawqi\u00a0Root'), name(utf8, 'Tawqi Root')],
    ['composed and not', name(utf8, 'Zo\u00eb'), name(utf8, 'Zoe\u0308')],
    ['with a ligature', name(utf8, 'o\ufb03ce'), name(utf8, 'OFFICE')],
    ['with a sharp s', name(utf8, 'Straße'), name(utf8, 'STRASSE')],
    ['with a last sigma', name(utf8, 'ΟΔΟΣ'), name(utf8, 'οδος')],
    ['with marks that show nothing', name(utf8, 'Taw\u00adqi\u200f'), name(utf8, 'Tawqi')],
    [
      'with attributes of one RDN the other way round',
      sequence(rdn(attribute(utf8, 'a'), attribute(utf8, 'b', '2.5.4.10'))),
      sequence(rdn(attribute(utf8, 'B', '2.5.4.10'), attribute(utf8, 'A'))),
    ],
  ])('%s', (_, a, b) => expect([isSameName(a, b), isSameName(b, a)]).toEqual([true, true]))
})

describe('names that are not the same', () => {
  test.each([
    ['other words', name(utf8, 'Root 1'), name(utf8, 'Root 2')],
    ['another attribute', name(utf8, 'Root'), name(utf8, 'Root', '2.5.4.10')],
    ['a space less', name(utf8, 'Tawqi Root'), name(utf8, 'TawqiRoot')],
    ['Turkish letters', name(utf8, 'Kadın'), name(utf8, 'KADIN')],
    [
      'two RDNs and one',
      sequence(rdn(attribute(utf8, 'a')), rdn(attribute(utf8, 'b'))),
      sequence(rdn(attribute(utf8, 'a'), attribute(utf8, 'b'))),
    ],
    ['one RDN more', sequence(rdn(attribute(utf8, 'a'))), sequence(rdn(attribute(utf8, 'a')), rdn(attribute(utf8, 'a')))],
    [
      'text that looks like two attributes',
      name(utf8, 'a\u00002.5.4.10="b'),
      sequence(rdn(attribute(utf8, 'a'), attribute(utf8, 'b', '2.5.4.10'))),
    ],
    ['what is no text', name(integer, '\u0001'), name(utf8, '\u0001')],
    ['what cannot be read', name(utf8, 'a'), sequence(element(0x80, Buffer.from('a')))],
    ['octets that are not UTF-8', sequence(rdn(sequence(oid('2.5.4.3'), element(utf8, new Uint8Array([0xff]))))), name(utf8, '\ufffd')],
  ])('%s', (_, a, b) => expect([isSameName(a, b), isSameName(b, a)]).toEqual([false, false]))
})

test('preparing what is prepared changes nothing', () => {
  for (let unit = 0; unit < 0x10000; unit++) {
    if (unit >= 0xd800 && unit <= 0xdfff) continue
    const once = preparedText(`a${String.fromCodePoint(unit)}b`)
    if (preparedText(once) !== once) throw new Error(`U+${unit.toString(16)}: ${JSON.stringify(once)}`)
  }
})
