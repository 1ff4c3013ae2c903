/** PDF files made here, so that every offset is known: plain objects in, a file with a table or a stream as cross-reference out. */

import type { Appearance } from '#pki/signature/prepare.ts'

export type Objects = Record<number, string>

/** A contract of two pages with an image, a text field, an unsigned signature field, an annotation and a layer. */
export function contract(): Objects {
  return {
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[10 0 R 11 0 R]/DA(/F1 12 Tf)/DR<</Font<</F1 6 0 R>>>>>>/Metadata 13 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 6 0 R>>/XObject<</Im1 8 0 R>>>>/Contents 5 0 R/Annots[10 0 R 11 0 R]>>',
    4: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 6 0 R>>>>/Contents 7 0 R>>',
    5: stream('BT /F1 18 Tf 72 700 Td (I owe you 100 riyals) Tj ET q 50 0 0 50 72 600 cm /Im1 Do Q'),
    6: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding 9 0 R>>',
    7: stream('BT /F1 12 Tf 72 700 Td (Second page) Tj ET'),
    8: stream('\u00ff\u0000\u0080', '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceRGB/BitsPerComponent 8'),
    9: '<</Type/Encoding/BaseEncoding/WinAnsiEncoding>>',
    10: '<</Type/Annot/Subtype/Widget/FT/Tx/T(amount)/V(100)/Rect[72 500 200 520]/P 3 0 R/F 4/AP<</N 12 0 R>>/DA(/F1 12 Tf)>>',
    11: '<</Type/Annot/Subtype/Widget/FT/Sig/T(approval)/Rect[72 100 200 150]/P 3 0 R/F 4>>',
    12: stream('BT /F1 12 Tf (100) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 128 20]/Resources<</Font<</F1 6 0 R>>>>'),
    13: stream('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>', '/Type/Metadata/Subtype/XML'),
    14: stream('BT /F1 18 Tf 72 700 Td (I owe you 100000 riyals) Tj ET'),
    15: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 6 0 R>>>>/Contents 14 0 R>>',
    16: '<</Title(Test)/Producer(Test)>>',
  }
}

export const stream = (data: string, entries = '') => `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`

/** A signature's picture that hides what is beneath it. */
export const whitePicture: Appearance = {
  width: 100,
  height: 40,
  objects: (first) => ({
    ref: first,
    objects: [Buffer.from(`${first} 0 obj\n${stream('1 g 0 0 100 40 re f', '/Type/XObject/Subtype/Form/BBox[0 0 100 40]')}\nendobj\n`)],
  }),
}

/** A profile, and how many numbers its colours have. */
export const profileStream = (bytes: Buffer, components: number) =>
  stream(`${bytes.toString('hex')}>`, `/N ${components}/Filter/ASCIIHexDecode`)

export function file(
  objects: Objects,
  trailer = '/Root 1 0 R/Info 16 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]',
  kind: 'table' | 'stream' = 'table',
): Buffer {
  return append(Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1'), objects, { trailer, kind, fresh: true })
}

export type AppendOptions = {
  trailer?: string
  kind?: 'table' | 'stream'
  fresh?: boolean
  before?: string
  free?: number[]
  offsets?: Record<number, number>
}

/** Appends a revision. `before` is put ahead of the cross-reference; `offsets` are entries that point elsewhere. */
export function append(base: Uint8Array, objects: Objects, options: AppendOptions = {}): Buffer {
  const text = Buffer.from(base).toString('latin1')
  const lastTrailer =
    options.trailer ??
    /\/Root \d+ 0 R|\/Root\s+\d+ 0 R/.exec(text)![0] +
      (/\/Info \d+ 0 R/.exec(text)?.[0] ?? '') +
      (/\/ID\s*\[[^\]]*\]/.exec(text)?.[0] ?? '')
  const previous = options.fresh ? '' : `/Prev ${/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1]}`
  let out = ''
  const entries = new Map<number, number>(Object.entries(options.offsets ?? {}).map(([number, offset]) => [Number(number), offset]))
  for (const [number, body] of Object.entries(objects)) {
    entries.set(Number(number), base.length + out.length)
    out += `${number} 0 obj\n${body}\nendobj\n`
  }
  out += options.before ?? ''
  const free = new Set(options.free ?? [])
  const sizes = [...text.matchAll(/\/Size (\d+)/g)].map((match) => Number(match[1]))
  let size = Math.max(...sizes, 0)
  for (const number of [...entries.keys(), ...free]) size = Math.max(size, number + 1)
  const startxref = base.length + out.length
  const numbers = [...new Set([...(options.fresh ? [0] : []), ...entries.keys(), ...free])].toSorted((a, b) => a - b)
  if ((options.kind ?? 'table') === 'table') {
    out += 'xref\n'
    for (const number of numbers)
      out +=
        number === 0
          ? '0 1\n0000000000 65535 f \n'
          : `${number} 1\n${String(entries.get(number) ?? 0).padStart(10, '0')} ${free.has(number) ? '00001 f' : '00000 n'} \n`
    out += `trailer\n<</Size ${size}${previous}${lastTrailer}>>\n`
  } else {
    const rows = Buffer.alloc(numbers.length * 7 + 7)
    const own = size
    ;[...numbers, own].forEach((number, i) => {
      rows[i * 7] = number === 0 || free.has(number) ? 0 : 1
      rows.writeUIntBE(number === own ? startxref : (entries.get(number) ?? 0), i * 7 + 1, 4)
      rows.writeUInt16BE(number === 0 ? 65535 : 0, i * 7 + 5)
    })
    const index = [...numbers, own].map((number) => `${number} 1`).join(' ')
    out += `${own} 0 obj\n${stream(rows.toString('latin1'), `/Type/XRef/Size ${own + 1}/W[1 4 2]/Index[${index}]${previous}${lastTrailer}`)}\nendobj\n`
  }
  return Buffer.concat([base, Buffer.from(`${out}startxref\n${startxref}\n%%EOF\n`, 'latin1')])
}
