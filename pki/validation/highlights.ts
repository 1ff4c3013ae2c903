import { once } from '#pki/once.ts'
import { luminances } from '#pki/content/colours.ts'
import type { Mark } from '#pki/content/marks.ts'
import { boxAround, isLevel, touches, transformed } from '#pki/content/matrix.ts'
import type { Box } from '#pki/content/matrix.ts'
import { isArray, isDict, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'
import { AddedAnnotations } from './addedAnnotations.ts'
import { marksIn } from './appearanceMarks.ts'
import { placeOf } from './appearancePlaces.ts'
import type { Comparison } from './changes.ts'
import { contentEffort, coversAnnotation, leavesItsRectangle } from './pageMarks.ts'
import { coreOf, lineMarked, quadsOf } from './textMarkup.ts'
import type { Line } from './textMarkup.ts'

/** A highlighted area on a page. */
type Area = { box: Box; luminance: number }

/** Darker than this, what is multiplied with black on white is hard to read, and can be read as a drawing of its own. */
const darkestHighlight = 0.5
/** So much lighter than its letters the ground stays. */
const leastContrast = 0.25

/**
 * Whether a highlight leaves what it marks to be read: light areas, multiplied with what lies beneath and with what else was highlighted since,
 * each along a line of text.
 */
export function isHighlight(comparison: Comparison, dict: Dict, page: Ref): boolean {
  const areas = highlightedBy(comparison, dict)
  if (!areas || areas.length === 0 || leavesItsRectangle(comparison, dict, page)) return false
  return areas.every(({ box }) => {
    const line = lineMarked(comparison, page, box)
    return line && !coversAnnotation(comparison, page, box) && staysReadable(line, box, lightAt(comparison, page, box, line))
  })
}

/**
 * How light white paper still is there, at least. What several areas take away of a colour, one multiplied with the other, is no more than the sum of
 * what each takes away, whatever their colours are.
 */
function lightAt(comparison: Comparison, page: Ref, box: Box, { across }: Line): number {
  const all = highlights.on(comparison, page)
  if ((contentEffort(comparison.pdf).left -= all.length / 8) < 0) return 0
  const core = coreOf(box, across)
  return all.reduce((light, one) => (touches(coreOf(one.box, across), core) ? light - (1 - one.luminance) : light), 1)
}

/** Between letters and their ground so much contrast is left at least: a colour vanishes before its own, and a ground may be coloured, too. */
function staysReadable({ across, beneath }: Line, box: Box, light: number): boolean {
  const ground = groundOf(beneath)
  if (light < darkestHighlight || ground === undefined) return false
  const texts = beneath.filter((one) => one.kind === 'text' && touches(coreOf(one.box, across), box))
  return texts.every(({ luminance, isBlended }) => {
    const isUnseen = luminance === 1 && ground === 1
    return !isBlended && (isUnseen || light - (1 - ground) - (luminance ?? 1) >= leastContrast)
  })
}

/** What rules and frames are drawn with is no broader, in points. */
const broadestRule = 3
/** What more of them make together is a ground, in points. */
const mostOfRules = 6

/** How dark what lies behind a text is; undefined where it cannot be told. */
function groundOf(beneath: readonly Mark[]): number | undefined {
  let darkest = 1
  let rules = 0
  for (const { kind, box, lineWidth, isBlended, luminance } of beneath) {
    const breadth = lineWidth ?? Math.min(box[2] - box[0], box[3] - box[1])
    if (kind === 'text' || (kind === 'path' && breadth <= broadestRule && (rules += breadth) <= mostOfRules)) continue
    if (kind === 'image' || isBlended || luminance === undefined) return undefined
    darkest = Math.min(darkest, luminance)
  }
  return darkest
}

const highlights = new AddedAnnotations('Highlight', (comparison, dict) => highlightedBy(comparison, dict) ?? [])

const areasByHighlight = once<Comparison, Map<Dict, readonly Area[] | undefined>>(() => new Map())

/** What readers paint of a highlight; undefined where it is something else than areas, or cannot be told. */
function highlightedBy(comparison: Comparison, dict: Dict): readonly Area[] | undefined {
  const areas = () => {
    const mode = comparison.pdf.get(dict, 'BM', comparison.to)
    if (mode !== null && nameOf(mode) !== 'Multiply') return undefined
    const appearance = comparison.pdf.get(dict, 'AP', comparison.to)
    // the others are shown while a pointer is over it
    if (isDict(appearance) && [...appearance.entries.keys()].some((key) => key !== 'N')) return undefined
    return appearance === null ? coloured(comparison, dict) : painted(comparison, dict, appearance)
  }
  return areasByHighlight(comparison).getOrInsertComputed(dict, areas)
}

/** The colour that a reader draws the highlight in; where it has none, some draw it black. */
function coloured(comparison: Comparison, dict: Dict): Area[] | undefined {
  const { pdf, to } = comparison
  const colour = pdf.get(dict, 'C', to)
  const parts = isArray(colour) ? colour.map((item) => pdf.resolve(item, to)) : []
  if (!parts.every((one) => typeof one === 'number' && one >= 0 && one <= 1)) return undefined
  const space = spaces[parts.length]
  if (space === undefined) return undefined
  const luminance = luminances[space]!(parts)
  return quadsOf(comparison, dict)?.map((quad) => ({ box: boxAround(quad), luminance }))
}

/** By how many numbers there are (ISO 32000-2 table 166, /C). */
const spaces: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }

/** What highlighters draw around a line, its ends rounded or not, about fills its box. */
const leastShare = 0.75
/** Nobody highlights more lines at once; all are compared with each other. */
const mostAreas = 1_000

/** Areas that are multiplied with what lies beneath, and nothing else. */
function painted(comparison: Comparison, dict: Dict, appearance: Value): Area[] | undefined {
  const { pdf, to } = comparison
  const normal = isDict(appearance) ? pdf.get(appearance, 'N', to) : null
  if (!isStream(normal) || isIsolated(pdf.get(normal.dict, 'Group', to), (group) => pdf.get(group, 'I', to))) return undefined
  const place = placeOf(comparison, normal, dict)
  const marks = marksIn(comparison, normal, to, true)
  if (!place || place === 'nowhere' || !isLevel(place.toPage) || !marks?.every(isHighlighter)) return undefined
  if (marks.reduce((all, { areas }) => all + (areas?.length ?? 0), 0) > mostAreas) return undefined
  return marks.flatMap(({ areas, luminance }) =>
    (areas ?? []).map(({ box }) => ({ box: transformed(place.toPage, within(box, place.frame)), luminance: luminance ?? 0 })),
  )
}

const isHighlighter = ({ kind, isMultiplied, isClipped, lineWidth, areas }: Mark) =>
  kind === 'path' &&
  isMultiplied &&
  !isClipped &&
  lineWidth === undefined &&
  !!areas?.every(({ share, isConvex }) => share >= leastShare && isConvex)

const within = (box: Box, frame: Box): Box => [
  Math.max(box[0], frame[0]),
  Math.max(box[1], frame[1]),
  Math.min(box[2], frame[2]),
  Math.min(box[3], frame[3]),
]

const isIsolated = (group: Value, isolated: (group: Dict) => Value) =>
  isDict(group) && isolated(group) !== false && isolated(group) !== null
