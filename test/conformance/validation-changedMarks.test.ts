/** Notes, drawings and links that stood in a document as it was signed, and what later revisions make of them. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { countersigned } from './validation-handmade.ts'

const [note, words, link, look, list] = [20, 21, 22, 23, 24]
const beside = '/Rect[400 300 440 330]'
const over = '/Rect[60 690 400 720]'
const form = (content: string) => stream(content, '/Type/XObject/Subtype/Form/BBox[0 0 40 30]')
const noteOf = (entries: string) => `<</Type/Annot/Subtype/Text/F 4/Rect[500 600 520 620]${entries}>>`
const wordsOf = (entries: string) => `<</Type/Annot/Subtype/FreeText/F 4/DA(/F1 9 Tf)${entries}>>`
const linkOf = (entries: string) => `<</Type/Annot/Subtype/Link${over}/A<</S/URI/URI(https://example.org/)>>${entries}>>`

/** The contract with a note, words in an empty place and a link over the sentence. */
const marked: Objects = {
  [note]: noteOf('/Contents(by Sunday)'),
  [words]: wordsOf(`${beside}/Contents(seen)/AP<</N ${look} 0 R>>`),
  [link]: linkOf(''),
  [look]: form('0 0 9 9 re f'),
}
const listed = (entries: string) => contract()[3]!.replace('/Annots[', `/Annots[${entries} `)
const all = `${note} 0 R ${words} 0 R ${link} 0 R`

type Case = { before?: Objects; onPage?: string; later: (signed: Buffer) => Objects; free?: number[]; certify?: 1 | 2 | 3 }
async function seen({ before = {}, onPage = all, later, free = [], certify }: Case) {
  const prepared = { ...contract(), ...marked, 3: listed(onPage), ...before }
  const signed = await signFile(file(prepared), certify && { certify })
  const { signatures, forgeries } = validateDocument(append(signed, later(signed), { free }), {
    anchors,
    at: signedAt,
    given: freshAnswers(signedAt),
  })
  const { indication, changesAfter } = signatures[0]!
  return { indication, forgeries, changes: [...new Set(changesAfter.map(({ code }) => code))], places: changesAfter[0]?.places }
}

/** The page whose list names these no more. */
const without =
  (...numbers: readonly number[]) =>
  (signed: Buffer): Objects => ({ 3: numbers.reduce((page, number) => page.replace(`${number} 0 R `, ''), bodyOf(signed, 3)) })

describe('for somebody to look at', () => {
  const removed = { indication: 'INDETERMINATE', forgeries: [], changes: ['annotationRemovalUnjudged'] }
  test.each<[string, Case]>([
    ['a note taken away', { later: without(note) }],
    ['a note taken away, and its number free', { later: without(note), free: [note] }],
    ['words taken away, with what they were drawn with', { later: without(words), free: [words, look] }],
    ['words from between others', { onPage: `${note} 0 R ${words} 0 R ${link} 0 R`, later: without(words) }],
    ['a link taken away', { later: without(link) }],
    ['all of them', { later: without(note, words, link), free: [note, words, link, look] }],
    ['where annotations may change', { later: without(note), certify: 3 }],
  ])('%s', async (_, one) => expect(await seen(one)).toMatchObject(removed))

  test('a list that is an object of its own, and goes with all in it', async () => {
    const before = {
      3: contract()[3]!.replace(/\/Annots\[.*?\]/, ''),
      4: contract()[4]!.replace('/Contents', `/Annots ${list} 0 R/Contents`),
      [list]: `[${all}]`,
    }
    const later = (signed: Buffer) => ({ 4: bodyOf(signed, 4).replace(`/Annots ${list} 0 R`, '') })
    const outcome = await seen({ before, later, free: [list, note, words, link, look] })
    expect(outcome).toMatchObject(removed)
    expect(outcome.places![0]!.page).toBe(2)
  })

  test('with the place where it stood', async () => {
    expect((await seen({ later: without(note) })).places).toEqual([{ page: 1, box: [500, 600, 520, 620] }])
  })

  test.each<[string, Objects]>([
    ['a note that says something else', { [note]: noteOf('/Contents(by Monday)/M(D:20260101)') }],
    ['words that were moved', { [words]: wordsOf(`/Rect[300 200 340 230]/Contents(seen)/AP<</N ${look} 0 R>>`) }],
    ['words that are drawn anew', { [words]: wordsOf(`${beside}/Contents(read)/AP<</N 30 0 R>>`), 30: form('9 9 9 9 re f') }],
    [
      'words that are drawn anew in the same object',
      { [words]: wordsOf(`${beside}/Contents(read)/AP<</N ${look} 0 R>>`), [look]: form('9 9 9 9 re f') },
    ],
  ])('%s', async (_, later) => {
    const edited = { indication: 'INDETERMINATE', forgeries: [], changes: ['annotationEditUnjudged'] }
    expect(await seen({ later: () => later })).toMatchObject(edited)
  })
})

describe('not allowed', () => {
  const drawn = { [words]: wordsOf(`${over}/Contents(seen)/AP<</N ${look} 0 R>>`), [look]: form('1 g 0 0 40 30 re f') }
  test.each<[string, Case]>([
    ['words that hid the sentence, taken away', { before: drawn, later: without(words) }],
    ['words that hid the sentence, moved away', { before: drawn, later: () => ({ [words]: wordsOf(`${beside}/AP<</N ${look} 0 R>>`) }) }],
    ['a note taken away where forms alone may be filled in', { later: without(note), certify: 2 }],
    ['a note changed where nothing may', { later: () => ({ [note]: noteOf('/Contents(by Monday)') }), certify: 1 }],
    ['a file taken away', { before: { [note]: '<</Type/Annot/Subtype/FileAttachment/Rect[500 600 520 620]/F 4>>' }, later: without(note) }],
    ['a field taken away', { later: without(11) }],
    ['another order', { later: (signed) => ({ 3: bodyOf(signed, 3).replace(`${note} 0 R ${words} 0 R`, `${words} 0 R ${note} 0 R`) }) }],
    ['a note taken away whose number means something else now', { later: (signed) => ({ ...without(note)(signed), [note]: form('') }) }],
    [
      'words taken away that were drawn with what the page draws',
      {
        before: { 3: listed(all).replace('/Im1 8 0 R', `/Im1 ${look} 0 R`) },
        later: without(words),
        free: [words, look],
      },
    ],
    [
      'words on two pages, moved on both',
      {
        before: { 4: contract()[4]!.replace('/Contents', `/Annots[${words} 0 R]/Contents`) },
        later: () => ({ [words]: wordsOf(`/Rect[300 200 340 230]/Contents(seen)/AP<</N ${look} 0 R>>`) }),
      },
    ],
    ['a link that leads elsewhere', { later: () => ({ [link]: linkOf('').replace('example.org', 'example.com') }) }],
    ['a note that does something', { later: () => ({ [note]: noteOf('/Contents(by Sunday)/A<</S/Named/N/NextPage>>') }) }],
    ['a note that became a stamp', { later: () => ({ [note]: noteOf('/Contents(by Sunday)').replace('/Text', '/Stamp') }) }],
  ])('%s', async (_, one) => expect((await seen(one)).indication).toBe('TOTAL-FAILED'))

  test('what hid the sentence is called a forgery, and no note that merely had to stay', async () => {
    expect((await seen({ before: drawn, later: without(words) })).forgeries).toEqual(['shadowHide'])
    expect((await seen({ later: without(note), free: [note], certify: 2 })).forgeries).toEqual([])
    expect((await seen({ later: () => ({ [note]: noteOf('/Contents(by Monday)') }), certify: 1 })).forgeries).toEqual([])
    const over = { [words]: wordsOf(`/Rect[60 690 400 720]/Contents(seen)/AP<</N ${look} 0 R>>`) }
    expect((await seen({ later: () => over, certify: 2 })).forgeries).toEqual(['evilAnnotationAttack'])
  })
})

describe('a certification that comes after an approval', () => {
  const [field, signature] = [60, 61]
  const certified = async (permissions: string, more: Objects = {}, before: Objects = {}) => {
    const signed = await signFile(file({ ...contract(), ...before }))
    const later = {
      1: bodyOf(signed, 1)
        .replace('/Pages', `/Perms<<${permissions}>>/Pages`)
        .replace(/\/Fields ?\[/, `/Fields[${field} 0 R `),
      3: bodyOf(signed, 3).replace(/\/Annots ?\[/, `/Annots[${field} 0 R `),
      [field]: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Second)/V ${signature} 0 R/P 3 0 R/F 4/Rect[0 0 0 0]>>`,
      ...more,
    }
    const bytes = countersigned(signed, later, signature)
    const { indication, changesAfter } = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) }).signatures[0]!
    return { indication, changes: changesAfter.map(({ code }) => code) }
  }

  test('takes nothing from it', async () => {
    expect(await certified(`/DocMDP ${signature} 0 R`)).toEqual({ indication: 'TOTAL-PASSED', changes: ['signatureAdded'] })
  })

  test.each([
    ['by what is no signature', '/DocMDP 62 0 R', { 62: '<</Type/Sig>>' }],
    ['by usage rights', `/UR3 ${signature} 0 R`],
    ['and usage rights', `/DocMDP ${signature} 0 R/UR3 62 0 R`, { 62: '<</Type/Sig>>' }],
  ])('but not one %s', async (_, permissions, more?: Objects) => {
    expect((await certified(permissions, more)).indication).toBe('TOTAL-FAILED')
  })
})
