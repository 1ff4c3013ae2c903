import { mayEndInComment, operatorsIn, Unknown } from '#pki/content/tokens.ts'
import { isPlain } from '#pki/pdf/decode.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { latin1 } from '#pki/pdf/latin1.ts'
import { resourceKinds } from '#pki/pdf/uses.ts'
import { isArray, isDict, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'
import { codings } from './changes.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'
import { isOfForm, twofoldForm } from './form.ts'
import { contentEffort } from './pageMarks.ts'
import type { Forgery } from './report.ts'
import { haveGrown, oncePerPair, sameResources } from './resources.ts'
import { leadsToNoElement } from './structureTree.ts'

/** Compares a page that a later revision defines anew, without its annotations. `isArranged`: it has what it had, from whichever parents. */
export function comparePage(comparison: Comparison, page: Ref, isArranged: boolean): void {
  const { before, after } = comparison.changed.get(page.number)!
  if (!isDict(before) || !isDict(after)) return // reported as removed or replaced
  comparison.explain(page)
  comparison.pages.add(page.number)
  const contents = compareContents(comparison, page, before, after)
  const isForm = page.number === twofoldForm(comparison.pdf, comparison.from)
  for (const key of comparison.differing(before, after)) {
    if (isForm && isOfForm(key)) continue
    // in what order a keyboard reaches annotations shows nothing
    const isOrder = key === 'Tabs' && nameOf(after.entries.get(key)) !== undefined
    if ((key === 'Annots' && mayBeList(comparison.after(after.entries.get(key)))) || isOrder || isInherited(comparison, before, after, key))
      continue
    if ((key === 'Contents' && contents.isSame) || (key === 'Parent' && isArranged)) continue
    if (key === 'StructParents' && !before.entries.has(key) && leadsToNoElement(comparison, after.entries.get(key) ?? null)) continue
    if (privateKeys.has(key)) {
      comparison.report('metadataUpdated', { object: page.number })
      continue
    }
    if (key === 'AA') comparison.report('actionChanged', { object: page.number })
    else if (key === 'Contents' || key === 'Resources') {
      const forgery = contents.isAdded ? undefined : contentForgery(comparison, after.entries.get(key))
      comparison.report('pageChanged', { object: page.number, forgery })
    } else comparison.report('pageChanged', { object: page.number, forgery: provesNothing.has(key) ? undefined : 'shadowReplace' })
  }
}

const provesNothing = new Set(['Rotate', 'Annots'])

/** poppler shows no page whose list of annotations is something else. */
const mayBeList = (value: Value): boolean => value === null || isArray(value)

/** What programs keep for themselves, and when (ISO 32000-2 §14.5): nothing of it is shown. */
export const privateKeys = new Set(['PieceInfo', 'LastModified'])

/** What a page took from its parents and states itself now (ISO 32000-2 §7.7.3.4). */
export const inheritable: ReadonlySet<string> = new Set(['MediaBox', 'CropBox', 'Rotate', 'Resources'])

function isInherited(comparison: Comparison, before: Dict, after: Dict, key: string): boolean {
  if (!inheritable.has(key)) return false
  const [had, has] = [comparison.before(before.entries.get(key)), comparison.after(after.entries.get(key))]
  if (key === 'Resources' && isDict(had) && isDict(has)) return sameResources(comparison, had, has)
  if (before.entries.has(key)) return false
  let parent = comparison.before(before.entries.get('Parent'))
  for (let depth = 0; isDict(parent) && depth < 50; depth++) {
    const value = parent.entries.get(key)
    if (value !== undefined)
      return sameValue(value, after.entries.get(key), comparison.bytes) || isSameThere(comparison, comparison.before(value), has)
    parent = comparison.before(parent.entries.get('Parent'))
  }
  return key === 'MediaBox' ? isSameThere(comparison, letter, has) : key === 'Resources' && isDict(has) && namesNothing(comparison, has)
}

/** What readers take a page for that does not say how large it is, and iText 5 states. */
const letter: Value = [0, 0, 612, 792]

/** pdf-lib gives a page that has no resources a list of none. */
const namesNothing = (comparison: Comparison, { entries, repeated }: Dict) =>
  !repeated && [...entries].every(([kind, list]) => resourceKinds.has(kind) && isEmptyNow(comparison, list))

function isEmptyNow(comparison: Comparison, value: Value): boolean {
  const list = comparison.after(value)
  return isDict(list) && list.entries.size === 0
}

/**
 * `isSame`: all that was drawn is drawn, and nothing else: pdf-lib keeps the state of what it found between streams of its own. `isAdded`: it is
 * drawn still, and something new besides: what an editor or a watermark adds hides behind nothing. @throws PdfError
 */
function compareContents(comparison: Comparison, page: Ref, before: Dict, after: Dict): { isSame: boolean; isAdded: boolean } {
  const [value, list] = [before.entries.get('Contents'), after.entries.get('Contents')]
  const old = itemsOf(comparison.before(value), value)
  const now = itemsOf(comparison.after(list), list)
  const first = keptAt(comparison, old, now)
  const [ahead, behind] = first === undefined ? [[], []] : [now.slice(0, first), now.slice(first + old.length)]
  const isHidden = (item: Value) => !isRef(item) || comparison.existedBefore(item)
  const isMoved = isArray(comparison.after(list)) && !sameValue(value, list, comparison.bytes) && comparison.existedBefore(list)
  if (first === undefined || isMoved || ahead.some(isHidden) || behind.some(isHidden)) return { isSame: false, isAdded: false }
  const isSame =
    ahead.every((item) => /^[\sq]{0,100}$/.test(frameOf(comparison, item))) &&
    behind.every((item) => /^[\sqQ]{0,100}$/.test(frameOf(comparison, item))) &&
    (ahead.length === 0 || isBalanced(comparison, old))
  if (isSame && isArray(comparison.before(value))) comparison.explain(value, page.number)
  const [had, has] = [comparison.before(before.entries.get('Resources')), comparison.after(after.entries.get('Resources'))]
  const isAdded = isDict(had) && isDict(has) && haveGrown(comparison, had, has)
  return { isSame, isAdded }
}

/** Where all streams stand that a page had; undefined where some do not, or where more stand around them than anybody adds. */
const keptAt = oncePerPair((comparison: Comparison, old: readonly Value[], now: readonly Value[]): number | undefined => {
  if (now.length - old.length > mostAdded) return undefined
  const first = now.slice(0, mostAdded + 1).findIndex((item) => sameValue(old[0], item, comparison.bytes))
  return first >= 0 && old.every((item, i) => sameValue(item, now[first + i], comparison.bytes)) ? first : undefined
})
const mostAdded = 100

/** The streams of a page's content, by what leads to each. */
const itemsOf = (contents: Value, value: Value | undefined): readonly Value[] => (isArray(contents) ? contents : [value ?? null])

const longestFrame = 100

/** What a short stream says, or what no frame says. */
function frameOf({ pdf, to }: Comparison, item: Value): string {
  const stream = pdf.resolve(item, to)
  if (
    !isStream(stream) ||
    stream.length > longestFrame ||
    !isPlain(stream.dict) ||
    [...stream.dict.entries.keys()].some((key) => !codings.has(key))
  )
    return '?'
  try {
    return latin1(pdf.data(stream).subarray(0, longestFrame + 1))
  } catch (error) {
    if (error instanceof PdfError) return '?'
    throw error
  }
}

/** Whether content restores no more than it saved: else what is saved before it would be restored in it, and drawn otherwise. */
function isBalanced(comparison: Comparison, streams: readonly Value[]): boolean {
  let depth = 0
  try {
    const parts = streams
      .map((item) => comparison.before(item))
      .flatMap((stream) => (isStream(stream) ? [comparison.pdf.data(stream)] : []))
    if (parts.slice(0, -1).some(mayEndInComment)) return false
    const data = parts.flatMap((part) => [part, newLine])
    for (const { operator } of operatorsIn(Buffer.concat(data), contentEffort(comparison.pdf))) {
      if (operator === 'q') depth++
      if (operator === 'Q' && --depth < 0) return false
      if (operator === 'BI') return false // nobody looks for the end of a picture here
    }
    return true
  } catch (error) {
    if (error instanceof Unknown || error instanceof PdfError) return false
    throw error
  }
}
const newLine = Buffer.from('\n')

export const isSameThere = oncePerPair(
  (comparison: Comparison, a: Value, b: Value): boolean =>
    sameValue(a, b, comparison.bytes) || (isDict(a) && isDict(b) && sameResources(comparison, a, b)),
)

/** Content switched to what lay hidden in the signed revision, taken away, or new. */
function contentForgery(comparison: Comparison, after: Value | undefined): Forgery {
  if (after === undefined) return 'shadowHide'
  const items = isArray(after) ? after : [after]
  return items.length > 0 && items.every((item) => comparison.existedBefore(item)) ? 'shadowHideAndReplace' : 'shadowReplace'
}
