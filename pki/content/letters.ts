import { axisOf } from './matrix.ts'
import type { Matrix } from './matrix.ts'

/** From and to, along a line. */
export type Span = readonly [number, number]
/** Where a text's letters certainly stand: along the page's first axis or its second, without the spaces between them. */
export type Letters = { along: 0 | 1; spans: readonly Span[] }

const mostSpans = 1_000

/** Adds a glyph to the spans of a line. What is no farther from the one before than `gap` belongs to its span. */
export function addGlyph(spans: [number, number][], [from, to]: Span, gap: number): void {
  if (!(to > from)) return
  const last = spans.at(-1)
  if (last && from >= last[0] && from - last[1] <= gap) last[1] = Math.max(last[1], to)
  else if (spans.length < mostSpans) spans.push([from, to])
}

/** Undefined where the line runs along neither axis. */
export function lettersOnPage(spans: readonly Span[], toPage: Matrix): Letters | undefined {
  const along = axisOf(toPage)
  if (along === undefined || spans.length === 0) return undefined
  const [scale, by] = [toPage[along], toPage[4 + along]!]
  return { along, spans: spans.map(([from, to]) => [Math.min(from * scale, to * scale) + by, Math.max(from * scale, to * scale) + by]) }
}
