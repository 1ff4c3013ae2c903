import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isDict, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Stream } from '#pki/pdf/values.ts'
import { CffChoices } from './cffChoices.ts'
import { readCff } from './cff.ts'
import { encodingOf } from './glyphEncoding.ts'
import type { Encoding } from './glyphEncoding.ts'
import { readTrueType, tableOf } from './trueType.ts'
import { TrueTypeChoices } from './trueTypeChoices.ts'

type Choices = { isInDoubt(code: number): boolean }
/** A font's program, without what its dictionary says. */
type Program = (encoding: Encoding, flags: number) => Choices

const unreadable: Program = () => ({ isInDoubt: () => true })
const certain: Program = () => ({ isInDoubt: () => false })

/**
 * The codes of a simple font that the document brings for which readers may show different glyphs, or some of them none; undefined where there is none.
 * @param font a font's dictionary @throws PdfError where its program cannot be unpacked
 */
export function codesInDoubt(document: PdfDocument, font: Dict): ReadonlySet<number> | undefined {
  const kind = nameOf(document.get(font, 'Subtype'))
  const descriptor = document.get(font, 'FontDescriptor')
  if (!isDict(descriptor) || (kind !== 'TrueType' && kind !== 'Type1' && kind !== 'MMType1')) return undefined
  const programs = ['FontFile', 'FontFile2', 'FontFile3']
    .map((key) => [key, document.get(descriptor, key)] as const)
    .filter(([, value]) => isStream(value))
  const [first, ...others] = programs
  if (!first) return undefined
  const [key, stream] = first as [string, Stream]
  const program =
    others.length > 0 || !keysOf[kind].has(key)
      ? unreadable
      : programsOf(document).getOrInsertComputed(stream.start, () => readProgram(document.data(stream), kind === 'TrueType'))
  const flags = document.get(descriptor, 'Flags')
  const choices = program(encodingOf(document, font), typeof flags === 'number' ? flags : 0)
  const codes = new Set(everyCode.filter((code) => choices.isInDoubt(code)))
  return codes.size > 0 ? codes : undefined
}

/** Which programs fonts of a kind have (ISO 32000-2 table 124); of others readers make one thing or another. */
const keysOf = { TrueType: new Set(['FontFile2']), Type1: new Set(['FontFile', 'FontFile3']), MMType1: new Set(['FontFile', 'FontFile3']) }

/** Fonts may share a program, by where that stands. */
const programsOf = once<PdfDocument, Map<number, Program>>(() => new Map())

function readProgram(bytes: Uint8Array, isTrueType: boolean): Program {
  if (isTrueType) {
    const tables = readTrueType(bytes)
    return tables ? (encoding, flags) => new TrueTypeChoices(tables, encoding, flags) : unreadable
  }
  // what the names of such a program are is encrypted, and not looked at
  if (bytes[0] === 0x25 || bytes[0] === 0x80) return certain
  const openType = tableOf(bytes, 'CFF ')
  const cff = readCff(openType ?? bytes)
  return cff ? (encoding, flags) => new CffChoices(cff, encoding, flags, openType !== undefined) : unreadable
}

const everyCode = Array.from({ length: 256 }, (_, code) => code)
