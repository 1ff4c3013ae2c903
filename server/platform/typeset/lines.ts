import { isControl, withoutControls } from '../isolate.ts'
import { bidi } from './bidi.ts'
import { drawnGlyph, drawnRun, riyalSign, type DrawnGlyph } from './drawnGlyphs.ts'
import { faceOf, faceWith, type Face, type ShapedRun, type Weight } from './fonts.ts'

export type Direction = 'ltr' | 'rtl'
/** Text of one face, one level and one word: the unit that is shaped, measured and reordered. */
type Span = { start: number; end: number; level: number; face: Face; drawn: DrawnGlyph | undefined; space: boolean }
type Piece = Span & { text: string; run: ShapedRun }

/** A line ready to be drawn: pieces from left to right; `text` is what it says, in reading order. */
export type Line = { pieces: readonly Piece[]; text: string; width: number }
export type Paragraph = { lines: readonly Line[]; direction: Direction; size: number; width: number; leading: number; height: number }
export type TextStyle = {
  /** Points. */
  size: number
  weight?: Weight
  /** 'auto' takes the direction of the first strong letter (UAX #9 P2). */
  direction?: Direction | 'auto'
  /** Distance between baselines as a multiple of the size; 1.5 holds the tallest Arabic marks. */
  leading?: number
}

/** Sets text in lines no wider than `width` points. Newlines end a line; a word wider than a line is broken between graphemes. */
export function layout(text: string, width: number, style: TextStyle): Paragraph {
  const { size, weight = 'regular', direction = 'auto', leading = 1.5 } = style
  const em = size / 1000
  const lines: Line[] = []
  let base: Direction | undefined = direction === 'auto' ? undefined : direction
  for (const part of text.split('\n')) {
    const shaped = shapedOf(part, direction, weight)
    base ??= shaped.base
    for (const pieces of breakLines(shaped.pieces, width / em, part)) lines.push(lineOf(pieces, part, em))
  }
  const height = lines.length * size * leading
  return { lines, direction: base ?? 'ltr', size, width, leading, height }
}

type Shaped = { base: Direction; pieces: readonly Piece[] }

/** Whoever looks for the size at which a text fits asks for the same one again. */
const mostShaped = 64
const longestShaped = 200
const shapedTexts = new Map<string, Shaped>()

function shapedOf(text: string, direction: Direction | 'auto', weight: Weight): Shaped {
  const key = `${direction} ${weight} ${text}`
  const known = shapedTexts.get(key)
  if (known) return known
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, direction)
  const shaped: Shaped = { base: (paragraphs[0]?.level ?? 0) % 2 ? 'rtl' : 'ltr', pieces: piecesOf(text, levels, weight) }
  if (text.length <= longestShaped) shapedTexts.set(key, shaped)
  if (shapedTexts.size > mostShaped) shapedTexts.delete(shapedTexts.keys().next().value!)
  return shaped
}

function piecesOf(text: string, levels: Uint8Array, weight: Weight): Piece[] {
  const pieces: Piece[] = []
  let current: Span | undefined
  const close = () => {
    if (current) pieces.push(pieceOf(text, current))
    current = undefined
  }
  let at = 0
  for (const character of text) {
    const [start, end] = [at, (at += character.length)]
    if (isControl(character)) {
      close()
      continue
    }
    const level = levels[start]!
    const shown = level % 2 ? (bidi.getMirroredCharacter(character) ?? character) : character
    const found = character === riyalSign ? undefined : faceWith(shown.codePointAt(0)!, weight, current?.face)
    const face = found ?? faceOf('latin', weight)
    const space = character === ' '
    // A hyphen or slash ends a piece, since a line may break after it.
    const after = current && /[-/]/.test(text[current.end - 1]!)
    if (current && current.level === level && current.face === face && current.space === space && found && !current.drawn && !after) {
      current.end = end
    } else {
      close()
      current = { start, end, level, face, space, drawn: found ? undefined : drawnGlyph(character) }
    }
  }
  close()
  return pieces
}

function pieceOf(source: string, span: Span): Piece {
  const text = source.slice(span.start, span.end)
  return { ...span, text, run: span.drawn ? drawnRun(span.drawn) : span.face.shape(text, span.level % 2 === 1) }
}

const widthOf = (pieces: readonly Piece[]) => pieces.reduce((sum, piece) => sum + piece.run.advance, 0)

/** Where a line may end: at spaces, and after hyphens and slashes between letters. */
function* words(pieces: readonly Piece[]): Generator<Piece[]> {
  let word: Piece[] = []
  for (const piece of pieces) {
    if (piece.space && word.length) {
      yield word
      word = []
    }
    word.push(piece)
    if (piece.space || /\p{L}[-/]$/u.test(piece.text)) {
      yield word
      word = []
    }
  }
  if (word.length) yield word
}

function breakLines(pieces: readonly Piece[], width: number, text: string): Piece[][] {
  const lines: Piece[][] = []
  let line: Piece[] = []
  let used = 0
  for (const word of words(pieces)) {
    const wide = widthOf(word)
    const isSpace = word[0]!.space
    if (used + wide > width && line.length && !isSpace) {
      lines.push(line)
      line = []
      used = 0
    }
    if (wide > width && !isSpace) {
      const parts = breakWord(word, width, text)
      lines.push(...parts.slice(0, -1))
      line = parts.at(-1)!
      used = widthOf(line)
    } else if (!isSpace || line.length) {
      line.push(...word)
      used += wide
    }
  }
  return [...lines, line]
}

const graphemes = new Intl.Segmenter('ar', { granularity: 'grapheme' })

/** Breaks a word that no line can hold, such as a hash or an address. */
function breakWord(word: readonly Piece[], width: number, text: string): Piece[][] {
  const parts: Piece[][] = []
  let part: Piece[] = []
  let used = 0
  for (const piece of word) {
    for (const { segment, index } of graphemes.segment(piece.text)) {
      const start = piece.start + index
      const alone = pieceOf(text, { ...piece, start, end: start + segment.length })
      const last = part.at(-1)
      const joined = last && last.end === start && last.face === piece.face && !last.drawn && last.level === piece.level
      const grown = joined ? pieceOf(text, { ...last, end: alone.end }) : alone
      const wide = used - (joined ? last.run.advance : 0) + grown.run.advance
      if (wide > width && part.length) {
        parts.push(part)
        part = [alone]
        used = alone.run.advance
      } else {
        part.splice(joined ? -1 : part.length, joined ? 1 : 0, grown)
        used = wide
      }
    }
  }
  return [...parts, part]
}

/** Orders the pieces of a line for the eye (UAX #9 L2); spaces at its end are dropped (L1). */
function lineOf(logical: Piece[], text: string, em: number): Line {
  const pieces = [...logical]
  while (pieces.at(-1)?.space) pieces.pop()
  const said = pieces.length ? withoutControls(text.slice(pieces[0]!.start, pieces.at(-1)!.end)) : ''
  const highest = Math.max(0, ...pieces.map((piece) => piece.level))
  for (let level = highest; level > 0; level--) {
    for (let i = 0; i < pieces.length; i++) {
      let end = i
      while (end < pieces.length && pieces[end]!.level >= level) end++
      if (end > i) pieces.splice(i, end - i, ...pieces.slice(i, end).reverse())
      i = end
    }
  }
  return { pieces, text: said, width: widthOf(pieces) * em }
}
