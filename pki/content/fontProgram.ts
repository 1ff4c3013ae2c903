import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isStream } from '#pki/pdf/values.ts'
import type { Dict, Stream } from '#pki/pdf/values.ts'
import { readCff } from './cff.ts'
import type { Cff } from './cff.ts'
import { cffCids } from './cffCids.ts'
import { wholeOutlines } from './charstrings.ts'
import type { CidGlyphs } from './cffCids.ts'
import { matricesOf } from './cffMatrices.ts'
import { octets, readOpenType } from './openType.ts'
import type { OpenType } from './openType.ts'
import { outlinesIn } from './trueTypeOutlines.ts'

/** What draws the glyphs of a font that a document brings. */
export type FontProgram =
  | { readonly kind: 'TrueType'; readonly font: OpenType; readonly isWhole: (glyph: number) => boolean }
  | {
      readonly kind: 'compact'
      readonly font: Cff
      readonly cids: CidGlyphs
      readonly isWhole: (glyph: number) => boolean
      /** Whether it stands in tables of OpenType. */ readonly hasTables: boolean
    }
  | { readonly kind: 'other'; readonly bytes: Uint8Array }

/** Where a descriptor has them (ISO 32000-2 table 120). */
export const programKeys = ['FontFile', 'FontFile2', 'FontFile3']

/** The programs of a descriptor, and the keys under which they stand. */
export const programsIn = (document: PdfDocument, descriptor: Dict) =>
  programKeys.flatMap((key) => {
    const stream = document.get(descriptor, key)
    return isStream(stream) ? [{ key, stream }] : []
  })

/** @throws PdfError where it cannot be unpacked */
export const readProgram = (document: PdfDocument, stream: Stream): FontProgram =>
  known(document).getOrInsertComputed(stream.start, () => programIn(document.data(stream)))

/** Fonts may share a program, by where that stands. */
const known = once<PdfDocument, Map<number, FontProgram>>(() => new Map())

function programIn(bytes: Uint8Array): FontProgram {
  const openType = readOpenType(bytes)
  if (openType && !openType.isCompact) return { kind: 'TrueType', font: openType, isWhole: outlinesIn(openType.tables).isWhole }
  const font = readCff(openType ? octets(openType.tables.get('CFF ')!) : bytes)
  if (!font || !isAsLarge(font, openType)) return { kind: 'other', bytes }
  return { kind: 'compact', font, cids: cffCids(font), isWhole: wholeOutlines(font), hasTables: openType !== undefined }
}

/** Whether all say one size of an em: some readers ask the tables, and some the outlines. */
function isAsLarge(font: Cff, openType: OpenType | undefined): boolean {
  const matrices = matricesOf(font)
  const units = openType?.tables.get('head')!.getUint16(18)
  return matrices !== undefined && (units === undefined || matrices.every(([a = 0, , , d]) => a === d && Math.abs(a * units - 1) < 0.01))
}
