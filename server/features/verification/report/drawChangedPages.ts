import { changedPages } from '#contract/changedPages.ts'
import type { ValidationReport } from '#contract/verification.ts'
import { drawRevisions } from '#server/signing/revisions/drawRevisions.ts'
import type { ChangedPages } from './verificationReport.ts'

type DrawnPages = Awaited<ReturnType<typeof drawRevisions>>

/** Of all signatures together: a report is read by people, and each page takes time to draw. */
const mostPages = 3

/** For each signature the pages that changed after it, as they were signed and as they are now. */
export async function drawChangedPages(
  { path, size }: { path: string; size: number },
  { signatures }: ValidationReport,
  password: string | undefined,
): Promise<ChangedPages[]> {
  const drawn: ChangedPages[] = []
  let left = mostPages
  let isDrawn = true // of a file whose one page took too long the others are not tried
  for (const { changesAfter, signedBytes } of signatures) {
    const pages = signedBytes === null ? [] : changedPages(changesAfter)
    const taken = pages.slice(0, left)
    left -= taken.length
    const shown = []
    for (const { page, boxes } of taken) {
      const sides: DrawnPages = isDrawn ? await drawRevisions(path, { lengths: [signedBytes!, size], page, boxes, password }) : undefined
      isDrawn = sides !== undefined
      shown.push({ page, sides })
    }
    drawn.push({ shown, more: pages.length - taken.length })
  }
  return drawn
}
