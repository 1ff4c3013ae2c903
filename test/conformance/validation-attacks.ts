/**
 * Forgeries of signed PDF files, made from an honest one: universal signature forgery, incremental saving and signature wrapping
 * (Mladenov et al. 2019), shadow attacks (Mainka et al. 2021), evil annotation and sneaky signature attacks on certified
 * documents (Rohlmann et al. 2021), hybrid cross-references and recycled fields.
 */
import type { Forgery } from '#pki/validation/report.ts'
import { append, contract, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'

export type Attack = {
  name: string
  /** The name a report must give it; left out where no name fits and any refusal does. */
  forgery?: Forgery
  /** Only against files certified with these permissions; left out it is made against every file. */
  against?: readonly (1 | 2 | 3)[]
  forge: (signed: Buffer) => Buffer
}

const textOf = (file: Uint8Array) => Buffer.from(file).toString('latin1')
const bytesOf = (text: string) => Buffer.from(text, 'latin1')

/** The newest body of an object in a file whose objects are plain. */
export function bodyOf(file: Uint8Array, number: number): string {
  const text = textOf(file)
  const starts = [...text.matchAll(new RegExp(`(?:^|\\n)${number} 0 obj\\n`, 'g'))]
  const last = starts.at(-1)!
  const from = last.index + last[0].length
  return text.slice(from, text.indexOf('\nendobj', from))
}

const redefine =
  (objects: (file: Buffer) => Objects, options: Parameters<typeof append>[2] = {}) =>
  (file: Buffer) =>
    append(file, objects(file), { ...kindOf(file), ...options })
/** An update of the same kind as the file, so that the cross-reference is not what gives it away. */
const kindOf = (file: Buffer) => ({ kind: /\/Type ?\/XRef/.test(textOf(file)) ? ('stream' as const) : ('table' as const) })
const edit = (number: number, change: (body: string) => string) => redefine((file) => ({ [number]: change(bodyOf(file, number)) }))
const swap = (from: RegExp | string, to: string) => (body: string) => {
  const out = body.replace(from, to)
  if (out === body) throw new Error(`nothing to change in ${body.slice(0, 200)}`)
  return out
}
/** Changes the file in place, the last match of a pattern, keeping its length. */
const inPlace = (pattern: RegExp, to: (found: string) => string) => (file: Buffer) => {
  const text = textOf(file)
  const found = [...text.matchAll(pattern)].at(-1)!
  const replaced = to(found[0]).padEnd(found[0].length)
  if (replaced.length !== found[0].length) throw new Error('the length changed')
  return bytesOf(text.slice(0, found.index) + replaced + text.slice(found.index + found[0].length))
}
const byteRange = /\/ByteRange \[[^\]]*\] */g
const numbersOf = (found: string) => found.match(/\d+/g)!.map(Number) as [number, number, number, number]

/** The signature dictionary's object number and where it stands. */
function signatureOf(file: Buffer): { number: number; start: number; body: string } {
  const found = [...textOf(file).matchAll(/(\d+) 0 obj\n<<\/Type \/Sig[\s\S]*?\nendobj/g)].at(-1)!
  return { number: Number(found[1]), start: found.index, body: found[0] }
}
const fieldOf = (file: Buffer) => {
  const { number } = signatureOf(file)
  const found = [
    ...textOf(file).matchAll(new RegExp(`(\\d+) 0 obj\\n<<(?:(?!endobj)[\\s\\S])*/V ${number} 0 R(?:(?!endobj)[\\s\\S])*endobj`, 'g')),
  ].at(-1)!
  return Number(found[1])
}
const nextOf = (file: Buffer) => Math.max(...[...textOf(file).matchAll(/\/Size (\d+)/g)].map((match) => Number(match[1])))

const universal: Attack[] = [
  ['ByteRange null', (found: string) => '/ByteRange null '.padEnd(found.length)],
  ['ByteRange of zeros', (found: string) => '/ByteRange [0 0 0 0]'.padEnd(found.length)],
  ['ByteRange with a negative number', (found: string) => '/ByteRange [0 -1 5 10]'.padEnd(found.length)],
  ['ByteRange past the end', (found: string) => `/ByteRange [0 ${numbersOf(found)[1]} ${numbersOf(found)[2]} 999999999]`],
  ['ByteRange of two numbers', (found: string) => `/ByteRange [0 ${numbersOf(found)[1]}]`],
  ['ByteRange of a name', () => '/ByteRange /All'],
  ['no ByteRange', (found: string) => found.replace('/ByteRange', '/BiteRange')],
  ['ByteRange by reference', () => '/ByteRange 99 0 R'],
].map(([name, to]) => ({ name: `USF: ${name as string}`, forge: inPlace(byteRange, to as (found: string) => string) }))
universal.push(
  { name: 'USF: Contents null', forge: inPlace(/\/Contents <[0-9a-f]+>/g, () => '/Contents null') },
  {
    name: 'USF: Contents of zeros',
    forge: inPlace(/\/Contents <[0-9a-f]+>/g, (found) => found.replace(/[0-9a-f]{2}(?=[0-9a-f>])/g, '00')),
  },
  { name: 'USF: Contents empty', forge: inPlace(/\/Contents <[0-9a-f]+>/g, () => '/Contents <>') },
  { name: 'USF: no Contents', forge: inPlace(/\/Contents </g, () => '/Contains <') },
  { name: 'USF: SubFilter unknown', forge: inPlace(/\/SubFilter \/ETSI.CAdES.detached/g, () => '/SubFilter /none') },
  {
    name: 'USF: Contents redefined without ByteRange',
    forgery: 'universalSignatureForgery',
    forge: (file) =>
      append(file, { [signatureOf(file).number]: '<</Type /Sig/SubFilter /ETSI.CAdES.detached/Contents <00>>>' }, kindOf(file)),
  },
)

const incremental: Attack[] = [
  {
    name: 'ISA: objects without cross-reference',
    forgery: 'incrementalSavingAttack',
    forge: (file) => Buffer.concat([file, bytesOf(`5 0 obj\n${contract()[14]}\nendobj\n`)]),
  },
  {
    name: 'ISA: objects and a trailer, no cross-reference',
    forgery: 'incrementalSavingAttack',
    forge: (file) => Buffer.concat([file, bytesOf(`5 0 obj\n${contract()[14]}\nendobj\ntrailer\n<</Root 1 0 R>>\n`)]),
  },
  {
    name: 'ISA: startxref to nowhere',
    forgery: 'incrementalSavingAttack',
    forge: (file) => Buffer.concat([file, bytesOf(`5 0 obj\n${contract()[14]}\nendobj\nstartxref\n0\n%%EOF\n`)]),
  },
  {
    name: 'ISA: objects, then the old startxref again',
    forgery: 'incrementalSavingAttack',
    forge: (file) =>
      Buffer.concat([
        file,
        bytesOf(`5 0 obj\n${contract()[14]}\nendobj\nstartxref\n${/startxref\s+(\d+)\s+%%EOF\s*$/.exec(textOf(file))![1]}\n%%EOF\n`),
      ]),
  },
  {
    name: 'ISA: an object beside the cross-reference',
    forgery: 'incrementalSavingAttack',
    forge: (file) => append(file, { [nextOf(file)]: '<<>>' }, { ...kindOf(file), before: `5 0 obj\n${contract()[14]}\nendobj\n` }),
  },
  {
    name: 'ISA: an object at the end, and nothing that names it',
    forgery: 'incrementalSavingAttack',
    forge: (file) => Buffer.concat([file, bytesOf('3 0 obj\n<</Type/Page/Parent 2 0 R>>\nendobj\n')]),
  },
  { name: 'ISA: a comment at the end', forgery: 'incrementalSavingAttack', forge: (file) => Buffer.concat([file, bytesOf('% nothing\n')]) },
]

/** Moves what was signed to another place, and puts other content where readers look. */
const wrapping: Attack[] = [
  {
    name: 'SWA: second range moved to the end',
    forgery: 'signatureWrappingAttack',
    forge: (file) => {
      const text = textOf(file)
      const found = [...text.matchAll(byteRange)].at(-1)!
      const [, a, b, c] = numbersOf(found[0])
      const evil = text.slice(b)
      const at = b + evil.length
      return bytesOf(
        text.slice(0, found.index) +
          `/ByteRange [0 ${a} ${at} ${c}]`.padEnd(found[0].length) +
          text.slice(found.index + found[0].length) +
          evil,
      )
    },
  },
  {
    name: 'SWA: gap wider than Contents',
    forgery: 'signatureWrappingAttack',
    forge: inPlace(byteRange, (found) => {
      const [, a, b, c] = numbersOf(found)
      return `/ByteRange [0 ${a - 20} ${b} ${c}]`
    }),
  },
  {
    name: 'SWA: gap reaches past Contents',
    forgery: 'signatureWrappingAttack',
    forge: inPlace(byteRange, (found) => {
      const [, a, b, c] = numbersOf(found)
      return `/ByteRange [0 ${a} ${b + 2} ${c - 2}]`
    }),
  },
  {
    name: 'SWA: first range not from the start',
    forgery: 'signatureWrappingAttack',
    forge: inPlace(byteRange, (found) => {
      const [, a, b, c] = numbersOf(found)
      return `/ByteRange [9 ${a - 9} ${b} ${c}]`
    }),
  },
  {
    name: 'SWA: last range short of the end',
    forgery: 'signatureWrappingAttack',
    forge: inPlace(byteRange, (found) => {
      const [, a, b, c] = numbersOf(found)
      return `/ByteRange [0 ${a} ${b} ${c - 30}]`
    }),
  },
  {
    name: 'SWA: overlapping ranges',
    forge: inPlace(byteRange, (found) => {
      const [, a] = numbersOf(found)
      return `/ByteRange [0 ${a} ${a - 5} 10]`
    }),
  },
  {
    name: 'SWA: two ByteRanges',
    forgery: 'universalSignatureForgery',
    forge: inPlace(/\/Filter \/Adobe.PPKLite/g, () => '/ByteRange [0 1 2 3]'),
  },
]

const shadow: Attack[] = [
  { name: 'shadow hide: image freed', forgery: 'shadowHide', forge: redefine(() => ({}), { free: [8] }) },
  { name: 'shadow hide: content freed', forgery: 'shadowHide', forge: redefine(() => ({}), { free: [7] }) },
  { name: 'shadow hide: contents dropped from the page', forgery: 'shadowHide', forge: edit(3, swap('/Contents 5 0 R', '')) },
  { name: 'shadow hide: annotation removed from the page', forgery: 'shadowHide', forge: edit(3, swap('10 0 R ', '')) },
  { name: 'shadow hide: field hidden by its flags', forgery: 'shadowHide', forge: edit(10, swap('/F 4', '/F 2')) },
  {
    name: 'shadow hide: layer turned off',
    forgery: 'shadowHide',
    forge: edit(1, (body) => body.replace('<<', '<</OCProperties<</OCGs[]/D<</OFF[]>>>>')),
  },
  { name: 'shadow replace: page content', forgery: 'shadowReplace', forge: edit(5, swap('100 riyals', '999 riyals')) },
  { name: 'shadow replace: font', forgery: 'shadowReplace', forge: edit(6, swap('Helvetica', 'Symbol')) },
  { name: 'shadow replace: encoding of a font', forgery: 'shadowReplace', forge: edit(9, swap('>>', '/Differences[49/two]>>')) },
  { name: 'shadow replace: image', forgery: 'shadowReplace', forge: redefine(() => ({ 8: contract()[8]!.replace('\u00ff', '\u0000') })) },
  {
    name: 'shadow replace: appearance of a filled field',
    forgery: 'shadowReplace',
    forge: redefine(() => ({ 12: stream('BT (999) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 128 20]') })),
  },
  {
    name: 'shadow replace: new appearance, old value',
    forgery: 'shadowReplace',
    forge: redefine((file) => ({
      10: bodyOf(file, 10).replace('12 0 R', `${nextOf(file)} 0 R`),
      [nextOf(file)]: stream('BT (999) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 128 20]'),
    })),
  },
  {
    name: 'shadow replace: page contents by a new stream',
    forgery: 'shadowReplace',
    forge: redefine((file) => ({ 3: bodyOf(file, 3).replace('5 0 R', `${nextOf(file)} 0 R`), [nextOf(file)]: contract()[14]! })),
  },
  { name: 'shadow replace: page resources', forgery: 'shadowReplace', forge: edit(4, swap('/F1 6 0 R', '/F1 9 0 R')) },
  { name: 'shadow replace: media box', forgery: 'shadowReplace', forge: edit(4, swap('595 842', '595 400')) },
  { name: 'shadow replace: field moved', forgery: 'shadowReplace', forge: edit(10, swap('72 500', '72 900')) },
  {
    name: 'shadow hide and replace: page contents to a hidden stream',
    forgery: 'shadowHideAndReplace',
    forge: edit(3, swap('5 0 R', '14 0 R')),
  },
  { name: 'shadow hide and replace: page list to a hidden page', forgery: 'shadowHideAndReplace', forge: edit(2, swap('3 0 R', '15 0 R')) },
  {
    name: 'shadow hide and replace: catalogue to another page tree',
    forgery: 'shadowHideAndReplace',
    forge: redefine((file) => ({
      1: bodyOf(file, 1).replace('/Pages 2 0 R', `/Pages ${nextOf(file)} 0 R`),
      [nextOf(file)]: '<</Type/Pages/Kids[15 0 R]/Count 1>>',
    })),
  },
  {
    name: 'shadow hide and replace: another catalogue, of another page tree',
    forgery: 'shadowHideAndReplace',
    forge: (file) => {
      const number = nextOf(file)
      const info = '/Info 16 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]'
      const catalogue = bodyOf(file, 1).replace('/Pages 2 0 R', `/Pages ${number + 1} 0 R`)
      const objects = { [number]: catalogue, [number + 1]: '<</Type/Pages/Kids[15 0 R]/Count 1>>' }
      return append(file, objects, { ...kindOf(file), trailer: `/Root ${number} 0 R${info}` })
    },
  },
  {
    name: 'shadow hide and replace: cross-reference to an old place',
    forgery: 'shadowHideAndReplace',
    forge: (file) => append(file, {}, { ...kindOf(file), offsets: { 5: textOf(file).indexOf('14 0 obj') } }),
  },
  {
    name: 'shadow hide and replace: hidden page added',
    forgery: 'shadowHideAndReplace',
    forge: edit(2, swap('4 0 R]/Count 2', '4 0 R 15 0 R]/Count 3')),
  },
]
const addAnnotation =
  (subtype: string, entries = '') =>
  (file: Buffer) =>
    append(
      file,
      {
        3: bodyOf(file, 3)
          .replace('/Annots[', `/Annots[${nextOf(file)} 0 R `)
          .replace('/Annots [', `/Annots [${nextOf(file)} 0 R `),
        [nextOf(file)]: `<</Type/Annot/Subtype/${subtype}/Rect[72 690 400 720]${entries}>>`,
      },
      kindOf(file),
    )

const annotations: Attack[] = [
  { name: 'annotation: free text', forge: addAnnotation('FreeText', '/Contents(I owe you nothing)/DA(/Helv 12 Tf)') },
  { name: 'annotation: stamp', forge: addAnnotation('Stamp') },
  { name: 'annotation: white square', forge: addAnnotation('Square', '/IC[1 1 1]/C[1 1 1]') },
  { name: 'annotation: link with an action', forge: addAnnotation('Link', '/A<</S/URI/URI(https://evil.example)>>') },
  { name: 'annotation: note with script', forge: addAnnotation('Text', '/AA<</E<</S/JavaScript/JS(app.alert\\(1\\))>>>>') },
  { name: 'annotation: redaction', forge: addAnnotation('Redact') },
  ...(['FreeText', 'Stamp', 'Square', 'Redact', 'Line', 'Ink'] as const).map((subtype): Attack => ({
    name: `EAA: ${subtype}`,
    forgery: 'evilAnnotationAttack',
    against: [1, 2, 3],
    forge: addAnnotation(subtype),
  })),
  {
    name: 'EAA: note where none is permitted',
    forgery: 'evilAnnotationAttack',
    against: [1, 2],
    forge: addAnnotation('Text', '/Contents(hello)'),
  },
]

const addField =
  (entries: string, listed = true) =>
  (file: Buffer) => {
    const number = nextOf(file)
    const root = bodyOf(file, 1)
    const body = `<</Type/Annot/Subtype/Widget/T(evil)/Rect[72 690 400 720]/P 4 0 R/F 4/AP<</N ${number + 1} 0 R>>${entries}>>`
    const form: Objects = listed ? { 1: root.replace(/\/Fields ?\[/, (found) => `${found}${number} 0 R `) } : {}
    return append(
      file,
      {
        ...form,
        4: bodyOf(file, 4).replace(/>>$/, `/Annots[${number} 0 R]>>`),
        [number]: body,
        [number + 1]: stream('BT (I owe you nothing) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 328 30]'),
      },
      kindOf(file),
    )
  }

const fields: Attack[] = [
  { name: 'SSA: empty signature field with an appearance', forgery: 'sneakySignatureAttack', forge: addField('/FT/Sig') },
  { name: 'SSA: signature field with a value that is none', forgery: 'sneakySignatureAttack', forge: addField('/FT/Sig/V<</Type/Sig>>') },
  { name: 'SSA: widget that no field lists', forgery: 'sneakySignatureAttack', forge: addField('/FT/Sig', false) },
  {
    name: 'SSA: appearance for the unsigned field',
    forgery: 'sneakySignatureAttack',
    forge: redefine((file) => ({
      11: bodyOf(file, 11).replace('/F 4', `/F 4/AP<</N ${nextOf(file)} 0 R>>`),
      [nextOf(file)]: stream('BT (evil) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 328 30]'),
    })),
  },
  { name: 'field: new text field', forge: addField('/FT/Tx/V(evil)') },
  { name: 'field: filled where nothing may change', against: [1], forge: fill },
  { name: 'field: script added to a field', forge: edit(10, swap('/F 4', '/F 4/AA<</C<</S/JavaScript/JS(1)>>>>')) },
  {
    name: 'field: drawn anew in another font',
    forge: edit(1, (body) =>
      body
        .replace(/\/Fields ?\[/, (found) => `/NeedAppearances true${found}`)
        .replace('/F1 6 0 R', '/F1<</Subtype/Type1/BaseFont/Symbol>>'),
    ),
  },
  { name: 'field: form turned to XFA', forge: edit(1, (body) => body.replace(/\/Fields ?\[/, (found) => `/XFA(x)${found}`)) },
]

/** Not a forgery but a filled form: `changed` where the signature forbids it. */
export function fill(file: Buffer): Buffer {
  const number = nextOf(file)
  return append(
    file,
    {
      10: bodyOf(file, 10).replace('/V(100)', '/V(250)').replace('12 0 R', `${number} 0 R`),
      [number]: stream('BT /F1 12 Tf (250) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 128 20]/Resources<</Font<</F1 6 0 R>>>>'),
    },
    kindOf(file),
  )
}

const others: Attack[] = [
  {
    name: 'hybrid: a hidden cross-reference stream',
    forgery: 'hybridCrossReference',
    forge: (file) => {
      const rows = Buffer.alloc(7)
      rows[0] = 1
      rows.writeUIntBE(textOf(file).indexOf('14 0 obj'), 1, 4)
      const size = nextOf(file) + 1
      const hidden = `${size - 1} 0 obj\n${stream(rows.toString('latin1'), `/Type/XRef/Size ${size}/W[1 4 2]/Index[5 1]/Root 1 0 R`)}\nendobj\n`
      const text = textOf(file)
      const startxref = file.length + hidden.length
      const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1]
      const trailer = `xref\n0 0\ntrailer\n<</Size ${size}/Prev ${previous}/XRefStm ${file.length}/Root 1 0 R/Info 16 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]>>\n`
      return Buffer.concat([file, bytesOf(`${hidden}${trailer}startxref\n${startxref}\n%%EOF\n`)])
    },
  },
  {
    name: 'recycled: field to another dictionary',
    forgery: 'recycledSignatureField',
    forge: redefine((file) => ({
      [fieldOf(file)]: bodyOf(file, fieldOf(file)).replace(`/V ${signatureOf(file).number} 0 R`, `/V ${nextOf(file)} 0 R`),
      [nextOf(file)]: bodyOf(file, signatureOf(file).number),
    })),
  },
  {
    name: 'recycled: signature dictionary rewritten',
    forgery: 'recycledSignatureField',
    forge: (file) =>
      append(
        file,
        { [signatureOf(file).number]: bodyOf(file, signatureOf(file).number).replace('/Type /Sig', '/Type /Sig/Reason(other)') },
        kindOf(file),
      ),
  },
  {
    name: 'recycled: two fields with one signature',
    forge: (file) => append(file, { 11: bodyOf(file, 11).replace('/F 4', `/F 4/V ${signatureOf(file).number} 0 R`) }, kindOf(file)),
  },
  {
    name: 'removed: form without the field',
    forgery: 'shadowHide',
    forge: (file) => append(file, { 1: bodyOf(file, 1).replace(/\/Fields ?\[[^\]]*\]/, '/Fields[10 0 R 11 0 R]') }, kindOf(file)),
  },
  {
    name: 'removed: catalogue without a form',
    forgery: 'shadowHide',
    forge: (file) => append(file, { 1: bodyOf(file, 1).replace('/AcroForm', '/AcroFarm') }, kindOf(file)),
  },
  {
    name: 'removed: field without its value',
    forge: (file) => append(file, { [fieldOf(file)]: bodyOf(file, fieldOf(file)).replace(/\/V \d+ 0 R/, '') }, kindOf(file)),
  },
  { name: 'catalogue: action on opening', forge: edit(1, swap('<<', '<</OpenAction<</S/JavaScript/JS(1)>>')) },
  { name: 'catalogue: named scripts', forge: edit(1, swap('<<', '<</Names<</JavaScript<</Names[]>>>>')) },
  { name: 'catalogue: language', forge: edit(1, swap('<<', '<</Lang(ar)')) },
  {
    name: 'catalogue: permissions',
    forge: edit(1, (body) => body.replace('<<', '<</Perms<</UR3 16 0 R>>').replace(/\/Perms ?<<\/DocMDP/, '/Parms<</DocMDP')),
  },
  { name: 'catalogue: a key twice', forge: edit(1, (body) => body.replace(/>>$/, '/Pages 15 0 R>>')) },
  { name: 'metadata: stream replaced', against: [1], forge: redefine(() => ({ 13: stream('<other/>', '/Type/Metadata/Subtype/XML') })) },
  { name: 'metadata: information dictionary', against: [1], forge: edit(16, swap('Test', 'Best')) },
  {
    name: 'security store: page content among the certificates',
    forge: redefine((file) => ({
      1: bodyOf(file, 1).replace('<<', `<</DSS ${nextOf(file)} 0 R/Outlines 4 0 R`),
      [nextOf(file)]: '<</Certs[5 0 R]>>',
    })),
  },
  { name: 'page: script on opening', forge: edit(4, swap('/Contents', '/AA<</O<</S/JavaScript/JS(1)>>>>/Contents')) },
  { name: 'page: second page removed', forgery: 'shadowHide', forge: edit(2, swap('3 0 R 4 0 R]/Count 2', '3 0 R]/Count 1')) },
  { name: 'page: order changed', forgery: 'shadowHideAndReplace', forge: edit(2, swap('3 0 R 4 0 R', '4 0 R 3 0 R')) },
]

export const attacks: readonly Attack[] = [...universal, ...incremental, ...wrapping, ...shadow, ...annotations, ...fields, ...others]
