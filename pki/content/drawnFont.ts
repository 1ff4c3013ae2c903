/** Fonts whose glyphs are content (Type 3, ISO 32000-2 §9.6.4). What readers do alike with them was found with fonts made by script. */
import { once } from '#pki/once.ts'
import { latin1 } from '#pki/pdf/latin1.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isArray, isDict, isInteger, isStream } from '#pki/pdf/values.ts'
import type { Dict, Stream } from '#pki/pdf/values.ts'
import { encodingOf } from './glyphEncoding.ts'
import { imageAt } from './inlineImages.ts'
import { marksOf } from './marks.ts'
import type { Box } from './matrix.ts'
import { numbersIn, operatorsIn, Unknown } from './tokens.ts'
import type { Effort } from './tokens.ts'

/** Part of its size by which a glyph may leave the box that it says it fills: some readers cut it off there. */
const mostBeside = 0.05
/** Of a line's thickness, by which the box of its mark is larger than its points. */
const marginOfLine = 0.71
const effortOfFile = 15_000_000
/** Of all glyphs that say their box. */
const mostKept = 64 * 1024 * 1024
const nothing = new Uint8Array()
/** Looking through so many costs as much as an operator. */
const octetsOfStep = 4
const effort = once<PdfDocument, Effort>(() => ({ left: effortOfFile }))

/** Whether some readers draw another glyph for a code, or none. @throws PdfError where a glyph cannot be unpacked */
export function drawnCodeInDoubt(document: PdfDocument, font: Dict): (code: number) => boolean {
  const [glyphs, matrix, widths] = ['CharProcs', 'FontMatrix', 'Widths'].map((key) => document.get(font, key))
  const encoding = encodingOf(document, font)
  const isWhole = isDict(glyphs) && isArray(matrix) && matrix.length === 6 && isArray(widths) && document.get(font, 'Encoding') !== null
  if (!isWhole || encoding.isBroken) return () => true
  const first = document.get(font, 'FirstChar')
  const isWide = (code: number) => {
    const width = isInteger(first) && code >= first ? document.resolve(widths[code - first]) : null
    return typeof width === 'number' && width !== 0
  }
  const isInDoubt = (code: number): boolean => {
    const name = encoding.nameOf(code)
    const glyph = name === undefined ? null : document.get(glyphs, name)
    if (!isStream(glyph)) return false
    // without a name some go by the standard one
    if (!encoding.isDifferent(code) && encoding.basis !== 'Windows') return true
    const { begin, rest } = glyphOf(document, glyph)
    return !begin || (begin.width !== 0 && !isWide(code)) || (begin.box !== undefined && isCutOff(document, rest, begin.box, font))
  }
  const judged = new Map<number, boolean>()
  return (code) => judged.getOrInsertComputed(code, isInDoubt)
}

const boxSaid = /(?<=\s)d1(?=\s)/

type Beginning = { readonly width: number; readonly box?: Box }

/**
 * How far a glyph says that it moves the next one on, which PDFium asks where the font says nothing or zero, and the box that it fills if it says that (table 111).
 * @returns undefined where it says so elsewhere than at its beginning, or cannot be read
 */
function beginningOf(data: Uint8Array, effort: Effort): Beginning | undefined {
  try {
    const { operator, operands } = operatorsIn(data, effort).next().value ?? { operator: '', operands: [] }
    if (operator === 'd1') {
      const [width, , ...box] = numbersIn(operands, 6) as [number, number, ...Box]
      return { width, box }
    }
    if (boxSaid.test(latin1(data))) return undefined
    return { width: operator === 'd0' ? numbersIn(operands, 2)[0]! : 0 }
  } catch (error) {
    if (error instanceof Unknown || error instanceof PdfError) return undefined
    throw error
  }
}

type Glyph = { readonly begin: Beginning | undefined; /** What follows the box, without images. */ readonly rest: Uint8Array }

/** Fonts may share glyphs, by where those stand. */
const known = once<PdfDocument, { glyphs: Map<number, Glyph>; octets: number }>(() => ({ glyphs: new Map(), octets: 0 }))

function glyphOf(document: PdfDocument, stream: Stream): Glyph {
  const kept = known(document)
  return kept.glyphs.getOrInsertComputed(stream.start, () => {
    const data = document.data(stream)
    const begin = beginningOf(data, effort(document))
    const end = begin?.box ? boxSaid.exec(latin1(data))?.index : undefined
    if (end === undefined) return { begin: begin?.box ? undefined : begin, rest: nothing }
    effort(document).left -= data.length / octetsOfStep
    const rest = effort(document).left < 0 ? nothing : withoutImages(data.subarray(end + 2))
    if ((kept.octets += rest.length) > mostKept) return { begin: undefined, rest: nothing }
    return { begin, rest }
  })
}

function isCutOff(document: PdfDocument, rest: Uint8Array, [left, bottom, right, top]: Box, font: Dict): boolean {
  effort(document).left -= rest.length / octetsOfStep
  if (effort(document).left < 0) return true
  const resources = document.get(font, 'Resources')
  const marks = marksOf(document, document.revisions.length - 1, { data: rest, resources }, effort(document))
  if (!marks) return true
  const size = marks.reduce((most, { box }) => Math.max(most, box[2] - box[0], box[3] - box[1]), 0)
  return marks.some(({ box, kind, lineWidth = 0 }) => {
    const beside = mostBeside * size + marginOfLine * lineWidth
    const isInside =
      box[0] >= Math.min(left, right) - beside &&
      box[1] >= Math.min(bottom, top) - beside &&
      box[2] <= Math.max(left, right) + beside &&
      box[3] <= Math.max(bottom, top) + beside
    return kind === 'text' || !isInside
  })
}

const square = Buffer.from(' 0 0 1 1 re f ')
const images = /(?<=^|\s)BI(?=[\s/])/g

/** With a square in the place of each image: that is what it fills (§8.9.5). @throws Fault */
function withoutImages(data: Uint8Array): Uint8Array {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length)
  const parts: Uint8Array[] = []
  let from = 0
  for (const { index } of latin1(bytes).matchAll(images)) {
    const id = bytes.indexOf('ID', index)
    if (index < from || id < 0) continue
    parts.push(bytes.subarray(from, index), square)
    from = imageAt(bytes, index + 2, id).end
  }
  return Buffer.concat([...parts, bytes.subarray(from)])
}
