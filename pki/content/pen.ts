import { identity } from './matrix.ts'
import type { Matrix } from './matrix.ts'

type Ems = readonly [least: number, most: number]

/** Where the next glyph of a line stands (ISO 32000-2 §9.4.4), in text space. */
export class Pen {
  line: Matrix = identity
  /** Between these along the line. */
  from = 0
  to = 0
  /** The same, as far as glyphs are as wide as those of usual fonts. */
  least = 0
  most = 0

  placeLine(line: Matrix): void {
    this.line = line
    this.from = this.to = this.least = this.most = 0
  }

  advance({ size, scale }: { size: number; scale: number }, [least, most]: Ems, usual: Ems, space: number): void {
    const [a, b] = [(least * size + space) * scale, (most * size + space) * scale]
    this.from += Math.min(a, b)
    this.to += Math.max(a, b)
    this.least += (usual[0] * size + space) * scale
    this.most += (usual[1] * size + space) * scale
  }
}
