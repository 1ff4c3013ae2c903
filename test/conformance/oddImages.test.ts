/** Images that readers show differently are refused; what programs in use write is signed. */
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { cmyk } from '../fixtures/pdf/make/icc.ts'
import { writePdf } from '../fixtures/pdf/make/write.ts'

const stream = (entries: string, data: Uint8Array) =>
  `<<${entries}/Length ${data.length}>>\nstream\n${Buffer.from(data).toString('latin1')}\nendstream`

type Odd = { says?: string; data?: Uint8Array; objects?: Record<number, string> }

/** A page that draws an image of 8 by 8. */
function answer({ says = '/BitsPerComponent 8/ColorSpace/DeviceGray', data = octets(64), objects = {} }: Odd): string {
  const facts = readSigningFacts(
    writePdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 400]>>',
      3: '<</Type/Page/Parent 2 0 R/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>',
      4: stream('', Buffer.from('q 100 0 0 100 20 20 cm /I Do Q')),
      5: stream(`/Type/XObject/Subtype/Image/Width 8/Height 8${says}`, data),
      ...objects,
    }),
  )
  return facts.signable ? 'signable' : `${facts.code} ${facts.what.join()}: ${facts.detail}`
}

const octets = (length: number, most = 256) => Buffer.from(Array.from({ length }, (_, i) => (i * 37) % most))
const flate = '/Filter/FlateDecode'
const gray = '/BitsPerComponent 8/ColorSpace/DeviceGray'
const rgb = '/BitsPerComponent 8/ColorSpace/DeviceRGB'
const stencil = '/ImageMask true'
const indexed = (bits: number, table: string, highest = 1) =>
  `/BitsPerComponent ${bits}/ColorSpace[/Indexed/DeviceRGB ${highest} <${table}>]`
const two = 'ff000000ff00'
const mask = (says: string, data: Uint8Array) => ({ 6: stream(`/Type/XObject/Subtype/Image/Width 8/Height 8${says}`, data) })

/** A start, a frame that says so much, and an end: all that is looked at. */
const photograph = (width: number, height: number, colours: number) =>
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 8, 8, 0, height, 0, width, colours, 0, 0, 0, 0xff, 0xd9])
const dct = '/Filter/DCTDecode'

describe('signed', () => {
  test.each<[string, Odd]>([
    ['gray, as it stands', {}],
    ['with octets behind its last row', { data: octets(70) }],
    ['packed', { says: `${rgb}${flate}`, data: deflateSync(octets(192)) }],
    [
      'packed with a predictor of TIFF',
      { says: `${rgb}${flate}/DecodeParms<</Predictor 2/Columns 8/Colors 3>>`, data: deflateSync(octets(192)) },
    ],
    ['packed in hexadecimal without its end', { says: `${gray}/Filter/ASCIIHexDecode`, data: Buffer.from(octets(64).toString('hex')) }],
    [
      'of four colours in a profile',
      { says: '/BitsPerComponent 8/ColorSpace[/ICCBased 6 0 R]', data: octets(256), objects: { 6: stream('/N 4', cmyk()) } },
    ],
    ['of a table', { says: indexed(1, two), data: octets(8) }],
    ['of a table that is longer than needed', { says: indexed(8, two.repeat(128), 256), data: octets(64) }],
    [
      'of a spot colour',
      {
        says: '/BitsPerComponent 8/ColorSpace[/Separation/Gold/DeviceRGB 6 0 R]',
        objects: { 6: '<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[1 .8 0]/N 1>>' },
      },
    ],
    ['a stencil', { says: stencil, data: octets(8) }],
    ['a stencil that paints what is set, and names colours', { says: `${stencil}/Decode[1 0]/ColorSpace/DeviceGray`, data: octets(8) }],
    [
      'masked by a stencil and softly',
      {
        says: `${gray}/Mask 7 0 R/SMask 6 0 R`,
        objects: { ...mask(gray, octets(64)), 7: stream(`/Type/XObject/Subtype/Image/Width 8/Height 8${stencil}`, octets(8)) },
      },
    ],
    ['masked by colours', { says: `${rgb}/Mask[0 9 0 9 250 255]`, data: octets(192) }],
    ['with a mask in a string, as iText wrote it', { says: `${gray}/Mask(x)` }],
    ['a photograph', { says: `${rgb}${dct}`, data: photograph(8, 8, 3) }],
    ['a facsimile', { says: `/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 8/Rows 8>>` }],
    ['in a format of its own that says all', { says: '/Filter/JPXDecode' }],
  ])('%s', (_name, odd) => expect(answer(odd)).toBe('signable'))
})

test('images that hold more than they say cost no more than others, however many', () => {
  const bomb = stream(`/Type/XObject/Subtype/Image/Width 1/Height 1${gray}${flate}`, deflateSync(Buffer.alloc(100 * 1024 * 1024)))
  const names = Array.from({ length: 60 }, (_, i) => 10 + i)
  const resources = `/Resources<</XObject<<${names.map((n) => `/I${n} ${n} 0 R`).join('')}>>>>`
  const objects = { 3: `<</Type/Page/Parent 2 0 R${resources}>>`, ...Object.fromEntries(names.map((n) => [n, bomb])) }
  const begin = process.cpuUsage()
  expect(answer({ objects })).toBe('signable')
  // all sixty would be six gigabytes
  expect(process.cpuUsage(begin).user).toBeLessThan(8_000_000)
})

describe('refused', () => {
  test.each<[string, Odd, string]>([
    [
      'of one bit that decodes to halves, which Firefox turns round',
      { says: '/BitsPerComponent 1/ColorSpace/DeviceGray/Decode[0 .5]', data: octets(8) },
      'halves',
    ],
    ['with less than its rows: white, black or nothing', { data: octets(63) }, 'is shorter than it says'],
    ['packed, with less than its rows', { says: `${rgb}${flate}`, data: deflateSync(octets(191)) }, 'is shorter than it says'],
    ['packed, and cut', { says: `${rgb}${flate}`, data: deflateSync(octets(192)).subarray(0, -9) }, 'cannot be expanded'],
    [
      'of a table that is shorter than it says',
      { says: indexed(1, two, 3), data: octets(8) },
      'a table of colours is shorter than it says',
    ],
    ['of colours that its table has not', { says: indexed(4, two), data: octets(32) }, 'colours that its table has not'],
    ['of a table, in two octets', { says: indexed(16, two), data: octets(128) }, 'more bits than a table takes'],
    ['of a table, turned about: PDFium does not', { says: `${indexed(1, two)}/Decode[1 0]`, data: octets(8) }, 'decodes other colours'],
    ['that decodes one colour of three', { says: `${rgb}/Decode[1 0]`, data: octets(192) }, 'decodes other colours'],
    ['a stencil that decodes to halves', { says: `${stencil}/Decode[.5 .5]`, data: octets(8) }, 'something else than ink and none'],
    [
      'a stencil with a mask',
      { says: `${stencil}/SMask 6 0 R`, data: octets(8), objects: mask(gray, octets(64)) },
      'a stencil has more than one bit, or a mask',
    ],
    ['masked by colours that it cannot have', { says: `${gray}/Mask[0 300]` }, 'colours that it cannot have'],
    ['masked by too few colours', { says: `${rgb}/Mask[0 9]`, data: octets(192) }, 'colours that it cannot have'],
    ['masked by a picture', { says: `${gray}/Mask 6 0 R`, objects: mask(rgb, octets(192)) }, 'what is no stencil'],
    ['masked softly by colours', { says: `${gray}/SMask 6 0 R`, objects: mask(rgb, octets(192)) }, 'a soft mask has colours or a mask'],
    ['masked softly by a stencil', { says: `${gray}/SMask 6 0 R`, objects: mask(stencil, octets(8)) }, 'a soft mask has colours or a mask'],
    ['with a soft mask that is short', { says: `${gray}/SMask 6 0 R`, objects: mask(gray, octets(32)) }, 'is shorter than it says'],
    [
      'with a soft mask mixed with three colours',
      { says: `${gray}/SMask 6 0 R`, objects: mask(`${gray}/Matte[1 1 1]`, octets(64)) },
      'was mixed with other colours',
    ],
    ['a photograph of another height', { says: `${rgb}${dct}`, data: photograph(8, 80, 3) }, 'a photograph has another size'],
    [
      'a photograph of one colour, said to have three',
      { says: `${rgb}${dct}`, data: photograph(8, 8, 1) },
      'a photograph has another size',
    ],
    [
      'a facsimile of the usual width',
      { says: `/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode` },
      'a facsimile has another width',
    ],
  ])('%s', (_name, odd, detail) => {
    expect(answer(odd)).toMatch(/^BROKEN CONTENT: /)
    expect(answer(odd)).toContain(detail)
  })
})
