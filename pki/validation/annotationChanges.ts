import { luminances } from '#pki/content/colours.ts'
import { marksOf } from '#pki/content/marks.ts'
import { boxAround, grown } from '#pki/content/matrix.ts'
import type { Box, Point } from '#pki/content/matrix.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isArray, isDict, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Ref, Stream, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { addedField } from './fieldChanges.ts'
import { contentEffort, mayCover, rectangleOf, textsWithin } from './pageMarks.ts'

/** An annotation that a page gained. */
export function addedAnnotation(comparison: Comparison, ref: Ref, page: Ref): void {
  if (comparison.newWidgets.has(ref.number)) return
  const object = ref.number
  if (comparison.existedBefore(ref)) return comparison.report('annotationAdded', { object, forgery: 'shadowHideAndReplace' })
  const dict = comparison.after(ref)
  const subtype = isDict(dict) ? nameOf(comparison.after(dict.entries.get('Subtype'))) : undefined
  const value = isDict(dict) ? dict.entries.get('V') : undefined
  if (subtype === 'Widget' && isRef(value) && comparison.sound.has(value.number)) return addedField(comparison, ref)
  const { permission, certified } = comparison.permissions
  const acts = isDict(dict) && (dict.entries.has('A') || dict.entries.has('AA'))
  if (isDict(dict) && subtype && subtype !== 'Widget' && (permission ?? 3) === 3 && !acts)
    return comparison.report(hidesNothing(comparison, dict, subtype, page) ? 'annotationPermitted' : 'annotationUnjudged', { object })
  if (subtype === 'Widget') return comparison.report('fieldAdded', { object, forgery: 'sneakySignatureAttack' })
  // It may not be there, but what covers nothing is no attack.
  const covers = (mark: Dict) => mayCover(comparison, page, rectangleOf(comparison.pdf, mark, comparison.to), 'everything')
  if (isDict(dict) && subtype && !acts && (hidesNothing(comparison, dict, subtype, page) || !covers(dict)))
    return comparison.report('annotationAdded', { object })
  comparison.report('annotationAdded', { object, forgery: certified ? 'evilAnnotationAttack' : 'incrementalSavingAttack' })
}

/** Readers draw the icon of a note about so large, whatever rectangle it has; in points. */
const largestIcon = 40
const usualIcon = 24
/** Where readers draw an icon: in the rectangle, or as large as they like from its upper left corner. */
const iconOf = ([left, bottom, right, top]: Box): Box => [left, Math.min(bottom, top - usualIcon), Math.max(right, left + usualIcon), top]
/** What stands closer to a text than this may be read as part of it, in points. */
const apart = 12
/** Darker than this, what is multiplied with black on white can no longer be read. */
const darkestHighlight = 0.5

/**
 * Whether a mark leaves all that was signed to be seen, and adds nothing that could be read as part of it. Only kinds whose purpose is known
 * can: a note whose icon readers draw, or that stands apart; a highlight that is light and multiplied; a line under text. What else may be
 * drawn, wherever it stands, somebody has to look at: a stamp in an empty place can say what the text did not.
 */
function hidesNothing(comparison: Comparison, dict: Dict, subtype: string, page: Ref): boolean {
  const { pdf, to } = comparison
  if (dict.repeated) return false
  const box = rectangleOf(pdf, dict, to)
  const appearance = pdf.get(dict, 'AP', to)
  const own = appearance !== null
  switch (subtype) {
    case 'Popup':
      // a window that is open stands before the page
      return !own && (pdf.get(dict, 'Open', to) !== true || !mayCover(comparison, page, box, 'everything'))
    case 'Text':
      if (!box || box[2] - box[0] > largestIcon || box[3] - box[1] > largestIcon) return false
      return !mayCover(comparison, page, own ? grown(box, apart) : iconOf(box), 'everything')
    case 'Highlight':
      return own ? isLightAppearance(comparison, appearance) : isLight(comparison, dict)
    case 'Underline':
    case 'Squiggly':
      return !own && isUnderText(comparison, dict, page)
    default:
      return false
  }
}

/** The colour that a reader draws the highlight in; where it has none, some draw it black. */
function isLight({ pdf, to }: Comparison, dict: Dict): boolean {
  const mode = nameOf(pdf.get(dict, 'BM', to))
  if (mode !== undefined && mode !== 'Multiply') return false
  const colour = pdf.get(dict, 'C', to)
  const parts = isArray(colour) ? colour.map((item) => pdf.resolve(item, to)) : []
  if (!parts.every((one) => typeof one === 'number' && one >= 0 && one <= 1)) return false
  const space = spaces[parts.length]
  return space !== undefined && (luminances[space]!(parts) ?? 0) >= darkestHighlight
}

/** By how many numbers there are (ISO 32000-2 table 166, /C). */
const spaces: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }

/** Light areas that are multiplied with what lies beneath, and nothing else. */
function isLightAppearance({ pdf, to }: Comparison, appearance: Value): boolean {
  const normal = isDict(appearance) ? pdf.get(appearance, 'N', to) : null
  if (!isStream(normal) || isIsolated(pdf.get(normal.dict, 'Group', to), (group) => pdf.get(group, 'I', to))) return false
  const marks = contentMarks(normal)
  return !!marks?.every((one) => one.kind === 'path' && one.isMultiplied && (one.luminance ?? 0) >= darkestHighlight)

  function contentMarks(stream: Stream) {
    try {
      return marksOf(pdf, to, { data: pdf.data(stream), resources: stream.dict.entries.get('Resources') ?? null }, contentEffort(pdf))
    } catch (error) {
      if (error instanceof PdfError) return undefined
      throw error
    }
  }
}

const isIsolated = (group: Value, isolated: (group: Dict) => Value) =>
  isDict(group) && isolated(group) !== false && isolated(group) !== null

/** A line that runs below each text that it marks, and marks one: elsewhere it could be read as a stroke or a sign. */
function isUnderText(comparison: Comparison, dict: Dict, page: Ref): boolean {
  const { pdf, to } = comparison
  const quads = pdf.get(dict, 'QuadPoints', to)
  const numbers = isArray(quads) ? quads.map((item) => pdf.resolve(item, to)) : []
  if (numbers.length === 0 || numbers.length % 8 !== 0 || numbers.length > 8_000 || !numbers.every((one) => typeof one === 'number'))
    return false
  if (!comparison.existedBefore(page)) return false
  for (let i = 0; i < numbers.length; i += 8) {
    const corners = [0, 2, 4, 6].map((k): Point => [numbers[i + k] as number, numbers[i + k + 1] as number])
    const box = boxAround(corners)
    const texts = textsWithin(comparison, page, box)
    if (!texts || texts.length === 0) return false
    // a text's box reaches from 0.4 below its base line to 1.15 above it
    if (texts.some(([, bottom, , top]) => box[1] > bottom + (top - bottom) * 0.3)) return false
  }
  return true
}
