/**
 * Which glyph a code of a composite font shows (ISO 32000-2 §9.7): a map leads from codes to character identifiers (CIDs), and the font, or another map, from
 * those to its glyphs. What all readers do alike was found with fonts made by script.
 */

import { once } from '#pki/once.ts'
import { latin1 } from '#pki/pdf/latin1.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isStream, isString, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Stream, Value } from '#pki/pdf/values.ts'
import { readCharacterMap } from './characterMap.ts'
import type { CharacterMap } from './characterMap.ts'
import { programsIn, readProgram } from './fontProgram.ts'
import type { FontProgram } from './fontProgram.ts'
import { isIdentity, isOddFont } from './oddFont.ts'
import { cidWidthInDoubt } from './widthsInDoubt.ts'

/** Whether readers may show different glyphs for a CID. */
type CidInDoubt = (cid: number) => boolean

const always = () => true
const never = () => false

/** Whether readers may show different glyphs, or some of them none, for a string of text. @throws PdfError where something cannot be unpacked */
export function compositeTextInDoubt(document: PdfDocument, font: Dict): (string: Uint8Array) => boolean {
  const descendants = document.get(font, 'DescendantFonts')
  const [first, ...others] = isArray(descendants) ? descendants : []
  const descendant = document.resolve(first ?? null)
  const ordering = isDict(descendant) ? orderingOf(document, descendant) : undefined
  if (!isDict(descendant) || ordering === undefined || others.length > 0 || isOddFont(document, font, descendant)) return always
  const descriptor = document.get(descendant, 'FontDescriptor')
  const [program, second] = isDict(descriptor) ? programsIn(document, descriptor) : []
  const encoding = document.get(font, 'Encoding')
  const toGlyphs = document.get(descendant, 'CIDToGIDMap')
  if (!program) return !isStream(toGlyphs) && areCharacters(document, font, encoding, ordering) ? never : always
  const codes = isStream(encoding) ? codesIn(document, encoding) : isIdentity(encoding) ? identity : undefined
  if (second || !codes) return always
  const isInDoubt = glyphsOf(readProgram(document, program.stream), isStream(toGlyphs) ? mapOf(document, toGlyphs) : undefined)
  const hasOtherWidth = cidWidthInDoubt(document, descendant, codes.isVertical || nameOf(encoding) === 'Identity-V')
  return (string) =>
    someCode(string, codes.length, (code) => {
      const cid = codes.cid(code)
      return cid === undefined || isInDoubt(cid) || hasOtherWidth(cid)
    })
}

/** That of the collection of a descendant; undefined where it is not as poppler (§9.7.4.1) or PDFium wants it. */
function orderingOf(document: PdfDocument, descendant: Dict): string | undefined {
  const kind = nameOf(document.get(descendant, 'Subtype'))
  const collection = document.get(descendant, 'CIDSystemInfo')
  if (!isDict(collection) || (kind !== 'CIDFontType0' && kind !== 'CIDFontType2')) return undefined
  const [registry, ordering] = ['Registry', 'Ordering'].map((key) => document.get(collection, key))
  return isString(registry) && isString(ordering) ? latin1(ordering.bytes) : undefined
}

/**
 * Whether the CIDs of a font that the document does not bring are characters of a collection that readers know, each of which has fonts of its own for them.
 * With a map for what is copied pdf.js shows that instead.
 */
function areCharacters(document: PdfDocument, font: Dict, encoding: Value, ordering: string): boolean {
  const maps = collections.get(ordering)
  const name = nameOf(encoding)?.replace(/-?[HV]$/, '')
  return maps !== undefined && (name === 'Identity' || maps.includes(name ?? '-')) && document.get(font, 'ToUnicode') === null
}

/** By their orderings, without their directions (table 116). */
const collections = new Map<string, readonly string[]>([
  ['GB1', 'GB-EUC GBpc-EUC GBK-EUC GBKp-EUC GBK2K UniGB-UCS2 UniGB-UTF16'.split(' ')],
  ['CNS1', 'B5pc HKscs-B5 ETen-B5 ETenms-B5 CNS-EUC UniCNS-UCS2 UniCNS-UTF16'.split(' ')],
  // the last is that of H and V
  ['Japan1', '83pv-RKSJ 90ms-RKSJ 90msp-RKSJ 90pv-RKSJ Add-RKSJ EUC Ext-RKSJ UniJIS-UCS2 UniJIS-UCS2-HW UniJIS-UTF16 '.split(' ')],
  ['Korea1', 'KSC-EUC KSCms-UHC KSCms-UHC-HW KSCpc-EUC UniKS-UCS2 UniKS-UTF16'.split(' ')],
])

const identity: CharacterMap = { length: 2, cid: (code) => code, isVertical: false }

/** Undefined where readers may take a map differently: one that goes on from another, or one that says two directions. */
const codesIn = (document: PdfDocument, stream: Stream): CharacterMap | undefined =>
  mapsOf(document).getOrInsertComputed(stream.start, () => {
    const data = document.data(stream)
    const isRead = document.get(stream.dict, 'UseCMap') === null && (effort(document).left -= data.length) >= 0
    const map = isRead ? readCharacterMap(data) : undefined
    const mode = document.get(stream.dict, 'WMode')
    return map && (mode === null || mode === (map.isVertical ? 1 : 0)) ? map : undefined
  })

const mapOf = (document: PdfDocument, stream: Stream): Uint8Array =>
  glyphMapsOf(document).getOrInsertComputed(stream.start, () => document.data(stream))

/** Octets of all maps of codes in a document: more than any has. */
const effort = once<PdfDocument, { left: number }>(() => ({ left: 8 * 1024 * 1024 }))

/** Fonts may share maps, by where those stand. */
const mapsOf = once<PdfDocument, Map<number, CharacterMap | undefined>>(() => new Map())
const glyphMapsOf = once<PdfDocument, Map<number, Uint8Array>>(() => new Map())

/** Two octets a glyph (§9.7.4.2). Of outlines that have no tables around them poppler does not heed such a map, and pdf.js not of those with CIDs. */
function glyphsOf(program: FontProgram, map: Uint8Array | undefined): CidInDoubt {
  const isBehind: CidInDoubt = map === undefined ? never : (cid) => 2 * cid + 2 > map.length
  if (program.kind === 'other') return always
  const { isWhole } = program
  const mapped = (cid: number) => (map === undefined ? cid : map[2 * cid]! * 256 + map[2 * cid + 1]!)
  const byNumber: CidInDoubt = (cid) => isBehind(cid) || !isWhole(mapped(cid))
  if (program.kind === 'TrueType') return byNumber
  const { isTwice, areNumbers, glyph } = program.cids
  if (program.hasTables) return areNumbers ? byNumber : always
  return map === undefined ? (cid) => isTwice(cid) || !isWhole(glyph(cid) ?? -1) : always
}

/** The last code may not end where its string does. */
function someCode(string: Uint8Array, length: 1 | 2, is: (code: number) => boolean): boolean {
  if (string.length % length !== 0) return true
  for (let at = 0; at < string.length; at += length) if (is(length === 1 ? string[at]! : string[at]! * 256 + string[at + 1]!)) return true
  return false
}
