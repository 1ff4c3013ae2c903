import { latin1 } from '#pki/pdf/latin1.ts'

/**
 * TrueType fonts whose glyphs become letters only by the instructions that they bring (ISO/IEC 14496-22 §7), old ones of China, Taiwan and Japan. FreeType
 * carries the instructions out for these alone where a reader wants none to be, so that PDFium and poppler do and MuPDF and pdf.js do not; and it knows
 * them by a part of their family's name, or by the sizes and sums of two or three tables. A font that is given such a name shows a 1 here and a 9 there.
 */
export function isInstructed(tables: ReadonlyMap<string, DataView>): boolean {
  const [program, preparation] = ['fpgm', 'prep'].map((name) => tables.get(name)?.byteLength ?? 0)
  // sums are as is wanted, so that sizes have to be enough
  if (sizes.get(preparation!)?.includes(program!)) return true
  const names = tables.get('name')
  const families = names ? familiesIn(names) : []
  return !families || families.some((family) => known.some((part) => family.includes(part)))
}

/** Parts of the families' names. */
const known = (
  'cpop, DFGirl-W6-WIN-BF, DFGothic-EB, DFGyoSho-Lt, DFHSGothic-W5, DFHSMincho-W3, DFHSMincho-W7, DFHei, DFKai-SB, DFKaiSho-SB, DFKaiShu, DFMing, DLC, ' +
  'HuaTianKaiTi, HuaTianSongTi, Ming(for ISO10646), MingLi43, MingLiU, MingMedium'
).split(', ')

/** By the octets of `prep`: those of `fpgm`. */
const sizes = new Map<number, readonly number[]>([
  [0x8, [0xbea2, 0x1_7c39]],
  [0x35, [0x58aa]],
  [0x45, [0xbc85]],
  [0x7a, [0x8e2a]],
  [0x7e, [0x9063, 0x8998]],
  [0x82, [0xc06e]],
  [0x1e1, [0x87c4]],
  [0x25c, [0x70a9]],
  [0x2cb, [0x859b]],
  [0x37b, [0x74ad]],
  [0x380, [0x6a4e]],
  [0x3b8, [0x676f]],
  [0x3bc, [0x715f]],
  [0x41f, [0x7ee1]],
  [0x5ff, [0x7940]],
  [0x758, [0x87a7]],
  [0xf6a, [0xe5]],
  [0x117c, [0xe5]],
  [0x1caa, [0xe5]],
  [0x1de8, [0x19d]],
  [0x1e18, [0x1c2]],
  [0x1f9a, [0x1cb]],
  [0x1fca, [0x1f0]],
  [0x2280, [0x141]],
  [0x22b0, [0x166]],
  [0x22e0, [0x19d]],
  [0x2492, [0x19d]],
])

/** What a family is called: by all of its names, or by that of a typographic or design family. */
const ofFamily = new Set([1, 16, 21])

/** More names than a font has, and octets of one: whoever has more may have any, and thousands that are one. */
const [mostNames, mostLetters] = [1_000, 512]

/** The names as far as they are of Latin letters, of one octet each or of two; undefined where they are too many. */
function familiesIn(table: DataView): string[] | undefined {
  const found: string[] = []
  const count = table.byteLength < 6 ? 0 : table.getUint16(2)
  if (count > mostNames) return undefined
  for (let at = 6; at < 6 + 12 * count && at + 12 <= table.byteLength; at += 12) {
    if (!ofFamily.has(table.getUint16(at + 6))) continue
    const start = table.getUint16(4) + table.getUint16(at + 10)
    const length = Math.min(table.getUint16(at + 8), table.byteLength - start)
    if (length > mostLetters) return undefined
    if (length > 0)
      found.push(
        latin1(new Uint8Array(table.buffer, table.byteOffset + start, length))
          .replaceAll('\0', '')
          .replace(tag, ''),
      )
  }
  return found
}

/** Before the name of a part of a font, six letters at random. */
const tag = /^[A-Z]{6}\+/
