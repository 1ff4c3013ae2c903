import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isDict, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Stream } from '#pki/pdf/values.ts'
import { readCff } from './cff.ts'
import { encodingOf } from './glyphEncoding.ts'
import type { Encoding } from './glyphEncoding.ts'
import { NamedChoices } from './namedChoices.ts'
import { everyCode } from './standardNames.ts'
import { readTrueType, tableOf } from './trueType.ts'
import { TrueTypeChoices } from './trueTypeChoices.ts'
import { readType1 } from './type1.ts'

type Choices = { isInDoubt(code: number): boolean }
/** A font's program, without what its dictionary says. */
type Program = (encoding: Encoding, flags: number) => Choices

const unreadable: Program = () => ({ isInDoubt: () => true })

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
  const codes = new Set(everyCode.filter((code) => isInDoubt(choices, code)))
  return codes.size > 0 ? codes : undefined
}

function isInDoubt(choices: Choices, code: number): boolean {
  try {
    return choices.isInDoubt(code)
  } catch (error) {
    // a table that ends before its codes do
    if (error instanceof RangeError) return true
    throw error
  }
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
  const openType = tableOf(bytes, 'CFF ')
  const font = readCff(openType ?? bytes) ?? readType1(bytes)
  return font ? (encoding, flags) => new NamedChoices(font, encoding, flags, openType !== undefined) : unreadable
}
