import { axisOf } from './matrix.ts'
import type { Matrix } from './matrix.ts'

/** Where a text's letters certainly stand: along the page's first axis or its second, without the spaces between them. */
export type Letters = {
  along: 0 | 1
  /** From, to, from, to. A page may have millions of texts. */
  ends: readonly number[]
}

const mostSpans = 1_000

/** Adds a glyph to the spans of a line. What is no farther from the one before than `gap` belongs to its span. */
export function addGlyph(ends: number[], from: number, to: number, gap: number): void {
  if (!(to > from)) return
  const last = ends.length - 2
  if (last >= 0 && from >= ends[last]! && from - ends[last + 1]! <= gap) ends[last + 1] = Math.max(ends[last + 1]!, to)
  else if (ends.length < 2 * mostSpans) ends.push(from, to)
}

/** Undefined where the line runs along neither axis. */
export function lettersOnPage(ends: readonly number[], toPage: Matrix): Letters | undefined {
  const along = axisOf(toPage)
  if (along === undefined || ends.length === 0) return undefined
  const [scale, by] = [toPage[along], toPage[4 + along]!]
  return { along, ends: ends.map((end) => end * scale + by) }
}

/** From and to of each, in the order in which they stand there. */
export function spansOf(all: readonly Letters[]): (readonly [from: number, to: number])[] {
  const spans: [number, number][] = []
  for (const { ends } of all)
    for (let i = 0; i < ends.length; i += 2) spans.push([Math.min(ends[i]!, ends[i + 1]!), Math.max(ends[i]!, ends[i + 1]!)])
  return spans.toSorted(([a], [b]) => a - b)
}
