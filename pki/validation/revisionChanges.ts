import { isDecryptedAlike } from '#pki/pdf/decryptedAlike.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { limitCodes, PdfError, TooCostly } from '#pki/pdf/error.ts'
import { missedByPdfium } from '#pki/pdf/generations.ts'
import { isLinearizedOtherwise } from '#pki/pdf/linearized.ts'
import { reachedOrUnknown } from '#pki/pdf/reached.ts'
import { memory } from '#pki/pdf/source.ts'
import type { Source } from '#pki/pdf/source.ts'
import { beganToBeMissed, isMadeUpOtherwise } from '#pki/pdf/strayHeads.ts'
import { areSupersededWhole } from '#pki/pdf/supersededObjects.ts'
import { addedAnnotation } from './annotationChanges.ts'
import { Comparison } from './changes.ts'
import type { LeftOpen, Permissions, SoundSignatures } from './changes.ts'
import { compareFields } from './fieldChanges.ts'
import type { Change } from './report.ts'
import { pagesAt } from './pages.ts'
import { placeChanges } from './places.ts'
import { compareSections } from './sections.ts'
import { compareStructure } from './structureChanges.ts'
import { reportUnexplained } from './unexplained.ts'
import { isLaidOutAnew } from './xfa.ts'

/**
 * What the newest revision shows otherwise than revision `from` did, each change allowed or not.
 * `leftOpen` where a revision could not be read to its end; what was found until then counts all the same.
 */
export function changesSince(
  pdf: PdfDocument,
  bytes: Uint8Array,
  from: number,
  permissions: Permissions,
  sound: SoundSignatures,
): { changes: Change[]; leftOpen?: LeftOpen } {
  // of what was signed, two readers showed two things from the start
  const isTwofold = pdf.revisions.slice(0, from + 1).some(({ isAmbiguous }) => isAmbiguous)
  const changes: Change[] = isTwofold ? [{ code: 'crossReferenceHybrid', allowed: false, forgery: 'hybridCrossReference' }] : []
  const source = memory(bytes)
  const beginning = lookAtBeginning(pdf, source)
  if (from === pdf.revisions.length - 1) return { changes, ...(beginning && { leftOpen: beginning }) }
  const comparison = new Comparison(pdf, bytes, from, permissions, sound, changes)
  const unlooked = untilUnreadable(() => {
    const isReadAlike =
      !isMadeUpOtherwise(pdf, source) &&
      !beganToBeMissed(pdf, from) &&
      missedByPdfium(pdf)
        .keys()
        .every((number) => (pdf.entries(from).get(number)?.type ?? 'free') === 'free') &&
      areSupersededWhole(pdf) &&
      isDecryptedAlike(pdf)
    if (!isReadAlike) comparison.leftOpen = 'damaged'
  })
  // what cannot be read in one place hides nothing in another
  const [sections, objects] = [compareSections, compare].map((step) => untilUnreadable(() => step(comparison)))
  untilUnreadable(() => placeChanges(comparison))
  const leftOpen = beginning ?? unlooked ?? sections ?? objects ?? comparison.leftOpen
  untilUnreadable(() => {
    if (isLaidOutAnew(comparison)) for (const change of changes) delete change.forgery
  })
  return { changes, ...(leftOpen && { leftOpen }) }
}

/** What keeps readers that go by the beginning of the file from finding the pages that its end leads to. */
function lookAtBeginning(pdf: PdfDocument, source: Source): LeftOpen | undefined {
  let isOtherwise = false
  const unreadable = untilUnreadable(() => {
    isOtherwise = isLinearizedOtherwise(pdf, source, () => pagesAt(pdf, pdf.revisions.length - 1).map(({ ref }) => ref.number))
  })
  return isOtherwise ? 'twofold' : unreadable
}

function untilUnreadable(work: () => void): LeftOpen | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof TooCostly) return 'costly'
    if (error instanceof PdfError) return limitCodes.has(error.code) ? 'costly' : 'damaged'
    throw error
  }
}

function compare(comparison: Comparison): void {
  const added = comparison.collectChanged()
  compareStructure(comparison)
  compareFields(comparison)
  for (const { ref, page } of comparison.annotations) addedAnnotation(comparison, ref, page)
  const left = [...comparison.changed].filter(([number]) => !comparison.explained.has(number))
  const seen = left.length === 0 ? new Set<number>() : seenInEither(comparison)
  for (const [number, { before, after, freed }] of left)
    if (!seen || seen.has(number)) reportUnexplained(comparison, number, before, after, freed)
  comparison.checkReferences(added)
}

/** What the trailer leads to before or after; undefined where that cannot be told. */
function seenInEither({ pdf, from, to }: Comparison): ReadonlySet<number> | undefined {
  const [before, after] = [from, to].map((at) => reachedOrUnknown(pdf, new Set(), at))
  return before && after && before.union(after)
}
