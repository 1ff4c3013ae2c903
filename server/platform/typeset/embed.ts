import { createHash } from 'node:crypto'
import { ascent, descent, type Face } from './fonts.ts'
import { num, type PdfObjects } from './objects.ts'
import { subsetTrueType, type SubsetGlyph } from './subset.ts'

const hex4 = (value: number) => value.toString(16).padStart(4, '0').toUpperCase()
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()

/** The glyphs of one face that a document uses, numbered in order of use. */
export class EmbeddedFont {
  readonly face: Face
  readonly resource: string
  readonly #glyphs: SubsetGlyph[] = [0]
  readonly #cids = new Map<string, number>([['0', 0]])
  readonly #texts: string[] = ['']

  constructor(face: Face, resource: string) {
    this.face = face
    this.resource = resource
  }

  /** The character identifier under which the glyph is shown, as four hex digits. `text` is what it reads as, unless it was given another before. */
  cid(glyph: number, text: string): string {
    return this.#numbered(String(glyph), glyph, text)
  }

  /** A glyph that shows nothing, `width` thousandths of an em wide, and reads as `text`: what is drawn as a path becomes findable through it. */
  blank(text: string, width: number): string {
    return this.#numbered(`${width} ${text}`, { width }, text)
  }

  /**
   * A right-to-left ligature (لا), or a letter moved aside, as one identifier per letter, `advance` wide together. Readers turn such text
   * around glyph by glyph, and would turn a ligature's own letters the wrong way: so each letter gets its share of the width, and the one
   * at the right draws the whole. A gap left by moving the pen they take for a space: so the glyph itself is made wider.
   */
  placed(glyph: number, letters: readonly string[], xOffset: number, advance: number): string {
    const step = Math.round(advance / letters.length)
    const before = step * (letters.length - 1)
    const blanks = letters
      .slice(1)
      .reverse()
      .map((letter) => this.blank(letter, step))
    const whole = { width: advance - before, glyph, shift: xOffset - before }
    return blanks.join('') + this.#numbered([glyph, before, xOffset, advance].join(), whole, letters[0]!)
  }

  #numbered(key: string, glyph: SubsetGlyph, text: string): string {
    let cid = this.#cids.get(key)
    if (cid === undefined) {
      cid = this.#glyphs.push(glyph) - 1
      this.#cids.set(key, cid)
      this.#texts.push(text)
    } else if (!this.#texts[cid]) this.#texts[cid] = text
    return hex4(cid)
  }

  /** Writes the font as Type0 with an embedded CIDFontType2 (ISO 32000-1 §9.7) and returns its object number. */
  write(objects: PdfObjects): number {
    const { tables } = this.face
    const { file, glyphCount } = subsetTrueType(tables, this.#glyphs)
    const digest = createHash('sha256').update(JSON.stringify(this.#glyphs)).digest()
    const tag = [...digest.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('')
    const name = `/${tag}+${this.face.name}`
    const head = tables.get('head')!
    const box = [36, 38, 40, 42].map((at) => head.readInt16BE(at)).join(' ')
    const type0 = objects.reserve()
    const fontFile = objects.addStream(`/Length1 ${file.length}`, file)
    // PDF/A-1 wants the set of CIDs; later parts allow it when it is complete, components included.
    const cidSet = objects.addPlainStream('', presentCids(glyphCount))
    const descriptor = objects.add(
      `<</Type/FontDescriptor/FontName${name}/Flags 4/FontBBox[${box}]/ItalicAngle 0/Ascent ${ascent}/Descent ${-descent}` +
        `/CapHeight 698/StemV ${this.face.weight === 'bold' ? 130 : 84}/FontFile2 ${fontFile} 0 R/CIDSet ${cidSet} 0 R>>`,
    )
    const widths = this.#glyphs.map((glyph) => num(typeof glyph === 'number' ? this.face.glyphWidth(glyph) : glyph.width)).join(' ')
    const descendant = objects.add(
      `<</Type/Font/Subtype/CIDFontType2/BaseFont${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
        `/FontDescriptor ${descriptor} 0 R/DW 0/W[0[${widths}]]/CIDToGIDMap/Identity>>`,
    )
    const toUnicode = objects.addStream('', Buffer.from(this.#toUnicode(), 'latin1'))
    objects.set(
      type0,
      `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${toUnicode} 0 R>>`,
    )
    return type0
  }

  #toUnicode(): string {
    const rows = this.#texts.flatMap((text, cid) => (text ? [`<${hex4(cid)}> <${utf16(text)}>`] : []))
    const blocks: string[] = []
    for (let i = 0; i < rows.length; i += 100) {
      const block = rows.slice(i, i + 100)
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
    }
    return (
      '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n' +
      '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n' +
      `1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n${blocks.join('\n')}\n` +
      'endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n'
    )
  }
}

function presentCids(count: number): Buffer {
  const bits = Buffer.alloc(Math.ceil(count / 8))
  for (let cid = 0; cid < count; cid++) bits[cid >> 3]! |= 0x80 >> (cid & 7)
  return bits
}

/** The fonts of one document or one form. */
export class FontSet {
  readonly #fonts = new Map<Face, EmbeddedFont>()

  use(face: Face): EmbeddedFont {
    let font = this.#fonts.get(face)
    if (!font) this.#fonts.set(face, (font = new EmbeddedFont(face, `F${this.#fonts.size}`)))
    return font
  }

  /** Writes every font used and returns the /Font resource dictionary. */
  write(objects: PdfObjects): string {
    const entries = [...this.#fonts.values()].map((font) => `/${font.resource} ${font.write(objects)} 0 R`)
    return `<<${entries.join('')}>>`
  }
}
