import type { Words } from './columns.ts'
import type { SignatureReport } from './verification.ts'

/** Left, bottom, right and top in the page's own coordinates. */
type Box = readonly [number, number, number, number]

/** The pages on which changes are seen, in order, each with its marked places. */
export function changedPages(changes: SignatureReport['changesAfter']): { page: number; boxes: Box[] }[] {
  const places = changes.flatMap((change) => change.places ?? [])
  return [...Map.groupBy(places, ({ page }) => page)]
    .toSorted(([a], [b]) => a - b)
    .map(([page, all]) => ({ page, boxes: all.flatMap(({ box }) => (box ? [box as unknown as Box] : [])) }))
}

/** What is said beside the pages, on the screen and in the report. */
export const comparisonWords = {
  title: { ar: 'الصفحات قبل التغيير وبعده', en: 'The pages before and after the change' },
  marked: { ar: 'الإطار يحدد موضع التغيير.', en: 'The frame marks the changed place.' },
  whole: { ar: 'التغيير قد يكون في أي موضع من الصفحة.', en: 'The change may be anywhere on the page.' },
  says: { ar: 'ما كُتب في الملاحظة:', en: 'What the note says:' },
  noPage: { ar: 'هذه الصفحة غير موجودة في هذه النسخة.', en: 'This version has no such page.' },
  notDrawn: { ar: 'تعذّر عرض هذه الصفحة. افتح الملف في قارئ PDF.', en: 'This page could not be shown. Open the file in a PDF reader.' },
} satisfies Record<string, Words>

/** @param page its number, in the reader's digits */
export const pageAsSigned = (page: string): Words => ({ ar: `صفحة ${page} كما وُقّعت`, en: `Page ${page} as it was signed` })
export const pageAsItIs = (page: string): Words => ({ ar: `صفحة ${page} كما هي الآن`, en: `Page ${page} as it is now` })
