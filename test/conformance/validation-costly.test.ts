/** What a revision after a signature may cost to compare: no more than reading it. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { leftBehind } from '#test/oldGeneration.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf, fill } from './validation-attacks.ts'
import { anchors, freshAnswers, signFile, signedAt } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { handmade } from './validation-handmade.ts'

const validate = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
/** Of the processor's time, as other tests run beside: each of these took minutes, or more than anybody could wait. */
const mostMs = 10_000

function judgedInTime(bytes: Uint8Array) {
  const from = process.cpuUsage()
  const report = validate(bytes)
  const { user, system } = process.cpuUsage(from)
  expect((user + system) / 1000).toBeLessThan(mostMs)
  return report
}

function validatedInTime(bytes: Uint8Array) {
  const report = judgedInTime(bytes)
  expect(report.signatures).toHaveLength(1)
  return report
}

const times = (count: number, of: (i: number) => string) => Array.from({ length: count }, (_, i) => of(i)).join(' ')
const catalogue = (entries: string) => contract()[1]!.replace('/Type/Catalog', `/Type/Catalog${entries}`)

test('of a file that was verified nothing is kept', async () => {
  const signed = await signFile(readFileSync(new URL('../fixtures/pdf/libreoffice.pdf', import.meta.url)), { level: 'B-LTA' })
  for (let i = 0; i < 100; i++) validate(signed)
  // a file that is held leaves 80,000 octets; of one that is not, V8 makes some objects old at once: 4,000 or, as it decides, up to 24,000
  let least = Infinity
  for (let again = 0; again < 6 && least >= 40_000; again++) least = Math.min(least, await leftBehind(400, () => validate(signed)))
  expect(least).toBeLessThan(40_000)
})

describe('within the time that reading takes', () => {
  test('400 revisions of 50,000 objects, one of which has two entries', () => {
    const numbers = Array.from({ length: 50_000 }, (_, i) => 20 + i)
    const all = { ...contract(), ...Object.fromEntries(numbers.map((number) => [number, '(text)'])) }
    const parts = [file(all).toString('latin1').replace('trailer', '20 1\n0000000000 65535 f \ntrailer')]
    let [length, previous] = [parts[0]!.length, /startxref\s+(\d+)\s+%%EOF\s*$/.exec(parts[0]!)![1]]
    for (let i = 0; i < 400; i++) {
      const object = `16 0 obj\n<</Title(${i})>>\nendobj\n`
      const startxref = length + object.length
      const entry = `${String(length).padStart(10, '0')} 00000 n `
      parts.push(`${object}xref\n16 1\n${entry}\ntrailer\n<</Size 50020/Root 1 0 R/Prev ${previous}>>\nstartxref\n${startxref}\n%%EOF\n`)
      length += parts.at(-1)!.length
      previous = String(startxref)
    }
    expect(judgedInTime(Buffer.from(parts.join(''), 'latin1'))).toMatchObject({
      document: 'unsigned',
      findings: [{ code: 'noSignatures' }],
    })
  })

  test('50,000 objects that are written again', () => {
    const numbers = Array.from({ length: 50_000 }, (_, i) => 100 + i)
    const objects = (text: string): Objects => Object.fromEntries(numbers.map((number) => [number, text]))
    const all = { 9: `<</Type/Encoding/All[${numbers.map((number) => `${number} 0 R`).join(' ')}]>>` }
    const report = validatedInTime(append(handmade({ objects: { ...all, ...objects('(before)') } }), objects('(after)')))
    expect(report.signatures[0]!.changesAfter).toHaveLength(numbers.length)
  })

  const tagged: Objects = {
    1: catalogue('/StructTreeRoot 20 0 R'),
    20: '<</Type/StructTreeRoot/K 21 0 R/ParentTree 22 0 R/ParentTreeNextKey 0>>',
    21: '<</S/Document/P 20 0 R/K[]>>',
    22: '<</Nums[]>>',
  }

  test('structure elements that lead to one another in many ways', () => {
    const levels = Array.from({ length: 7 }, (_, i) => [30 + i, `<</S/Form/P 21 0 R/K[${times(60, () => `${31 + i} 0 R`)}]>>`] as const)
    const leaf = '<</Type/OBJR/Obj 10 0 R>>'
    const grown = { ...Object.fromEntries(levels), 37: leaf, 21: '<</S/Document/P 20 0 R/K[30 0 R]>>' }
    const report = validatedInTime(append(handmade({ objects: tagged }), grown))
    expect(report.signatures[0]!.changesAfter).toMatchObject([{ code: 'structureExtended', allowed: true }])
  })

  test('a parent tree whose nodes stand in it again and again', () => {
    const kids = times(2_000, () => '23 0 R')
    const tree: Objects = {
      22: `<</Kids[${kids}]>>`,
      23: `<</Kids[${times(2_000, () => '24 0 R')}]>>`,
      24: `<</Nums[${times(20_000, (i) => `${i} 21 0 R`)}]>>`,
    }
    const bytes = handmade({ objects: { ...tagged, ...tree } })
    validatedInTime(append(bytes, { 22: `<</Kids[${kids} 24 0 R]>>` }))
  })

  test('XMP of one long text', () => {
    const packet = (text: string) => stream(text, '/Type/Metadata/Subtype/XML')
    const long = `<a>${'x'.repeat(250_000)}<b`
    validatedInTime(append(handmade({ objects: { 13: packet(long) } }), { 13: packet(`${long}c`) }))
  })

  test('4,000 pages with the same 4,000 annotations, and a signature that no field leads to', () => {
    const pages = Array.from(
      { length: 4_000 },
      (_, i) => [1_000 + i, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots 900 0 R>>'] as const,
    )
    const notes = Array.from({ length: 4_000 }, (_, i) => [10_000 + i, '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>'] as const)
    const objects = {
      ...Object.fromEntries([...pages, ...notes]),
      2: `<</Type/Pages/Kids[3 0 R 4 0 R ${times(pages.length, (i) => `${1_000 + i} 0 R`)}]/Count ${2 + pages.length}>>`,
      900: `[${times(notes.length, (i) => `${10_000 + i} 0 R`)}]`,
      901: '(/ByteRange)',
    }
    validatedInTime(fill(handmade({ objects })))
  })

  test.each([
    ['are taken away', () => '[]'],
    ['stand in another order', (list: readonly string[]) => `[${list.toReversed().join(' ')}]`],
  ])('2,000 pages with the same 2,000 annotations, which %s', (_, later) => {
    const list = Array.from({ length: 2_000 }, (__, i) => `${10_000 + i} 0 R`)
    const pages = list.map((__, i) => [1_000 + i, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots 900 0 R>>'] as const)
    const notes = list.map((__, i) => [10_000 + i, '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>'] as const)
    const objects = {
      ...Object.fromEntries([...pages, ...notes]),
      2: `<</Type/Pages/Kids[3 0 R 4 0 R ${times(pages.length, (i) => `${1_000 + i} 0 R`)}]/Count ${2 + pages.length}>>`,
      900: `[${list.join(' ')}]`,
    }
    expect(validatedInTime(append(handmade({ objects }), { 900: later(list) })).indication).toBe('TOTAL-FAILED')
  })

  test('60,000 annotations that stand in the list of a page', () => {
    const signed = handmade({})
    const page = bodyOf(signed, 3).replace(/\/Annots ?\[/, `/Annots[${'<</Subtype/Ink>>'.repeat(60_000)}`)
    expect(validatedInTime(append(signed, { 3: page })).signatures[0]!.changesAfter[0]?.code).toBe('annotationUnjudged')
  })

  test('a signature that the form names 20,000 times, whose appearance has 40,000 texts', async () => {
    const shown = `BT /F1 1 Tf ${'(a) Tj '.repeat(40_000)}ET`
    const objects = (first: number) => ({
      ref: first,
      objects: [Buffer.from(`${first} 0 obj\n${stream(shown, '/Type/XObject/Subtype/Form/BBox[0 0 9 9]')}\nendobj\n`)],
    })
    const signed = await signFile(handmade({}), { rectangle: [400, 20, 409, 29], appearance: { objects, width: 9, height: 9 } })
    const [root, form] = [bodyOf(signed, 1), /\/AcroForm (\d+) 0 R/.exec(bodyOf(signed, 1))]
    const [number, body] = form ? [Number(form[1]), bodyOf(signed, Number(form[1]))] : [1, root]
    const named = body.replace(
      /\/Fields ?\[([^\]]*?)(\d+ 0 R)\]/,
      (_, others: string, last: string) => `/Fields [${others}${`${last} `.repeat(20_000)}]`,
    )
    expect(named).not.toBe(body)
    judgedInTime(append(signed, { [number]: named }))
  })

  test('8,000 fields whose appearances are drawn with the same 8,000 fonts, and then one more', () => {
    const all = Array.from({ length: 8_000 }, (_, i) => i)
    const fonts = (more = '') => `<<${times(all.length, (i) => `/F${i} 6 0 R`)}${more}>>`
    const field = (i: number, value: string) =>
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(f${i})/V(${value})/Rect[0 0 9 9]/DA(/F1 12 Tf)/AP<</N ${30_000 + i} 0 R>>>>`
    const fields = (value: string) => Object.fromEntries(all.map((i) => [20_000 + i, field(i, value)]))
    const drawn = all.map((i) => [30_000 + i, stream('', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 900 0 R')] as const)
    const form = contract()[1]!.replace('/Fields[', `/Fields[${times(all.length, (i) => `${20_000 + i} 0 R`)} `)
    const objects = { ...fields('1'), ...Object.fromEntries(drawn), 1: form, 900: '<</Font 901 0 R>>', 901: fonts() }
    judgedInTime(append(handmade({ objects }), { ...fields('2'), 901: fonts('/More 6 0 R') }))
  })

  test.each([
    ['8,000 pages', () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Annots 900 0 R>>'],
    ['8,000 keys', (i: number) => `<</Key${i} 900 0 R>>`],
  ])('one list of 8,000 fields, all filled in, under %s', (_, holder) => {
    const holders = Array.from({ length: 8_000 }, (__, i) => [1_000 + i, holder(i)] as const)
    const field = (i: number, value: string) => [20_000 + i, `<</FT/Tx/T(f${i})/V(${value})/DA(/F1 12 Tf)>>`] as const
    const fields = (value: string) => Object.fromEntries(Array.from({ length: 8_000 }, (__, i) => field(i, value)))
    const list = times(8_000, (i) => `${20_000 + i} 0 R`)
    const before = handmade({
      objects: {
        ...Object.fromEntries(holders),
        ...fields(''),
        1: contract()[1]!.replace('/Fields[', `/Fields[${list} `),
        900: `[${list}]`,
      },
    })
    judgedInTime(append(before, fields('250')))
  })

  test('8,000 widgets of one field, all filled in', () => {
    const numbers = Array.from({ length: 8_000 }, (_, i) => 1_000 + i)
    const kids = times(numbers.length, (i) => `${1_000 + i} 0 R`)
    const widgets = (appearance: number) =>
      numbers.map(
        (number) => [number, `<</Type/Annot/Subtype/Widget/Parent 10 0 R/Rect[72 500 200 520]/AP<</N ${appearance} 0 R>>>>`] as const,
      )
    const field = (value: string) => `<</FT/Tx/T(amount)/V(${value})/Kids[${kids}]>>`
    const shown = stream('BT /F1 12 Tf (250) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 128 20]/Resources<</Font<</F1 6 0 R>>>>')
    const before = handmade({
      objects: { ...Object.fromEntries(widgets(12)), 3: contract()[3]!.replace('/Annots[10 0 R', `/Annots[${kids}`), 10: field('100') },
    })
    const report = validatedInTime(append(before, { ...Object.fromEntries(widgets(20_000)), 10: field('250'), 20_000: shown }))
    expect(report.signatures[0]!.changesAfter[0]).toMatchObject({ code: 'fieldFilled', field: 'amount' })
  })

  test('16,000 annotations over 80,000 texts', () => {
    const numbers = Array.from({ length: 16_000 }, (_, i) => 1_000 + i)
    const content = stream(`BT /F1 1 Tf ${'1 0 0 1 100 100 Tm (a) Tj '.repeat(80_000)}ET`)
    const before = handmade({ objects: { 5: content } })
    const notes = numbers.map(
      (number) => [number, '<</Type/Annot/Subtype/Underline/Rect[1 1 9 9]/QuadPoints[50 71 55 71 50 69 55 69]>>'] as const,
    )
    const page = contract()[3]!.replace('/Annots[', `/Annots[${times(numbers.length, (i) => `${1_000 + i} 0 R`)} `)
    validatedInTime(append(before, { ...Object.fromEntries(notes), 3: page }))
  })

  test('490 revisions of 250,000 objects', () => {
    const metadata = contract()[13]!
    const parts = [handmade({ objects: Object.fromEntries(Array.from({ length: 250_000 }, (_, i) => [1_000 + i, 'null'])) })]
    let [length, previous] = [
      parts[0]!.length,
      /startxref\s+(\d+)\s+%%EOF\s*$/.exec(parts[0]!.toString('latin1', parts[0]!.length - 100))![1]!,
    ]
    const trailer = /\/Root[^]*?\/ID\s*\[[^\]]*\]/.exec(parts[0]!.toString('latin1', length - 1_000))![0]
    for (let i = 0; i < 490; i++) {
      const at = length + metadata.length + '13 0 obj\n\nendobj\n'.length
      const table = `xref\n13 1\n${String(length).padStart(10, '0')} 00000 n \ntrailer\n<</Size 251000/Prev ${previous}${trailer}>>`
      parts.push(Buffer.from(`13 0 obj\n${metadata}\nendobj\n${table}\nstartxref\n${at}\n%%EOF\n`))
      length += parts.at(-1)!.length
      previous = String(at)
    }
    expect(validatedInTime(Buffer.concat(parts)).indication).toBe('TOTAL-PASSED')
  })

  describe('a form of many fields', () => {
    const fields = (count: number, entries: string): Objects =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [1_000 + i, `<</FT/Tx/T(f${i})${entries}>>`]))
    const kids = (count: number) => times(count, (i) => `${1_000 + i} 0 R`)
    const form = (named: string) => contract()[1]!.replace('/Fields[', `/Fields[${named} `)

    test('below one whose name has 400,000 characters', () => {
      const objects = {
        ...fields(4_000, '/Parent 900 0 R/V(1)'),
        1: form('900 0 R'),
        900: `<</T(${'n'.repeat(400_000)})/Kids[${kids(4_000)}]>>`,
      }
      const report = judgedInTime(append(handmade({ objects }), fields(4_000, '/Parent 900 0 R/V(2)')))
      expect(report).toMatchObject({ indication: 'INDETERMINATE', findings: [{ code: 'fileTooComplex' }] })
    })

    test('under a lock that names 60,000 others', () => {
      const lock = `/V 17 0 R/Lock<</Type/SigFieldLock/Action/Exclude/Fields[${times(60_000, (i) => `(other${i})`)}]>>`
      const objects = { ...fields(15_000, '/V(1)'), 1: form(kids(15_000)), 11: contract()[11]!.replace('/FT/Sig', `/FT/Sig${lock}`) }
      const report = validatedInTime(append(handmade({ objects }), fields(15_000, '/V(2)')))
      expect(report.signatures[0]!.changesAfter[0]).toMatchObject({ code: 'fieldFilledAgainstLock', field: 'f0' })
    })

    test('that share a value of 400,000 characters', () => {
      const shown = '/Type/Annot/Subtype/Widget/Rect[0 0 99 99]/AP<</N 12 0 R>>'
      const objects = { ...fields(4_000, `/V 900 0 R${shown}`), 1: form(kids(4_000)), 900: `(${'a'.repeat(400_000)})` }
      const report = validatedInTime(
        append(handmade({ objects }), { ...fields(4_000, `/V 901 0 R${shown}`), 901: `(${'b'.repeat(400_000)})` }),
      )
      expect(report.signatures[0]!.changesAfter[0]).toMatchObject({ code: 'fieldUnjudged', field: 'f0' })
    })
  })

  describe('pages that share what is large', () => {
    const count = 2_000
    const pages = (entries: string): Objects =>
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [1_000 + i, `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]${entries}>>`] as const),
      )
    const tree = `<</Type/Pages/Kids[3 0 R 4 0 R ${times(count, (i) => `${1_000 + i} 0 R`)}]/Count ${count + 2}>>`
    const fonts = (number: number) => `<</Font<<${times(number, (i) => `/F${i} 6 0 R`)}>>>>`
    const streams: Objects = { 9_001: stream('q'), 9_002: stream('Q'), 9_003: stream('0 0 9 9 re f') }
    const before = (entries: string, objects: Objects) => handmade({ objects: { ...pages(entries), 2: tree, ...objects } })

    test.each([
      ['framed', '[9001 0 R 7 0 R 9002 0 R]', undefined],
      ['added to', '[7 0 R 9003 0 R]', 'pageChanged'],
    ])('resources of 20,000 fonts, and the content of each page is %s', (_, contents, code) => {
      const bytes = before('/Resources 900 0 R/Contents 7 0 R', { 900: fonts(20_000) })
      const report = validatedInTime(append(bytes, { ...streams, ...pages(`/Resources 900 0 R/Contents ${contents}`) }))
      expect(report.signatures[0]!.changesAfter[0]?.code).toBe(code)
    })

    test('resources of 20,000 fonts that have one more', () => {
      const bytes = before('/Resources 900 0 R/Contents 7 0 R', { 900: fonts(20_000) })
      const after = { ...streams, ...pages('/Resources 900 0 R/Contents[7 0 R 9003 0 R]'), 900: fonts(20_001) }
      expect(validatedInTime(append(bytes, after)).signatures[0]!.changesAfter[0]?.code).toBe('pageChanged')
    })

    test('a list of 40,000 streams', () => {
      const list = times(40_000, () => '7 0 R')
      const bytes = before('/Resources 900 0 R/Contents 901 0 R', { 900: fonts(1), 901: `[${list}]` })
      const after = { ...streams, ...pages('/Resources 900 0 R/Contents 902 0 R'), 902: `[${list} 9003 0 R]` }
      expect(validatedInTime(append(bytes, after)).signatures[0]!.changesAfter[0]?.code).toBe('pageChanged')
    })

    test('60,000 fonts, and streams that change nothing of what is drawn', () => {
      const bytes = before('/Resources 900 0 R/Contents 7 0 R', { 900: fonts(60_000) })
      const after = append(bytes, { ...streams, ...pages('/Resources 900 0 R/Contents[9001 0 R 7 0 R 9002 0 R]') })
      expect(validatedInTime(after).indication).toBe('TOTAL-PASSED')
    })
  })

  test('400 objects that are one text, each with the heads of those behind it as a comment', () => {
    const bytes = handmade({})
    const head = (i: number) => `${20_000 + i} 0 obj %`
    const heads = Array.from({ length: 400 }, (_, i) => head(i))
    const offsets = Object.fromEntries(heads.map((_, i) => [20_000 + i, bytes.length + i * head(0).length]))
    const body = `<<${times(20_000, (i) => `/F${i} 6 0 R`)}>>`
    const report = judgedInTime(append(bytes, {}, { before: `${heads.join('')}\n${body}\nendobj\n`, offsets }))
    expect(report).toMatchObject({ indication: 'INDETERMINATE', findings: [{ code: 'fileTooComplex' }] })
  })

  describe('4,000 that share one list of 32,000', () => {
    const many = Array.from({ length: 4_000 }, (_, i) => 1_000 + i)
    const each = (body: string): Objects => Object.fromEntries(many.map((number) => [number, body]))
    const references = (more = '') => `[${many.map((number) => `${number} 0 R`).join(' ')}${more}]`
    const list = `[${times(32_000, () => '82 0 R')}]`
    const tree = (entries: string, objects: Objects): Objects => ({
      1: catalogue('/StructTreeRoot 80 0 R'),
      80: `<</Type/StructTreeRoot${entries}>>`,
      82: '<</S/P/P 80 0 R/K 0/Pg 3 0 R>>',
      ...objects,
    })
    const numbered = (node: number) => times(4_000, (i) => `${i} ${node} 0 R`)
    const digest = (i: number) => `/${i.toString(16).toUpperCase().padStart(40, '0')}`
    const store = (lists: number): Objects => ({
      90: `<</Certs ${lists} 0 R/VRI<<${times(4_000, (i) => `${digest(i)}<</Cert ${lists} 0 R/OCSP ${lists} 0 R/CRL ${lists} 0 R>>`)}>>>>`,
      [lists]: `[${times(32_000, () => '96 0 R')}]`,
      96: stream('x'),
    })

    test.each<[string, Objects, Objects]>([
      [
        'elements, which say on which page they are',
        tree(`/K${references()}`, { ...each('<</S/P/P 80 0 R/K 83 0 R>>'), 83: list }),
        each('<</S/P/P 80 0 R/K 83 0 R/Pg 3 0 R>>'),
      ],
      [
        'new elements',
        tree('/K 82 0 R', {}),
        {
          80: `<</Type/StructTreeRoot/K${references(' 82 0 R')}>>`,
          ...each('<</S/Form/P 80 0 R/K 95 0 R>>'),
          95: `[${times(32_000, () => '96 0 R')}]`,
          96: '<</Type/OBJR/Obj 11 0 R>>',
        },
      ],
      [
        'numbers of the parent tree',
        tree('/K 82 0 R/ParentTree 85 0 R', { 83: list, 84: list, 85: `<</Nums[${numbered(83)}]>>` }),
        { 85: `<</Nums[${numbered(84)}]>>` },
      ],
      [
        'nodes of the parent tree',
        tree('/K 82 0 R/ParentTree 85 0 R', {
          ...each('<</Nums 83 0 R>>'),
          83: `[${times(32_000, (i) => `${i} 82 0 R`)}]`,
          85: `<</Kids${references()}>>`,
        }),
        { 80: '<</Type/StructTreeRoot/K 82 0 R/ParentTree 85 0 R/ParentTreeNextKey 9>>' },
      ],
      [
        'check boxes, each with another state later',
        {
          1: contract()[1]!.replace('/Fields[', `/Fields[${many.map((number) => `${number} 0 R`).join(' ')} `),
          ...each('<</T(a)/FT/Btn/Subtype/Widget/Rect[0 0 1 1]/AP<</N 83 0 R>>/AS/n1>>'),
          83: `<<${times(32_000, (i) => `/n${i} 84 0 R`)}>>`,
          84: stream('', '/Type/XObject/Subtype/Form/BBox[0 0 1 1]'),
        },
        each('<</T(a)/FT/Btn/Subtype/Widget/Rect[0 0 1 1]/AP<</N 83 0 R>>/AS/n2/V/n2>>'),
      ],
      ['signatures in a new security store', {}, { 1: catalogue('/DSS 90 0 R'), ...store(95) }],
      ['signatures in a security store that was there', { 1: catalogue('/DSS 90 0 R'), ...store(95) }, store(97)],
    ])('%s', (_, objects, later) => {
      validatedInTime(append(handmade({ objects }), later))
    })
  })
})
