import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isDict, nameOf } from '#pki/pdf/values.ts'
import type { Dict } from '#pki/pdf/values.ts'
import { cffNames } from './cffNames.ts'
import { programsIn, readProgram } from './fontProgram.ts'
import type { FontProgram } from './fontProgram.ts'
import { encodingOf } from './glyphEncoding.ts'
import type { Encoding } from './glyphEncoding.ts'
import { NamedChoices } from './namedChoices.ts'
import { namesOfPictures } from './pictureFonts.ts'
import { everyCode } from './standardNames.ts'
import { SubstituteChoices } from './substituteChoices.ts'
import { readTrueType } from './trueType.ts'
import { TrueTypeChoices } from './trueTypeChoices.ts'
import { readType1 } from './type1.ts'

type Choices = { isInDoubt(code: number): boolean }
/** A font's program, without what its dictionary says. */
type Glyphs = (encoding: Encoding, flags: number, name: string) => Choices

/** The codes of a simple font for which readers may show different glyphs, or some of them none. @throws PdfError where its program cannot be unpacked */
export function codesInDoubt(document: PdfDocument, font: Dict): ReadonlySet<number> {
  const kind = nameOf(document.get(font, 'Subtype'))
  if (kind !== 'TrueType' && kind !== 'Type1' && kind !== 'MMType1') return new Set(everyCode)
  const descriptor = document.get(font, 'FontDescriptor')
  const of = (key: string) => (isDict(descriptor) ? document.get(descriptor, key) : null)
  const [encoding, flags] = [encodingOf(document, font), of('Flags')]
  if (encoding.isBroken) return new Set(everyCode)
  const bits = typeof flags === 'number' ? flags : 0
  const [first, ...others] = isDict(descriptor) ? programsIn(document, descriptor) : []
  if (!first) {
    const names = [document.get(font, 'BaseFont'), of('FontName')].flatMap((name) => nameOf(name) ?? [])
    return inDoubt(new SubstituteChoices({ kind, names, hasUnicode: document.get(font, 'ToUnicode') !== null }, encoding, bits))
  }
  const program = readProgram(document, first.stream)
  const isOfKind = others.length === 0 && keysOf[kind].has(first.key) && (program.kind === 'TrueType') === (kind === 'TrueType')
  const glyphs = isOfKind ? known(document).getOrInsertComputed(program, glyphsOf) : undefined
  return glyphs ? inDoubt(glyphs(encoding, bits, nameOf(document.get(font, 'BaseFont')) ?? '')) : new Set(everyCode)
}

function inDoubt(choices: Choices): ReadonlySet<number> {
  const is = (code: number): boolean => {
    try {
      return choices.isInDoubt(code)
    } catch (error) {
      // a table that ends before its codes do
      if (error instanceof RangeError) return true
      throw error
    }
  }
  return new Set(everyCode.filter(is))
}

/** Which programs fonts of a kind have (ISO 32000-2 table 124); of others readers make one thing or another. */
const keysOf = { TrueType: new Set(['FontFile2']), Type1: new Set(['FontFile', 'FontFile3']), MMType1: new Set(['FontFile', 'FontFile3']) }

/** Undefined where they cannot be read. */
function glyphsOf(program: FontProgram): Glyphs | undefined {
  if (program.kind === 'TrueType') {
    const tables = readTrueType(program.font)
    return tables && ((encoding, flags) => new TrueTypeChoices(tables, encoding, flags))
  }
  const font = program.kind === 'compact' ? cffNames(program.font, program.isWhole) : readType1(program.bytes)
  const hasTables = program.kind === 'compact' && program.hasTables
  return font && ((encoding, flags, name) => new NamedChoices(font, encoding, flags, { hasTables, pictures: namesOfPictures(name) }))
}

/** Fonts may share a program. */
const known = once<PdfDocument, Map<FontProgram, Glyphs | undefined>>(() => new Map())
