/**
 * Values of what is drawn that are not what they must be, of which each reader makes something else: poppler draws nothing of a form whose box is
 * none, and a shading in one, PDFium an image that says in a string that it is one, and MuPDF an annotation whose place is no rectangle. Each rule was
 * found with files made by script beside all three.
 */
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isInteger, isName, isStream, isString, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { drawsNothing, fitsItsRectangle } from './appearances.ts'
import { fieldOf, isOfOneKind } from './namedFields.ts'

type Check = (document: PdfDocument, value: Value) => boolean

const isNumber: Check = (document, value) => typeof document.resolve(value) === 'number'
const numbers =
  (count: number): Check =>
  (document, value) =>
    isArray(value) && value.length === count && value.every((one) => isNumber(document, one))
const oneOf =
  (...allowed: readonly Value[]): Check =>
  (_, value) =>
    allowed.includes(value)
const optional =
  (check: Check): Check =>
  (document, value) =>
    value === null || check(document, value)
const isPositive: Check = (_, value) => isInteger(value) && value > 0
/** Two numbers for each of the colours, of which no space has more than 32. */
const isDecode: Check = (document, value) =>
  isArray(value) && value.length > 0 && value.length <= 64 && value.every((one) => isNumber(document, one))
const isColours: Check = (_, value) => isName(value) || isArray(value)

const isKind =
  (...kinds: readonly ((value: Value) => boolean)[]): Check =>
  (_, value) =>
    kinds.some((is) => is(value))
const isCode: Check = (_, value) => isInteger(value) && value >= 0
const isImage: Check = (document, value) => isName(value) || (isStream(value) && nameOf(document.get(value.dict, 'Subtype')) === 'Image')

const fonts = ['Type0', 'Type1', 'MMType1', 'Type3', 'TrueType', 'CIDFontType0', 'CIDFontType2']

/** ISO 32000-2 tables 109 (simple fonts), 110 (Type 3), 115 (CIDFonts) and 119 (Type 0). */
const font: Record<string, Check> = {
  Subtype: optional((_, value) => fonts.includes(nameOf(value) ?? '')),
  BaseFont: optional(isKind(isName, isString)),
  FirstChar: optional(isCode),
  LastChar: optional(isCode),
  Widths: optional(isKind(isArray)),
  FontDescriptor: optional(isKind(isDict)),
  Encoding: optional(isKind(isName, isDict, isStream)),
  CharProcs: optional(isKind(isDict)),
  DescendantFonts: optional(isKind(isArray)),
  CIDSystemInfo: optional(isKind(isDict)),
  DW: optional(isNumber),
}
/** ISO 32000-2 table 57: what PDFium takes for no opacity at all. */
const graphicsState: Record<string, Check> = { ca: optional(isNumber), CA: optional(isNumber), Font: (_, value) => value === null }
/** ISO 32000-2 tables 87 (images), 93 (forms), 74 and 75 (patterns) and 77 (shadings). */
const form: Record<string, Check> = { BBox: numbers(4), Matrix: optional(numbers(6)) }
const image: Record<string, Check> = {
  Width: isPositive,
  Height: isPositive,
  ImageMask: optional(oneOf(true, false)),
  BitsPerComponent: optional(oneOf(1, 2, 4, 8, 16)),
  Decode: optional(isDecode),
  ColorSpace: optional(isColours),
  SMask: optional(isImage),
}
/** Those of images within content (table 91): MuPDF goes by them where the others are missing, or by one that leads to nothing, and Firefox first. */
const shortNames = ['W', 'H', 'BPC', 'CS', 'IM', 'D']
const tiling: Record<string, Check> = { ...form, PaintType: oneOf(1, 2), XStep: isNumber, YStep: isNumber }
const pattern: Record<string, Check> = { Matrix: optional(numbers(6)) }
const shading: Record<string, Check> = { BBox: optional(numbers(4)), ColorSpace: isColours }
/** MuPDF hides what is called invisible, whatever kind it is, and others kinds alone that they do not know (ISO 32000-2 table 167). */
const invisible = 1
/** Nothing is seen on the screen. */
export const hiddenOrNoView = 34
const isShownByAll: Check = (_, flags) =>
  flags === null || (isInteger(flags) && ((flags & invisible) === 0 || (flags & hiddenOrNoView) !== 0))

/** Of a page with another state, MuPDF shows nothing. */
const isState = optional(isKind(isName))
const annotation: Record<string, Check> = { Rect: numbers(4), F: optional((_, value) => isInteger(value)), AS: isState }
const isList: Check = (_, value) => isArray(value)
const areQuadrilaterals: Check = (document, value) =>
  isArray(value) && value.length > 0 && value.length % 8 === 0 && value.every((one) => isNumber(document, one))
/** Without these poppler or Firefox shows nothing of an annotation of that kind (ISO 32000-2 tables 181, 182 and 187). */
const needed: Record<string, Record<string, Check>> = {
  ...Object.fromEntries(['Highlight', 'Underline', 'Squiggly', 'StrikeOut'].map((kind) => [kind, { QuadPoints: areQuadrilaterals }])),
  ...Object.fromEntries(['Polygon', 'PolyLine'].map((kind) => [kind, { Vertices: isList }])),
  FileAttachment: { FS: (_, value) => value !== null },
}
const known: Record<string, Record<string, Check>> = { Form: form, Image: image, PS: {} }

/** The key whose value readers take differently, or undefined. @param value an object, or a dictionary inside one */
export function oddlyDrawn(document: PdfDocument, value: Value): string | undefined {
  const dict = isStream(value) ? value.dict : value
  if (!isDict(dict)) return undefined
  const get = (key: string) => document.get(dict, key)
  if (isStream(value) && nameOf(get('Subtype')) === 'Image') {
    const short = shortNames.find((key) => dict.entries.has(key))
    if (short) return short
  }
  const checks = isStream(value) ? checksOfStream(get, dict) : checksOf(get, dict)
  if (typeof checks === 'string') return checks
  return Object.keys(checks).find((key) => !checks[key]!(document, get(key)))
}

type Get = (key: string) => Value
type Checks = Record<string, Check> | string

function checksOfStream(get: Get, dict: Dict): Checks {
  const [type, subtype] = [get('Type'), get('Subtype')]
  // what is not called a form is drawn as one by all, or by none
  if (nameOf(type) === 'XObject' && !Object.hasOwn(known, nameOf(subtype) ?? '')) return get('BBox') === null ? 'Subtype' : form
  if (nameOf(subtype) === 'Image') return get('ImageMask') === true ? image : imageOf(get)
  if (nameOf(type) === 'XObject') return known[nameOf(subtype)!]!
  if (get('PatternType') !== null) return get('PatternType') === 1 ? tiling : 'PatternType'
  return checksOf(get, dict)
}

/** One of the states that the appearance has: without it poppler shows the only one that there is, and PDFium none. */
const isStateOf =
  (appearances: Value, kind: string): Check =>
  (document, state) => {
    const states = normalOf(document, appearances)
    if (!isState(document, state)) return false
    if (!isDict(states) || states.entries.has(nameOf(state) ?? '') || nameOf(state) === 'Off') return true
    // LibreOffice 7.4 says of an empty check box nothing at all
    if (kind === 'Widget') return state === null
    // what pdfmake writes of a file behind an image
    return kind === 'FileAttachment' && ![...states.entries.values()].some((one) => isStream(document.resolve(one)))
  }

/** What an image says of its samples, where its own format does not. */
function imageOf(get: Get): Checks {
  const filter = get('Filter')
  const last = nameOf((isArray(filter) ? filter.at(-1) : filter) ?? null) ?? ''
  if (get('ColorSpace') === null && last !== 'JPXDecode') return 'ColorSpace'
  return get('BitsPerComponent') === null && !['JPXDecode', 'DCTDecode', 'CCITTFaxDecode', 'JBIG2Decode'].includes(last)
    ? 'BitsPerComponent'
    : image
}

function checksOf(get: Get, dict: Dict): Checks {
  if (get('ShadingType') !== null) return shading
  if (get('PatternType') !== null) return get('PatternType') === 2 ? pattern : 'PatternType'
  const subtype = nameOf(get('Subtype'))
  const isAnnotation = get('Rect') !== null && (get('AP') !== null || get('Subtype') !== null)
  if (get('Rect') === null && isDict(get('AP'))) return checksWithoutPlace(get)
  if (isAnnotation && subtype === undefined) return 'Subtype'
  if (isAnnotation && get('AP') === null) return { Rect: numbers(4), ...field(get, dict) }
  if (isAnnotation)
    return { ...field(get, dict), ...checksOfShown(get, subtype!), ...(subtype === 'Widget' && { T: isShownAsField(dict, get) }) }
  if (nameOf(get('Type')) === 'ExtGState') return graphicsState
  const isFont = nameOf(get('Type')) === 'Font' || ['BaseFont', 'CharProcs', 'DescendantFonts'].some((key) => get(key) !== null)
  return isFont ? font : field(get, dict)
}

/** What stands nowhere draws nothing. */
const checksWithoutPlace = (get: Get): Record<string, Check> => ({
  AP: (document, value) => fitsItsRectangle(document, value, null, get('AS')),
})

/** PDFium shows no field whose name is no text, and one whose name another kind has as that. */
const field = (get: Get, dict: Dict): Record<string, Check> =>
  get('FT') === null
    ? {}
    : { T: (document, value) => value === null || (isString(value) && isOfOneKind(document, fieldOf(document, dict))) }

/** MuPDF and PDFium show what a widget brings as that of its field, and Chrome a box to be checked where a button has no states. */
const isShownAsField =
  (dict: Dict, get: Get): Check =>
  (document, value) => {
    if (value !== null && !isString(value)) return false
    const named = fieldOf(document, dict)
    const isKnown = named.name !== '' && !named.name.startsWith('.') && named.kind !== undefined
    // of a button that is in none, Firefox shows the state that its value names
    const states = get('AS') === null ? normalOf(document, get('AP')) : null
    if (isDict(states) && isStream(document.get(states, named.state ?? ''))) return false
    // and nothing of a bar code
    const isBarCode = named.kind === 'Tx' && dict.entries.has('PMD')
    const isWithoutStates = named.kind === 'Btn' && (named.flags & pushButton) === 0 && isStream(normalOf(document, get('AP')))
    return (isKnown && !isBarCode && !isWithoutStates && isOfOneKind(document, named)) || drawsNothing(document, get('AP'), get('AS'))
  }
/** ISO 32000-2 table 229. */
const pushButton = 1 << 16

const normalOf = (document: PdfDocument, appearances: Value) => (isDict(appearances) ? document.get(appearances, 'N') : null)

/** Of an annotation that brings what it draws. */
function checksOfShown(get: Get, kind: string): Record<string, Check> {
  const AP: Check = (document, value) =>
    isDict(value) &&
    (kind === 'Popup'
      ? drawsNothing(document, value, get('AS'))
      : fitsItsRectangle(document, value, get('Rect'), get('AS'), kind === 'Text'))
  const checks: Record<string, Check> = { ...annotation, ...needed[kind], AP, AS: isStateOf(get('AP'), kind) }
  // a paper clip may be missed: what is attached is told in any case
  if (kind !== 'FileAttachment' && kind !== 'Widget') checks['F'] = isShownByAll
  return checks
}
