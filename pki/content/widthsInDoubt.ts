/**
 * How far a glyph moves the next one on: where readers take the widths of a font differently, letters stand over one another, or out of sight, in one of them
 * (ISO 32000-2 §9.6.2.1, §9.7.4.3). What they do alike was found with fonts made by script.
 */

import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isInteger, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { rangeWith } from './ranges.ts'
import type { Range } from './ranges.ts'

const always = () => true
const never = () => false
const isNumber = (value: Value) => typeof value === 'number'
/** PDFium keeps sixteen bits of it. */
const widest = 32_767
const isOfWidth = (value: Value) => typeof value === 'number' && Math.abs(value) <= widest

/** Of a simple font. @param glyphs whether the document brings them, as a program or as content: others have widths that some readers know by themselves */
export function widthInDoubt(document: PdfDocument, font: Dict, glyphs: 'program' | 'content' | 'none'): (code: number) => boolean {
  const [first, last, list] = ['FirstChar', 'LastChar', 'Widths'].map((key) => document.get(font, key))
  if (list === null) return glyphs === 'none' ? never : always
  if (!isArray(list) || !isInteger(first) || !isInteger(last) || first < 0 || last > 255) return always
  const missing = missingWidth(document, font)
  const isNeeded = glyphs === 'content' ? missing !== 0 : glyphs === 'none' && isCourier(document, font) && missing !== widthOfCourier
  const isOddlyMissing = typeof missing === 'number' && (missing < 0 || missing > widest)
  const widths = list.slice(0, 256).map((one) => document.resolve(one))
  return (code) => {
    const width = code < first ? undefined : widths[code - first]
    if (width !== undefined && code > last) return true
    return typeof width === 'number' ? width < 0 || width > widest : isNeeded || isOddlyMissing
  }
}

const widthOfCourier = 600

/** Its letters are all as wide to PDFium, whatever is said. */
const isCourier = (document: PdfDocument, font: Dict) => /Courier/.test(nameOf(document.get(font, 'BaseFont')) ?? '')

/** 0 where none is said (table 120). */
function missingWidth(document: PdfDocument, font: Dict): Value {
  const descriptor = document.get(font, 'FontDescriptor')
  return (isDict(descriptor) ? document.get(descriptor, 'MissingWidth') : null) ?? 0
}

type Widths = Range & { readonly width: string }

/** Of the descendant of a composite font. */
export function cidWidthInDoubt(document: PdfDocument, descendant: Dict, isVertical: boolean): (cid: number) => boolean {
  const usual = document.get(descendant, 'DW')
  const across = isVertical ? document.get(descendant, 'DW2') : null
  const isUsual = usual === null || (isInteger(usual) && isOfWidth(usual))
  const isAcross = across === null || (isArray(across) && across.length === 2 && across.every((one) => isNumber(document.resolve(one))))
  const twice = [
    overlapsIn(document, document.get(descendant, 'W'), 1),
    isVertical ? overlapsIn(document, document.get(descendant, 'W2'), 3) : [],
  ]
  if (!isUsual || !isAcross || twice.includes(undefined)) return always
  return twice.every((ranges) => ranges!.length === 0) ? never : (cid) => twice.some((ranges) => rangeWith(ranges!, cid) !== undefined)
}

/** Fonts may share their lists. */
const known = once<PdfDocument, Map<Value, readonly Range[] | undefined>>(() => new Map())

const overlapsIn = (document: PdfDocument, list: Value, size: number): readonly Range[] | undefined =>
  list === null
    ? []
    : known(document).getOrInsertComputed(list, () => {
        const ranges = rangesIn(document, list, size)
        return ranges && overlapsOf(ranges)
      })

/** `c [w …]` and `first last w`, where each width is so many numbers; undefined where something else stands there. */
function rangesIn(document: PdfDocument, list: Value, size: number): Widths[] | undefined {
  const items = isArray(list) ? list.map((one) => document.resolve(one)) : [null]
  const ranges: Widths[] = []
  for (let at = 0; at < items.length;) {
    const [first, next] = [items[at]!, items[at + 1] ?? null]
    if (!isInteger(first) || first < 0) return undefined
    const widths = isArray(next) ? next.map((one) => document.resolve(one)) : items.slice(at + 2, at + 2 + size)
    if (!widths.every(isOfWidth) || widths.length % size !== 0) return undefined
    if (isArray(next)) {
      for (let i = 0; i < widths.length; i += size) {
        const cid = first + i / size
        ranges.push({ first: cid, last: cid, width: widths.slice(i, i + size).join() })
      }
    } else {
      if (!isInteger(next) || next < first || widths.length === 0) return undefined
      ranges.push({ first, last: next, width: widths.join() })
    }
    at += isArray(next) ? 2 : 2 + size
  }
  return ranges
}

/** What they do not say the same of, in order and apart from one another. */
function overlapsOf(ranges: readonly Widths[]): Range[] {
  const overlaps: { first: number; last: number }[] = []
  let before: Widths | undefined
  for (const range of ranges.toSorted((one, other) => one.first - other.first)) {
    const { first, last, width } = range
    if (before && first <= before.last && width !== before.width) {
      const [overlap, end] = [overlaps.at(-1), Math.min(last, before.last)]
      if (overlap && first <= overlap.last) overlap.last = Math.max(overlap.last, end)
      else overlaps.push({ first, last: end })
    }
    if (!before || last > before.last) before = range
  }
  return overlaps
}
