/** Edits that people make after a signature, as PyMuPDF writes them: they are told and change the verdict, and nobody is called a forger for them. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt } from './validation-cast.ts'
import { append, contract } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { handmade } from './validation-handmade.ts'

const [outlines, bookmark, names] = [40, 41, 42]
const objects: Objects = {
  1: contract()[1]!.replace('/Metadata', `/Outlines ${outlines} 0 R/Names ${names} 0 R/Metadata`),
  [outlines]: `<</First ${bookmark} 0 R/Last ${bookmark} 0 R/Count 1>>`,
  [bookmark]: `<</Title(One)/Parent ${outlines} 0 R/Dest[3 0 R/Fit]>>`,
  [names]: '<</Dests<</Names[(one)[3 0 R/Fit]]>>>>',
}
const signed = handmade({ objects })
const page = bodyOf(signed, 3)
const catalogue = (entries: string) => bodyOf(signed, 1).replace(/>>$/, `${entries}>>`)

function after(later: Objects) {
  const { indication, signatures, forgeries } = validateDocument(append(signed, later), {
    anchors,
    at: signedAt,
    given: freshAnswers(signedAt),
  })
  return { indication, changes: signatures[0]!.changesAfter.map(({ code }) => code), forgeries }
}
const input = (rectangle: string, entries = '') => ({
  3: page.replace('/Annots[', '/Annots[50 0 R '),
  50: `<</Type/Annot/Subtype/Widget/FT/Tx/T(more)/F 4/P 3 0 R/Rect[${rectangle}]${entries}>>`,
})

describe('changed, and no forgery', () => {
  test.each<[string, Objects, code: string]>([
    ['a page is turned', { 3: page.replace('/Type/Page', '/Rotate 90/Type/Page') }, 'pageChanged'],
    [
      'annotations that are no list, at which poppler gives up the page',
      { 4: bodyOf(signed, 4).replace(/>>$/, '/Annots true>>') },
      'pageChanged',
    ],
    ['other bookmarks', { 1: catalogue('').replace(`/Outlines ${outlines} 0 R`, ''), [bookmark]: 'null' }, 'catalogueChanged'],
    ['a file beside the others', { [names]: '<</Dests<</Names[(one)[3 0 R/Fit]]>>/EmbeddedFiles<</Names[]>>>>' }, 'objectChanged'],
    ['a field to fill in, where nothing was', input('300 60 400 90'), 'fieldAdded'],
  ])('%s', (_, later, code) => {
    const { indication, changes, forgeries } = after(later)
    expect([indication, forgeries]).toEqual(['TOTAL-FAILED', []])
    expect(changes).toContain(code)
  })

  test('what stands beside the pages as the file is opened is no change', () => {
    for (const mode of ['UseAttachments', 'UseNone'])
      expect(after({ 1: catalogue(`/PageMode/${mode}`) })).toEqual({
        indication: 'TOTAL-PASSED',
        changes: ['metadataUpdated'],
        forgeries: [],
      })
    expect(after({ 1: catalogue('/PageMode/FullScreen') })).toMatchObject({ indication: 'TOTAL-FAILED', changes: ['catalogueChanged'] })
  })
})

test.each<[string, Objects, forgery: string]>([
  ['a field over what was signed', input('72 690 400 720'), 'sneakySignatureAttack'],
  ['one that acts', input('300 60 400 90', '/A<</S/JavaScript/JS(1)>>'), 'sneakySignatureAttack'],
  ['other names', { [names]: '<</Dests<</Names[(one)[4 0 R/Fit]]>>>>' }, 'shadowReplace'],
  ['a page that is cut', { 3: page.replace('/Type/Page', '/CropBox[0 0 595 650]/Type/Page') }, 'shadowReplace'],
])('proven: %s', (_, later, forgery) => {
  expect(after(later)).toMatchObject({ indication: 'TOTAL-FAILED', forgeries: [forgery] })
})
