/** A run of text as the file keeps it, and where on the page it begins; some end their line. */
export type Piece = { readonly text: string; readonly x: number; readonly y: number; readonly endsLine: boolean }
/** A part of a piece, in UTF-16 units. */
export type FoundPart = { readonly piece: number; readonly from: number; readonly to: number }
/** One place of the words: the parts of pieces that they stand in, in reading order. */
export type Found = readonly FoundPart[]

/**
 * The places of some words in a page's text, in order, none over another. Capitals, vowel marks, kinds of alef, ya and ta marbuta, shapes of
 * letters and the script of digits make no difference: nobody types them as a document has them. Takes time in proportion to the text.
 */
export function findText(pieces: readonly Piece[], words: string): Found[] {
  const wanted = [...words.trim()].map(folded).join('').replace(/\s+/g, ' ')
  if (!wanted) return []
  const { text, spots } = readThrough(pieces)
  const found: Found[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    found.push(joined(spots.slice(at, at + wanted.length)))
  return found
}

function joined(spots: readonly FoundPart[]): Found {
  const parts: FoundPart[] = []
  for (const spot of spots) {
    const last = parts.at(-1)
    if (last?.piece === spot.piece)
      parts[parts.length - 1] = { ...last, from: Math.min(last.from, spot.from), to: Math.max(last.to, spot.to) }
    else parts.push(spot)
  }
  return parts
}

/** The folded text of a page, and where each of its units comes from. Between lines, and for any run of white space, stands one space. */
function readThrough(pieces: readonly Piece[]) {
  const spots: FoundPart[] = []
  const units: string[] = []
  const add = (part: string, spot: FoundPart) => {
    if (part === ' ' && units.at(-1) === ' ') return
    for (const unit of part.split('')) {
      units.push(unit)
      spots.push(spot)
    }
  }
  let done = 0
  for (const stretch of stretches(pieces)) {
    for (const piece of stretch) {
      let from = 0
      for (const letter of pieces[piece]!.text) {
        add(folded(letter), { piece, from, to: from + letter.length })
        from += letter.length
      }
    }
    const last = done + stretch.length - 1
    if (pieces[last]!.endsLine) add(' ', { piece: last, from: pieces[last]!.text.length, to: pieces[last]!.text.length })
    done += stretch.length
  }
  return { text: units.join(''), spots }
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const leftToRight = /\p{Script=Latin}/u

/**
 * Some makers write a line of Arabic piece by piece from the left, as it looks: such a stretch is read from its other end
 * (UAX #9, rule L2). Who writes it in the order of reading goes to the left.
 */
function stretches(pieces: readonly Piece[]): number[][] {
  const all: number[][] = []
  for (let first = 0; first < pieces.length;) {
    let end = first + 1
    while (end < pieces.length && goesOn(pieces[end - 1]!, pieces[end]!)) end++
    all.push(turned(pieces, first, end))
    first = end
  }
  return all
}

const goesOn = (before: Piece, next: Piece) =>
  !before.endsLine &&
  Math.abs(next.y - before.y) < 1 &&
  next.x >= before.x &&
  !leftToRight.test(before.text) &&
  !leftToRight.test(next.text)

/** The indices from `first` to before `end`, turned round from the first piece of Arabic to the last. */
function turned(pieces: readonly Piece[], first: number, end: number): number[] {
  const all = Array.from({ length: end - first }, (_, i) => first + i)
  const isArabic = (at: number) => rightToLeft.test(pieces[at]!.text)
  const [from, to] = [all.findIndex(isArabic), all.findLastIndex(isArabic)]
  return from < 0 ? all : [...all.slice(0, from), ...all.slice(from, to + 1).reverse(), ...all.slice(to + 1)]
}

const alike: Record<string, string> = { ة: 'ه', ى: 'ي', ی: 'ي', ک: 'ك', ٱ: 'ا' }

/** A letter without what tells it from its like: a hamza is a mark upon its letter here. */
function folded(letter: string): string {
  const plain = letter
    .normalize('NFKD')
    .replace(/[\p{M}\u0640\u200e\u200f]/gu, '')
    .toLowerCase()
  if (/^\s+$/.test(plain)) return ' '
  const digit = /^[٠-٩۰-۹]$/.test(plain) ? String(plain.charCodeAt(0) & 15) : undefined
  return digit ?? plain.replace(/[ةىیکٱ]/g, (one) => alike[one]!)
}
