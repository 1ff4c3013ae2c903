import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as hb from 'harfbuzzjs'
import { bidi } from './bidi.ts'
import { packTrueType, unpackWoff, type FontTables } from './woff.ts'

export type Weight = 'regular' | 'bold'
export type Subset = 'arabic' | 'latin' | 'latin-ext'

/**
 * A glyph placed after shaping; runs go from left to right whatever the script. Advances and offsets are in thousandths of an em.
 * `text` is what it reads as: several letters for a ligature, '' for the later glyphs of a cluster, the shape seen for a mirrored bracket.
 */
export type ShapedGlyph = { id: number; text: string; advance: number; xOffset: number; yOffset: number }
export type ShapedRun = { glyphs: readonly ShapedGlyph[]; advance: number }

/** One font file: IBM Plex Sans Arabic comes divided by script, so a line usually mixes two of these. */
export type Face = {
  /** The name it is embedded under: the font's licence (OFL 1.1) reserves the original's for unmodified copies. */
  name: string
  weight: Weight
  tables: FontTables
  codePoints: ReadonlySet<number>
  /** In thousandths of an em: the font has 1000 units per em, which is checked when it is loaded. */
  glyphWidth: (glyph: number) => number
  shape: (text: string, rtl: boolean) => ShapedRun
}

/** Ascent and descent that all faces share, in thousandths of an em. */
export const ascent = 1085
export const descent = 415

const resolve = createRequire(import.meta.url).resolve
const cssWeight = { regular: 400, bold: 600 } as const
const familyPart = { arabic: 'Arabic', latin: 'Latin', 'latin-ext': 'LatinExt' } as const
/** Words recur (labels, months, names): shaping them once makes a signature's appearance several times cheaper. */
const shapedWordsKept = 4000

function loadFace(subset: Subset, weight: Weight): Face {
  const file = `@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-${subset}-${cssWeight[weight]}-normal.woff`
  const tables = unpackWoff(readFileSync(resolve(file)))
  const hhea = tables.get('hhea')!
  const hmtx = tables.get('hmtx')!
  if (tables.get('head')!.readUInt16BE(18) !== 1000) throw new Error(`${file} does not have 1000 units per em`)
  if (hhea.readInt16BE(4) !== ascent || hhea.readInt16BE(6) !== -descent) throw new Error(`${file} has other vertical metrics`)
  const metrics = hhea.readUInt16BE(34)
  const face = new hb.Face(new hb.Blob(packTrueType(tables)), 0)
  const font = new hb.Font(face)
  const script = subset === 'arabic' ? 'Arab' : 'Latn'
  const language = subset === 'arabic' ? 'ar' : 'en'
  const kept = new Map<string, ShapedRun>()
  return {
    name: `TawqiSans${familyPart[subset]}-${weight === 'bold' ? 'Bold' : 'Regular'}`,
    weight,
    tables,
    codePoints: new Set(face.collectUnicodes()),
    glyphWidth: (glyph) => hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4),
    shape(text, rtl) {
      const key = (rtl ? 'r' : 'l') + text
      let run = kept.get(key)
      if (!run) {
        if (kept.size >= shapedWordsKept) kept.clear()
        kept.set(key, (run = shapeWith(font, text, rtl, script, language)))
      }
      return run
    },
  }
}

/** Arabic keeps its required ligatures (لا) only: optional ones (في) make text that readers extract with gaps. */
const noOptionalLigatures = [new hb.Feature('liga', 0)]
let buffer: hb.Buffer | undefined

function shapeWith(font: hb.Font, text: string, rtl: boolean, script: string, language: string): ShapedRun {
  buffer ??= new hb.Buffer()
  buffer.reset()
  // Marks keep clusters of their own, so that each glyph can say which letter it stands for.
  buffer.setClusterLevel(hb.ClusterLevel.MONOTONE_CHARACTERS)
  buffer.addText(text)
  buffer.setDirection(rtl ? hb.Direction.RTL : hb.Direction.LTR)
  buffer.setScript(script)
  buffer.setLanguage(language)
  hb.shape(font, buffer, rtl ? noOptionalLigatures : [])
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const starts = [...new Set(infos.map((info) => info.cluster))].sort((a, b) => a - b)
  const textOf = new Map(starts.map((start, i) => [start, Array.from(text.slice(start, starts[i + 1] ?? text.length))]))
  const countOf = new Map<number, number>()
  for (const { cluster } of infos) countOf.set(cluster, (countOf.get(cluster) ?? 0) + 1)
  const metOf = new Map<number, number>()
  let advance = 0
  const glyphs = infos.map((info, i) => {
    const { xAdvance, xOffset, yOffset } = positions[i]!
    advance += xAdvance
    const letters = textOf.get(info.cluster)!
    const [count, met] = [countOf.get(info.cluster)!, metOf.get(info.cluster) ?? 0]
    metOf.set(info.cluster, met + 1)
    // A letter and a mark that the font shaped together say one each, the last all that is left; from the right they stand the other way round.
    const at = rtl ? count - 1 - met : met
    const said = letters.slice(at, at === count - 1 ? undefined : at + 1).join('')
    const seen = rtl && said.length === 1 ? (bidi.getMirroredCharacter(said) ?? said) : said
    return { id: info.codepoint, text: seen, advance: xAdvance, xOffset, yOffset }
  })
  return { glyphs, advance }
}

const faces = new Map<string, Face>()

/** The face for a script part and weight; read and unpacked at first use and kept. */
export function faceOf(subset: Subset, weight: Weight): Face {
  const key = `${subset} ${weight}`
  let face = faces.get(key)
  if (!face) faces.set(key, (face = loadFace(subset, weight)))
  return face
}

/** The first face with a glyph for the character, the preferred one first; undefined when none has it. */
export function faceWith(codePoint: number, weight: Weight, preferred: Face | undefined): Face | undefined {
  if (preferred?.codePoints.has(codePoint)) return preferred
  for (const subset of ['latin', 'arabic', 'latin-ext'] as const) {
    const face = faceOf(subset, weight)
    if (face.codePoints.has(codePoint)) return face
  }
  return undefined
}
