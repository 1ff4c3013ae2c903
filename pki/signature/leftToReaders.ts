/**
 * Annotations of which readers make different pictures because they bring none that all of them use (ISO 32000-2 §12.5.5). Chrome draws no stamp, line
 * or polygon by itself, while MuPDF and poppler do. The words of a free text stand in several entries, of which each reader takes others, and not all
 * have letters for them. A highlight without a colour is yellow in Chrome and black in poppler, which also draws one anew whose appearance has no
 * graphics states. MuPDF draws no link. The icon of a note and thin lines hide nothing and say nothing. Found with files made by script.
 */
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isString, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Stream, Value } from '#pki/pdf/values.ts'
import { drawsThinLines, shownBy } from './appearances.ts'
import { hiddenOrNoView } from './drawnValues.ts'

type Annotation = {
  document: PdfDocument
  get: (key: string) => Value
}
type Rule = (annotation: Annotation) => boolean

/** In points. */
const thickest = 5

const hasWords: Rule = ({ get }) => {
  const words = get('Contents')
  return isString(words) && words.bytes.length > 0
}
const always: Rule = () => true
const never: Rule = () => false
const isThin: Rule = ({ document, get }) => {
  const [style, border] = [get('BS'), get('Border')]
  const widths = [isDict(style) ? document.get(style, 'W') : null, isArray(border) ? document.resolve(border[2]) : null]
  return widths.every((width) => width === null || (typeof width === 'number' && width <= thickest))
}
const isEmpty = (value: Value) => value === null || (isArray(value) && value.length === 0)

/** Whether readers draw the same of a kind without an appearance, or nothing that hides or says anything. */
const drawnAlike: Record<string, Rule> = {
  Stamp: never,
  Widget: ({ document, get }) => {
    const look = get('MK')
    return !isDict(look) || ['BG', 'BC'].every((key) => isColourOrNone(document.get(look, key)))
  },
  FreeText: (annotation) => !hasWords(annotation),
  Highlight: ({ get }) => !isEmpty(get('C')),
  Line: (annotation) => isThin(annotation) && !(annotation.get('Cap') === true && hasWords(annotation)),
  PolyLine: isThin,
  Ink: isThin,
  Polygon: (annotation) => isThin(annotation) && isEmpty(annotation.get('IC')),
  Square: (annotation) => isThin(annotation) || !isEmpty(annotation.get('C')),
  Circle: (annotation) => isThin(annotation) || !isEmpty(annotation.get('C')),
}
/** Kinds whose appearance may be a state's that has none. What is attached is told in any case, whatever clip is drawn. */
const mayShowNothing: ReadonlySet<string> = new Set(['Widget', 'FileAttachment', 'Popup', 'FreeText'])

/** Whether what is seen of an annotation depends on the reader. @param dict any dictionary of the file */
export function isLeftToReaders(document: PdfDocument, dict: Dict): boolean {
  if (!dict.entries.has('Rect')) return false
  const get = (key: string) => document.get(dict, key)
  const kind = nameOf(get('Subtype'))
  if (kind === undefined) return false
  const flags = get('F')
  if (typeof flags === 'number' && (flags & hiddenOrNoView) !== 0) return false
  const [appearance, state] = [get('AP'), get('AS')]
  if (kind === 'Link') return !isThin({ document, get }) || (appearance !== null && !drawsThinLines(document, appearance, state))
  const shown = shownBy(document, appearance, state)
  if (shown) return kind === 'Highlight' && !hasGraphicsStates(document, shown)
  if (appearance !== null && !mayShowNothing.has(kind)) return true
  const isAlike = Object.hasOwn(drawnAlike, kind) ? drawnAlike[kind]! : always
  return !isAlike({ document, get }) || !['C', 'IC'].every((key) => isColourOrNone(get(key)))
}

/** Grey, RGB or CMYK (ISO 32000-2 table 166). What is no array is none to all. */
const isColourOrNone = (value: Value) => !isArray(value) || [0, 1, 3, 4].includes(value.length)

function hasGraphicsStates(document: PdfDocument, { dict }: Stream): boolean {
  const resources = document.get(dict, 'Resources')
  return isDict(resources) && isDict(document.get(resources, 'ExtGState'))
}
