/** A page that is one picture, as scanners and telephones make it: a further signature on blank paper hides nothing, one over what is written may. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { decodeJpeg } from '#server/signing/verify/decodeJpeg.ts'
import { verifyPdf } from '#server/signing/verify/verifyPdf.ts'
import { anchors, fahad, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { file, stream } from './validation-files.ts'

const jpeg = readFileSync(new URL('../fixtures/pdf/scan.jpg', import.meta.url))
const [width, height] = [620, 877]
const [page, gray] = ['/MediaBox[0 0 595 842]', '/ColorSpace/DeviceGray/BitsPerComponent 8']
const upright = '595 0 0 842 0 0'

/** Points from the lower left: where the scan has nothing, its lines, and a line that is hardly darker than its paper. */
const [blank, lines, faint] = [
  [300, 80, 500, 150],
  [60, 690, 260, 760],
  [60, 240, 260, 280],
] as const
type Rectangle = readonly [number, number, number, number]

const scanned = (data: Uint8Array, entries: string, matrix = upright) =>
  file({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<</Type/Page/Parent 2 0 R${page}/Resources<</XObject<</Im 5 0 R>>>>/Contents 4 0 R>>`,
    4: stream(`q ${matrix} cm /Im Do Q`),
    5: stream(Buffer.from(data).toString('latin1'), `/Type/XObject/Subtype/Image${entries}`),
    6: stream('\u0000', '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray'),
    16: '<</Title(Scan)>>',
  })
const ofJpeg = (data: Uint8Array = jpeg, more = '', size = `/Width ${width}/Height ${height}`) =>
  scanned(data, `${size}${gray}/Filter/DCTDecode${more}`)

/** A scan that two people signed, the second in a place. */
async function signedTwice(scan: Buffer, rectangle: Rectangle): Promise<Buffer> {
  const [x1, y1, x2, y2] = rectangle
  const box = `0 0 ${x2 - x1} ${y2 - y1}`
  const appearance = {
    width: x2 - x1,
    height: y2 - y1,
    objects: (first: number) => ({
      ref: first,
      objects: [Buffer.from(`${first} 0 obj\n${stream(`1 g ${box} re f`, `/Type/XObject/Subtype/Form/BBox[${box}]`)}\nendobj\n`)],
    }),
  }
  return signFile(await signFile(scan), { by: fahad, fieldName: 'Second', page: 0, rectangle, appearance })
}

/** The first signature's indication then. */
async function afterAnother(scan: Buffer, rectangle: Rectangle, decode = decodeJpeg): Promise<string> {
  const input = { anchors, at: signedAt, given: freshAnswers(signedAt), decodeJpeg: decode }
  return validateDocument(await signedTwice(scan, rectangle), input).signatures[0]!.indication
}
const [passed, unjudged] = ['TOTAL-PASSED', 'INDETERMINATE']

describe('a scan that is a JPEG file', () => {
  test.each([
    ['on blank paper', blank, passed],
    ['over its lines', lines, unjudged],
    ['over a line that is hardly seen', faint, unjudged],
  ] as const)('%s', async (_, rectangle, expected) => {
    expect(await afterAnother(ofJpeg(), rectangle)).toBe(expected)
  })

  test('over its edge', async () => {
    const narrow = scanned(jpeg, `/Width ${width}/Height ${height}${gray}/Filter/DCTDecode`, '400 0 0 842 0 0')
    expect(await afterAnother(narrow, [210, 80, 390, 150])).toBe(passed)
    expect(await afterAnother(narrow, [300, 80, 500, 150])).toBe(unjudged)
  })

  test('turned on its side', async () => {
    const turned = scanned(jpeg, `/Width ${width}/Height ${height}${gray}/Filter/DCTDecode`, '0 842 -595 0 595 0')
    expect(await afterAnother(turned, [400, 500, 470, 640])).toBe(passed)
    // what stands at the head of the picture stands at the left of this page
    expect(await afterAnother(turned, [60, 60, 130, 260])).toBe(unjudged)
  })

  test.each([
    ['a mask that lets something else be seen', ofJpeg(jpeg, '/SMask 6 0 R')],
    ['a size that is not its own', ofJpeg(jpeg, '', '/Width 310/Height 877')],
    ['half of the file missing', ofJpeg(jpeg.subarray(0, 400))],
    ['octets that are no JPEG', ofJpeg(Buffer.alloc(5000, 'x'))],
    ['more samples than anybody scans', ofJpeg(resized(65_500, 65_500), '', '/Width 65500/Height 65500')],
    ['a filter that nobody undoes', scanned(jpeg, `/Width ${width}/Height ${height}${gray}/Filter/JPXDecode`)],
  ])('%s leaves it to be looked at', async (_, scan) => {
    expect(await afterAnother(scan, blank)).toBe(unjudged)
  })

  test('in the process that reads strangers’ files', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'tawqi-scan-')), 'scan.pdf')
    const changes = async (rectangle: Rectangle) => {
      writeFileSync(path, await signedTwice(ofJpeg(), rectangle))
      const report = await verifyPdf(path, { anchors: [], at: signedAt.toISOString() })
      return report!.signatures[0]!.changesAfter.map(({ code }) => code)
    }
    expect(await changes(blank)).toEqual(['signatureAdded'])
    expect(await changes(lines)).toEqual(['signatureUnjudged'])
    rmSync(dirname(path), { recursive: true })
  })

  test('without what looks into it, too', async () => {
    expect(await afterAnother(ofJpeg(), blank, () => undefined)).toBe(unjudged)
  })
})

/** The file with another size in its frame header. */
function resized(across: number, down: number): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(down, frame + 5)
  copy.writeUInt16BE(across, frame + 7)
  return copy
}

describe('a scan without loss', () => {
  const [across, down] = [300, 424]
  /** Paper, one half of it written on: the upper one. */
  const shadeAt = (x: number, y: number) => (y < down / 2 && (x >> 2) % 2 && (y >> 3) % 2 ? 20 : 240)
  const rows = (of: (x: number, y: number) => number[]) =>
    Array.from({ length: down }, (_, y) => Buffer.from(Array.from({ length: across }, (_, x) => of(x, y)).flat()))
  const size = `/Width ${across}/Height ${down}`
  const gray8 = rows((x, y) => [shadeAt(x, y)])
  const colour = rows((x, y) => [shadeAt(x, y), shadeAt(x, y), 235])
  /** Each octet as its difference from the one of the sample before it (PNG's Sub). */
  const predicted = colour.map((row) => Buffer.from([1, ...row.map((value, i) => value - (i >= 3 ? row[i - 3]! : 0))]))
  const bits = gray8.map((row) =>
    Buffer.from(
      Array.from({ length: Math.ceil(across / 8) }, (_, i) =>
        row.subarray(i * 8, i * 8 + 8).reduce((byte, value, bit) => byte | ((value > 128 ? 0x80 : 0) >> bit), 0),
      ),
    ),
  )
  const packed = (all: Buffer[]) => deflateSync(Buffer.concat(all))
  const indexed = '/ColorSpace[/Indexed/DeviceGray 255 6 0 R]/BitsPerComponent 8'

  test.each([
    ['in greys', scanned(packed(gray8), `${size}${gray}/Filter/FlateDecode`)],
    ['in greys, unpacked', scanned(Buffer.concat(gray8), `${size}${gray}`)],
    ['in black and white', scanned(packed(bits), `${size}/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/FlateDecode`)],
    ['in colours of a list', scanned(packed(gray8), `${size}${indexed}/Filter/FlateDecode`)],
    [
      'in colours, each guessed from the one before',
      scanned(
        packed(predicted),
        `${size}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors 3/Columns ${across}>>`,
      ),
    ],
  ])('%s', async (_, scan) => {
    expect(await afterAnother(scan, blank)).toBe(passed)
    expect(await afterAnother(scan, lines)).toBe(unjudged)
  })

  test.each([
    ['as large as it is looked into', 4_000, 4_000, passed],
    ['larger than that', 4_001, 4_000, unjudged],
  ])('%s', async (_, w, h, expected) => {
    const paper = deflateSync(Buffer.alloc(w * h, 240))
    expect(await afterAnother(scanned(paper, `/Width ${w}/Height ${h}${gray}/Filter/FlateDecode`), blank)).toBe(expected)
  })

  test.each([
    ['no more than what may stand beside it', 100_000, passed],
    ['far more', 1_000_000, unjudged],
  ])('whose octets unpack to %s', async (_, length, expected) => {
    const paper = deflateSync(Buffer.alloc(length, 240))
    expect(await afterAnother(scanned(paper, `/Width 100/Height 100${gray}/Filter/FlateDecode`), blank)).toBe(expected)
  })
})
