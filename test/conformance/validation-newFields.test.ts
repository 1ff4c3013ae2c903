/** Fields that a later signature or time stamp brings along, and what readers show of them. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import type { SignatureReport } from '#pki/validation/report.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { countersigned } from './validation-handmade.ts'

const validate = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
/** Of the first signature, which is the one that says what came after it. */
function first(bytes: Uint8Array) {
  const { indication, changesAfter } = validate(bytes).signatures[0]!
  return { indication, changes: changesAfter.map(({ code }) => code) }
}
const signed = await signFile(file(contract()))
const [field, signature, appearance] = [60, 61, 62]
const over = '/Rect[72 690 400 720]'
const blank = { [appearance]: stream('1 g 0 0 600 900 re f', '/Type/XObject/Subtype/Form/BBox[0 0 600 900]') }

function withField(widget: string, kind: 'signature' | 'timestamp') {
  return first(countersigned(signed, laterField(widget), signature, kind))
}
function laterField(widget: string, original = signed): Objects {
  return {
    ...blank,
    1: bodyOf(original, 1).replace(/\/Fields ?\[/, `/Fields[${field} 0 R `),
    3: bodyOf(original, 3).replace(/\/Annots ?\[/, `/Annots[${field} 0 R `),
    [field]: `<</Type/Annot/FT/Sig/T(Second)/V ${signature} 0 R/P 3 0 R/F 4${widget}>>`,
  }
}

test.each([
  ['a free text', `/Subtype/FreeText${over}/Contents(I owe you nothing)/DA(/Helv 18 Tf)`],
  ['a square with a broad line', `/Subtype/Square${over}/BS<</W 30>>`],
  ['nothing that says what it is', `${over}/AP<</N ${appearance} 0 R>>`],
])('a signature field that is %s', (_, widget) => {
  for (const kind of ['signature', 'timestamp'] as const) {
    const { indication, changes } = withField(widget, kind)
    expect(indication).toBe('TOTAL-FAILED')
    expect(changes).toContain('fieldAdded')
  }
})

test.each([
  ['a ground', `${over}/MK<</BG[1 1 1]>>`],
  ['a broad border', `${over}/MK<</BC[0 0 0]>>/BS<</W 15>>`],
  ['a rectangle of five numbers', `/Rect[72 690 400 720 0]/AP<</N ${appearance} 0 R>>`],
])('a widget with %s over what was signed', (_, entries) => {
  const { indication, changes } = withField(`/Subtype/Widget${entries}`, 'timestamp')
  expect(indication).toBe('INDETERMINATE')
  expect(changes).toContain('signatureUnjudged')
})

describe('an appearance that a reader draws beyond its widget', () => {
  const passed = { indication: 'TOTAL-PASSED', changes: ['signatureAdded'] }
  const unjudged = { indication: 'INDETERMINATE', changes: ['signatureUnjudged'] }
  const frameless = stream('1 g 0 0 600 900 re f', '/Type/XObject/Subtype/Form')
  const words = stream('BT /F1 9 Tf (not) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 99 99]/Resources<</Font<</F1 6 0 R>>>>')
  test.each([
    ['without a frame', '/Rect[300 60 400 90]', frameless, unjudged],
    ['without a frame, of a widget without an extent', '/Rect[0 0 0 0]', frameless, unjudged],
    ['letters, of a widget without an extent', '/Rect[72 700 72 700]', words, unjudged],
    ['letters, of a widget without a height', '/Rect[72 700 172 700]', words, unjudged],
    ['of a widget without a rectangle, which MuPDF draws over all of the page', '', blank[appearance]!, unjudged],
    ['of nothing, of a widget without a rectangle', '', stream('q Q', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'), passed],
    ['letters of a signature that is not to be seen (Acrobat)', '/Rect[0 0 0 0]', words, passed],
  ])('%s', (_, place, drawn, verdict) => {
    const bytes = countersigned(
      signed,
      { ...laterField(`/Subtype/Widget${place}/AP<</N ${appearance} 0 R>>`), [appearance]: drawn },
      signature,
    )
    expect(first(bytes)).toEqual(verdict)
  })
})

test.each([
  ['over what was signed', over, 'sneakySignatureAttack'],
  ['where nothing was', '/Rect[300 60 400 90]', undefined],
])('a signature that is none, %s', (_, place, forgery) => {
  const bytes = countersigned(signed, laterField(`/Subtype/Widget${place}/AP<</N ${appearance} 0 R>>`), signature)
  bytes.write('3003', bytes.lastIndexOf('/Contents <3') + '/Contents <'.length, 'latin1')
  const [{ indication, changesAfter }] = validate(bytes).signatures as [SignatureReport]
  const unfinished = changesAfter.find(({ code }) => code === 'signatureUnfinished')
  expect([indication, unfinished?.allowed, unfinished?.forgery]).toEqual(['TOTAL-FAILED', false, forgery])
})

test('a widget that shows nothing, or stands where nothing was', () => {
  expect(withField('/Subtype/Widget/Rect[0 0 0 0]', 'timestamp')).toEqual({ indication: 'TOTAL-PASSED', changes: ['timestampAdded'] })
  const beside = withField(`/Subtype/Widget/Rect[300 60 400 90]/AP<</N ${appearance} 0 R>>`, 'signature')
  expect(beside).toEqual({ indication: 'TOTAL-PASSED', changes: ['signatureAdded'] })
  const ground = withField(`/Subtype/Widget/Rect[72 700 72 700]/AP<</N ${appearance} 0 R>>`, 'signature')
  expect(ground).toEqual({ indication: 'TOTAL-PASSED', changes: ['signatureAdded'] })
})

test.each(['/AP[61 0 R]', '/AP true', `/AP<</N ${appearance} 0 R>>/AS[0]`])(
  'a widget with %s, for which MuPDF does not show the page',
  (entries) => {
    for (const kind of ['signature', 'timestamp'] as const)
      expect(withField(`/Subtype/Widget/Rect[0 0 0 0]${entries}`, kind)).toEqual({
        indication: 'INDETERMINATE',
        changes: ['signatureUnjudged'],
      })
  },
)

test('a widget on two pages, empty where the first has it', () => {
  const pages = { 4: bodyOf(signed, 4).replace('/Contents', `/Annots[${field} 0 R]/Contents`) }
  const widget = `<</Type/Annot/Subtype/Widget/FT/Sig/T(Second)/V ${signature} 0 R/P 4 0 R/F 4${over}/AP<</N ${appearance} 0 R>>>>`
  const form = bodyOf(signed, 1).replace(/\/Fields ?\[/, `/Fields[${field} 0 R `)
  const annotated = bodyOf(signed, 3).replace(/\/Annots ?\[/, `/Annots[${field} 0 R `)
  const { indication, changes } = first(countersigned(signed, { ...blank, ...pages, 1: form, 3: annotated, [field]: widget }, signature))
  expect(indication).toBe('TOTAL-FAILED')
  expect(changes).toContain('fieldAdded')
})

describe('a field that is prepared for whoever signs next', () => {
  const beside = '/Rect[300 60 400 90]'
  const empty = { [appearance]: stream('q Q', '/Type/XObject/Subtype/Form/BBox[0 0 100 30]') }
  const waiting = (widget: string, original = signed): Objects => {
    const later = laterField(`/Subtype/Widget${widget}`, original)
    return { ...later, [field]: later[field]!.replace(`/V ${signature} 0 R`, '') }
  }
  const prepared = (widget: string, more: Objects = empty, original = signed) =>
    first(append(original, { ...waiting(widget, original), ...more }))
  const passes = { indication: 'TOTAL-PASSED', changes: ['fieldPrepared'] }

  test.each([
    ['iText, Pdftools', beside],
    ['pyHanko, EU DSS: with an appearance of nothing', `${beside}/AP<</N ${appearance} 0 R>>`],
    ['over what was signed, where it shows nothing', `${over}/MK<<>>`],
    ['on no page that is seen', '/Rect[0 0 0 0]'],
    ['a ground and a border where nothing was', `${beside}/MK<</BG[1 1 0.8]/BC[0 0 0]>>`],
    ['a lock for what comes then', `${beside}/Lock<</Type/SigFieldLock/Action/All>>`],
  ])('%s', (_, widget) => {
    expect(prepared(widget)).toEqual(passes)
  })

  test('and is signed by whom it was prepared for', async () => {
    const later = append(signed, { ...waiting(beside), ...empty })
    const body = bodyOf(later, field).replace(/>>$/, `/V ${signature} 0 R/AP<</N ${appearance} 0 R>>>>`)
    expect(first(countersigned(later, { ...blank, [field]: body }, signature))).toEqual({ ...passes, changes: ['signatureAdded'] })
  })

  test.each([
    ['a ground over what was signed', `${over}/MK<</BG[1 1 1]>>`, 'signatureUnfinished'],
    ['a picture that a signature could have', `${beside}/AP<</N ${appearance} 0 R>>`, 'signatureUnfinished'],
    ['an action', `${beside}/A<</S/URI/URI(https://example.com)>>`, 'actionChanged'],
  ])('not with %s', (_, widget, code) => {
    const { indication, changes } = prepared(widget, blank)
    expect(indication).toBe('TOTAL-FAILED')
    expect(changes).toContain(code)
  })

  test('not under a name that another field has', () => {
    const later = waiting(beside)
    const named = { ...later, [field]: later[field]!.replace('(Second)', '(amount)') }
    expect(first(append(signed, named))).toEqual({ indication: 'TOTAL-FAILED', changes: ['signatureUnfinished'] })
  })

  test.each([1, 2, 3] as const)('not in what is certified: DocMDP %i', async (permission) => {
    const certified = await signFile(file(contract()), { certify: permission })
    expect(prepared(beside, empty, certified)).toEqual({ ...passes, indication: 'TOTAL-FAILED' })
  })
})

test.each([
  ['a black square that is shown', '/Subtype/Square/IC[0 0 0]/C[0 0 0]', '2', '4'],
  ['a black square that is hidden', '/Subtype/Square/IC[0 0 0]/C[0 0 0]', '4', '2'],
  ['a free text that is shown', '/Subtype/FreeText/Contents(I owe you nothing)/DA(/Helv 14 Tf 0 g)', '2', '4'],
  ['a widget with a ground that is shown', '/Subtype/Widget/MK<</BG[1 1 1]>>', '2', '4'],
])('a field to sign, left unsigned, that is %s', async (_, entries, before, after) => {
  const widget = (flags: string) => `<</Type/Annot/FT/Sig/T(approval)${over}/P 3 0 R/F ${flags}${entries}>>`
  const original = await signFile(file({ ...contract(), 11: widget(before) }))
  expect(first(append(original, { 11: widget(after) })).indication).toBe('TOTAL-FAILED')
})

test('a hidden ground over the text that is shown by who signs there', async () => {
  const widget = (flags: string, value: string) =>
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(approval)${over}/P 3 0 R/F ${flags}/MK<</BG[1 1 1]>>${value}>>`
  const original = await signFile(file({ ...contract(), 11: widget('2', '') }))
  const shown = countersigned(original, { 11: widget('4', `/V ${signature} 0 R`) }, signature)
  expect(first(shown)).toEqual({ indication: 'INDETERMINATE', changes: ['signatureUnjudged'] })
})

describe('a field that waited in the form, on no page, until it is signed (EU DSS)', async () => {
  const widget = (rectangle: string, subtype = '/Subtype/Widget') => `<</Type/Annot${subtype}/FT/Sig/T(approval)/P 3 0 R/F 4${rectangle}>>`
  const signedOn = async (rectangle: string, value: string, prepared = widget(rectangle), later: Objects = { 11: widget(rectangle) }) => {
    const objects = contract()
    const original = await signFile(file({ ...objects, 3: objects[3]!.replace(/ ?11 0 R/, ''), 11: prepared }))
    const page = bodyOf(original, 3).replace(/\/Annots ?\[/, '/Annots[11 0 R ')
    const field = later[11]!.replace(/>>$/, `${value}>>`)
    return first(countersigned(original, { ...blank, 3: page, ...later, 11: field }, signature))
  }
  const shown = `/V ${signature} 0 R/AP<</N ${appearance} 0 R>>`

  test('where nothing was', async () => {
    expect(await signedOn('/Rect[300 60 400 90]', shown)).toEqual({ indication: 'TOTAL-PASSED', changes: ['signatureAdded'] })
  })

  test('over what was signed, words or a picture', async () => {
    const overPicture = '/Rect[80 610 180 650]'
    for (const rectangle of [over, overPicture])
      expect(await signedOn(rectangle, shown)).toEqual({ indication: 'INDETERMINATE', changes: ['signatureUnjudged'] })
  })

  test.each([
    ['what is not signed', '', undefined],
    ['what was a text', shown, '<</FT/Tx/T(approval)/V(100)>>'],
    ['what was signed already', shown, `<</FT/Sig/T(approval)/V 8 0 R>>`],
  ])('not %s', async (_, value, prepared) => {
    const { indication, changes } = await signedOn('/Rect[300 60 400 90]', value, prepared)
    expect(indication).toBe('TOTAL-FAILED')
    expect(changes).toContain('annotationAdded')
  })

  test.each<[string, string, Objects?]>([
    ['a note', '/Subtype/Text/Contents(I owe you nothing)'],
    ['nothing that says what it is', ''],
    ['a widget with an action', '/Subtype/Widget/A<</S/Named/N/NextPage>>'],
    ['a widget on another page as well', '/Subtype/Widget', { 4: contract()[4]!.replace('/Contents', '/Annots[11 0 R]/Contents') }],
  ])('not what is %s', async (_, subtype, beside = {}) => {
    const other = widget('/Rect[300 60 400 90]', subtype)
    expect((await signedOn('', shown, other, { 11: other, ...beside })).indication).toBe('TOTAL-FAILED')
  })
})

describe('a new field whose widget is an object of its own (pyHanko)', () => {
  const [widget, other] = [63, 64]
  const withWidget = (entries: string, below = '') => {
    const later = {
      ...blank,
      1: bodyOf(signed, 1).replace(/\/Fields ?\[/, `/Fields[${field} 0 R `),
      3: bodyOf(signed, 3).replace(/\/Annots ?\[/, `/Annots[${widget} 0 R `),
      [field]: `<</FT/Sig/T(Second)/V ${signature} 0 R/Kids[${widget} 0 R${below}]>>`,
      [widget]: `<</Type/Annot/Subtype/Widget/P 3 0 R/F 4/AP<</N ${appearance} 0 R>>${entries}>>`,
      [other]: `<</T(own)/FT/Sig/Parent ${field} 0 R>>`,
    }
    return first(countersigned(signed, later, signature))
  }

  test('where nothing was', () => {
    for (const parent of ['', `/Parent ${field} 0 R`])
      expect(withWidget(`/Rect[300 60 400 90]${parent}`)).toEqual({ indication: 'TOTAL-PASSED', changes: ['signatureAdded'] })
  })

  test('over what was signed', () => {
    expect(withWidget(over)).toEqual({ indication: 'INDETERMINATE', changes: ['signatureUnjudged'] })
  })

  test.each([
    ['another field below it', '/Rect[300 60 400 90]', ` ${other} 0 R`],
    ['a widget with an action', '/Rect[300 60 400 90]/A<</S/Named/N/NextPage>>', ''],
    ['what is no widget', '/Rect[300 60 400 90]/FT/Btn', ''],
    ['what is below another', '/Rect[300 60 400 90]/Parent 10 0 R', ''],
  ])('not with %s', (_, entries, below) => expect(withWidget(entries, below).indication).toBe('TOTAL-FAILED'))
})

describe('a structure tree that is begun for a new field, in place of one that said nothing (iText in what LibreOffice wrote)', () => {
  const [root, outer, element, parents] = [70, 171, 172, 173]
  const tagged = { 1: contract()[1]!.replace('/Pages', '/StructTreeRoot<</Type/StructTreeRoot>>/Pages') }
  type Tree = { before?: Objects; entries?: string; says?: string; numbers?: string; onPage?: string; more?: Objects }
  const begun = async ({ before = tagged, entries = '/RoleMap<<>>', says = '', numbers = `0 ${element} 0 R`, onPage, more }: Tree) => {
    const original = await signFile(file({ ...contract(), ...before }))
    const catalogue = bodyOf(original, 1)
      .replace(/\/StructTreeRoot ?(<<.*?>>|\d+ 0 R)/, '')
      .replace(/\/Fields ?\[/, `/Fields[${field} 0 R `)
    const page = bodyOf(original, 3).replace(/\/Annots ?\[/, `${onPage ?? '/StructParents 1'}/Tabs/S/Annots[${field} 0 R `)
    const later = {
      ...blank,
      1: `<</StructTreeRoot ${root} 0 R${catalogue.slice(2)}`,
      3: page,
      [field]: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Second)/V ${signature} 0 R/P 3 0 R/F 4/Rect[0 0 0 0]/StructParent 0>>`,
      [root]: `<</Type/StructTreeRoot/K[${outer} 0 R]/ParentTree ${parents} 0 R/ParentTreeNextKey 2${entries}>>`,
      [outer]: `<</Type/StructElem/S/Document/P ${root} 0 R/K ${element} 0 R>>`,
      [element]: `<</Type/StructElem/S/Form/P ${outer} 0 R/Pg 3 0 R/K<</Type/OBJR/Obj ${field} 0 R>>${says}>>`,
      [parents]: `<</Nums[${numbers}]>>`,
      ...more,
    }
    return first(countersigned(original, later, signature))
  }

  test('says where the field is, and nothing else', async () => {
    expect(await begun({})).toEqual({ indication: 'TOTAL-PASSED', changes: ['signatureAdded', 'structureExtended'] })
    expect(await begun({ onPage: '' })).toEqual({ indication: 'TOTAL-PASSED', changes: ['signatureAdded', 'structureExtended'] })
  })

  const said = {
    1: contract()[1]!.replace('/Pages', '/StructTreeRoot 80 0 R/Pages'),
    80: '<</Type/StructTreeRoot/K 81 0 R>>',
    81: '<</S/P/P 80 0 R/K 0/Pg 3 0 R>>',
  }
  test.each<[string, Tree]>([
    ['says what is read aloud', { says: '/ActualText(I owe you nothing)' }],
    ['says what the page’s content is', { numbers: `0 ${element} 0 R 1[${element} 0 R]` }],
    [
      'says what is read aloud, of a page that had its number already',
      {
        before: { ...tagged, 3: contract()[3]!.replace('/Parent', '/StructParents 1/Parent') },
        onPage: '',
        numbers: `0 ${element} 0 R 1[174 0 R]`,
        more: { 174: `<</Type/StructElem/S/P/P ${root} 0 R/Pg 3 0 R/K 0/ActualText(I owe you nothing)>>` },
      },
    ],
    ['makes another role of one', { entries: '/RoleMap<</Form/P>>' }],
    ['has other entries', { entries: '/ClassMap<</C<</O/Layout>>>>' }],
    ['stands in place of one that said something', { before: said }],
    ['lay there before', { before: { ...tagged, [root]: '<</Type/StructTreeRoot>>' } }],
    ['leads to the page', { more: { [element]: `<</S/P/P ${outer} 0 R/Pg 3 0 R/K 0>>` } }],
    ['has no tree of numbers', { more: { [parents]: '[]' } }],
  ])('but not one that %s', async (_, tree) => {
    expect((await begun(tree)).indication).toBe('TOTAL-FAILED')
  })
})

describe('a list of elements that is an object of its own gains the element of a new field', () => {
  const [list, text, element] = [83, 82, 86]
  type Lists = { group?: string; grown?: string; leadsTo?: string }
  const extended = async ({ group = '', grown = `${text} 0 R ${element} 0 R`, leadsTo = `/Type/OBJR/Obj ${field} 0 R` }: Lists) => {
    const original = await signFile(
      file({
        ...contract(),
        1: contract()[1]!.replace('/Pages', '/StructTreeRoot 80 0 R/Pages'),
        80: '<</Type/StructTreeRoot/K 81 0 R>>',
        81: `<</S/Document/P 80 0 R/K ${list} 0 R${group}>>`,
        [text]: '<</S/P/P 81 0 R/K 0/Pg 3 0 R>>',
        [list]: `[${text} 0 R]`,
      }),
    )
    const later = {
      ...laterField('/Subtype/Widget/Rect[0 0 0 0]', original),
      [list]: `[${grown}]`,
      [element]: `<</S/Form/P 81 0 R/Pg 3 0 R/K<<${leadsTo}>>>>`,
    }
    return first(countersigned(original, later, signature))
  }

  test.each<[string, Lists]>([
    ['at its end', {}],
    ['at its beginning', { grown: `${element} 0 R ${text} 0 R` }],
  ])('%s', async (_, lists) => {
    expect(await extended(lists)).toEqual({ indication: 'TOTAL-PASSED', changes: ['signatureAdded', 'structureExtended'] })
  })

  test.each<[string, Lists]>([
    ['in place of another', { grown: `${element} 0 R` }],
    ['and the new one leads to the page', { leadsTo: '/Type/MCR/MCID 0/Pg 3 0 R' }],
    ['and is another list, too', { group: `/Ref ${list} 0 R` }],
  ])('but not: %s', async (_, lists) => {
    expect((await extended(lists)).indication).toBe('TOTAL-FAILED')
  })
})
