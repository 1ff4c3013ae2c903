import { boxAround, cornersOf } from '#pki/content/matrix.ts'
import type { Box, Point } from '#pki/content/matrix.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { eachReference } from '#pki/pdf/inside.ts'
import { isArray, isDict, isRef } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { contentEffort, rectangleOf } from './pageMarks.ts'
import { newAnnotations, pagesAt } from './pages.ts'
import { unjudgedChanges } from './report.ts'
import type { Change, ChangeCode, Place } from './report.ts'

/** More pages than somebody compares by eye. */
const mostPlaces = 12
const mostOfOne = 3
/** From a page over its resources, a form, its resources and a font to the font's own parts. */
const deepest = 6

const onAnnotations: ReadonlySet<ChangeCode> = new Set<ChangeCode>([
  'signatureAdded',
  'signatureUnjudged',
  'timestampAdded',
  'fieldFilled',
  'appearanceAdded',
  'fieldUnjudged',
  'fieldFilledAgainstLock',
  'annotationPermitted',
  'annotationUnjudged',
  'annotationEditUnjudged',
  'annotationRemovalUnjudged',
  'annotationAdded',
  'validationDataAdded',
  'extensionsDeclared',
  'coloursDeclared',
  'metadataUpdated',
  'structureExtended',
])

/** A field that was closed looks as it did, and one that waits for somebody shows a frame at most. */
const unseen: ReadonlySet<ChangeCode> = new Set<ChangeCode>(['fieldClosed', 'fieldPrepared'])

type Page = { ref: Ref; dict: Dict }

/**
 * Says of changes where on the pages they are seen, as far as they are: the signed revision and the newest are laid side by side there. What is
 * not allowed or has to be looked at comes first. @throws PdfError
 */
export function placeChanges(comparison: Comparison): void {
  const { pdf, from, to, changes } = comparison
  const seen = changes.filter(({ code }) => !unseen.has(code))
  const wanted = Map.groupBy(seen, ({ object }) => object ?? 0)
  wanted.delete(0)
  if (wanted.size === 0) return
  const moved = changes.filter(({ code }) => code === 'pageTreeChanged')
  const after = pagesAt(pdf, to)
  const before = moved.length > 0 ? pagesAt(pdf, from) : after
  const isTakenAway = changes.some(({ code }) => code === 'annotationRemovalUnjudged')
  // Annotations and fields stand in the pages' lists; what else changed may be anywhere in what a page refers to.
  const isDeep = [...wanted.values()].flat().some(({ code }) => !onAnnotations.has(code))
  const found = new Map<Change, Place[]>()
  const lists = new Set<number>()
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const place = (ofObject: readonly Change[] | undefined, box?: Box) => {
      for (const change of ofObject ?? []) addPlace(found, change, { page: i + 1, ...(box && { box: [...box] }) })
    }
    const look = (page: Page, at: number) =>
      lookAt(comparison, page, at, isDeep, at === to ? lists : new Set(), (object, box) => place(wanted.get(object), box))
    const [old, now] = [before[i], after[i]]
    if (old?.ref.number !== now?.ref.number) place(moved)
    if (now) look(now, to)
    if (!old || !(isTakenAway || comparison.changed.has(old.ref.number))) continue
    const dict = comparison.before(old.ref)
    if (isDict(dict)) look({ ref: old.ref, dict }, from)
  }
  keepFew(found)
}

/** An annotation is met in its page's list, with its rectangle, before it is met among what the page refers to. */
function addPlace(found: Map<Change, Place[]>, change: Change, place: Place): void {
  const places = found.getOrInsertComputed(change, () => [])
  if (places.length < mostOfOne && !places.some(({ page }) => page === place.page)) places.push(place)
}

function keepFew(found: ReadonlyMap<Change, Place[]>): void {
  const urgency = ({ code, allowed }: Change) => (!allowed ? 0 : unjudgedChanges.has(code) ? 1 : 2)
  let left = mostPlaces
  for (const change of [...found.keys()].toSorted((a, b) => urgency(a) - urgency(b))) {
    const places = found.get(change)!.slice(0, left)
    if (places.length > 0) change.places = places
    left -= places.length
  }
}

/** Where an annotation is seen. What marks text is drawn where its quadrilaterals are, whatever rectangle it states. */
function boxOf(pdf: PdfDocument, annotation: Dict, at: number): Box | undefined {
  const box = rectangleOf(pdf, annotation, at)
  const list = pdf.get(annotation, 'QuadPoints', at)
  if (!box || !isArray(list) || list.length > mostNumbers) return box
  const numbers = list.map((item) => pdf.resolve(item, at)).filter((one) => typeof one === 'number')
  const points = numbers.slice(1).flatMap((y, i): Point[] => (i % 2 === 0 ? [[numbers[i]!, y]] : []))
  return boxAround([...cornersOf(box), ...points])
}
/** Of a thousand quadrilaterals. */
const mostNumbers = 8_000

/** Calls `found` with the page, its annotations and what its content refers to. */
function lookAt(
  { pdf }: Comparison,
  page: Page,
  at: number,
  isDeep: boolean,
  lists: Set<number>,
  found: (object: number, box?: Box) => void,
): void {
  const effort = contentEffort(pdf)
  if (effort.left <= 0) return
  found(page.ref.number)
  const seen = new Set<number>()
  const shown: { appearance: Value; box: Box | undefined }[] = []
  for (const item of newAnnotations(pdf, page.dict, at, lists)) {
    effort.left -= 4
    const annotation = effort.left > 0 ? pdf.resolve(item, at) : null
    if (!isDict(annotation)) continue
    const box = boxOf(pdf, annotation, at)
    if (box && (box[0] === box[2] || box[1] === box[3])) continue // it shows nothing
    if (isRef(item)) found(item.number, box)
    const parent = annotation.entries.get('Parent')
    if (isRef(parent)) found(parent.number, box)
    shown.push({ appearance: annotation.entries.get('AP') ?? null, box })
  }
  if (!isDeep) return
  // what the page uses and an annotation, too, is seen on all of the page
  for (const key of ['Contents', 'Resources']) walk(page.dict.entries.get(key) ?? null, 0, found)
  for (const { appearance, box } of shown) walk(appearance, 0, (object) => found(object, box))

  function walk(value: Value, depth: number, each: (object: number) => void): void {
    if (depth > deepest || effort.left < 0) return
    eachReference(value, (number, generation) => {
      effort.left -= 0.25 // pages share what is large, and it is looked through for each
      if (seen.has(number) || --effort.left < 0) return
      seen.add(number)
      each(number)
      walk(pdf.object({ kind: 'ref', number, generation }, at)?.value ?? null, depth + 1, each)
    })
  }
}
