/** What painting a path leaves on the page (ISO 32000-2 §8.5.3). */
import { isUpright } from './clips.ts'
import type { Mark } from './mark.ts'
import { apply, boxAround, cornersOf, grown, inverse, scaleOf } from './matrix.ts'
import type { Point } from './matrix.ts'
import type { Part, Path } from './path.ts'
import type { State } from './state.ts'

export type Painted = { readonly fill?: true; readonly stroke?: true }
type PathMark = Pick<Mark, 'kind' | 'box' | 'luminance'> & Partial<Mark>

/** More lines than rules and frames have. */
const mostOfRule = 10

/**
 * The marks that painting a path leaves.
 *
 * @param isApart whether each part of what is no rule is a mark of its own: no fill is outside of all parts, by whichever rule (§8.5.3.3), nor is
 *   any line. A whole word that is one path leaves the place between its letters free.
 */
export function marksOfPath(path: Path, how: Painted, state: State, keepsAreas: boolean, isApart: boolean): PathMark[] {
  const isPlain = !path.isCurved && path.segments <= mostOfRule
  const parts = path.parts()
  const groups: readonly (readonly Part[])[] = isApart && !isPlain ? parts.map((part) => [part]) : [parts]
  const areas = keepsAreas ? path.areas() : undefined
  const fills = groups.map((group): PathMark => ({
    kind: 'path',
    box: boxOf(group),
    luminance: state.fill,
    isRule: isPlain && !state.fillPattern,
    isFilled: true,
    isWhole: group.length === 1 && isUpright(group[0]!) && !state.fillPattern,
    areas: state.fillPattern ? undefined : areas,
  }))
  const lineWidth = Math.max(1, state.lineWidth * scaleOf(state.ctm))
  const strokes = groups.map((group): PathMark => ({
    kind: 'path',
    box: boxAround([...cornersOf(grown(boxOf(group), lineWidth / 2)), ...group.flatMap((part) => tipsOf(part, state))]),
    luminance: state.stroke,
    isRule: isPlain && !state.strokePattern,
    lineWidth,
    isDashed: state.isDashed,
    areas: state.strokePattern ? undefined : areas,
  }))
  return [...(how.fill ? fills : []), ...(how.stroke ? strokes : [])]
}

const boxOf = (group: readonly Part[]) => boxAround(group.flatMap(({ points }) => points))

/** Where lines meet in a sharp angle, their edges go on until they meet as well, unless that is too far (§8.4.3.5). */
function tipsOf({ points, isClosed }: Part, { isMitred, miterLimit, lineWidth, ctm }: State): readonly Point[] {
  const back = isMitred ? inverse(ctm) : undefined
  if (!back) return []
  // as the pen has it, which a page may stretch
  const turned = points.map((point) => apply(back, point))
  // what is closed may go back to where it began, too
  const last = isClosed && turned.length > 1 && isSame(turned[0]!, turned.at(-1)!) ? turned.length - 1 : turned.length
  const corners = turned.slice(0, last).filter((corner, i, all) => i === 0 || !isSame(corner, all[i - 1]!))
  return corners.flatMap((corner, i) => {
    if (!isClosed && (i === 0 || i === corners.length - 1)) return []
    const tip = tipOf(corners.at(i - 1)!, corner, corners[(i + 1) % corners.length]!, miterLimit)
    return tip ? [apply(ctm, [corner[0] + (tip[0] * lineWidth) / 2, corner[1] + (tip[1] * lineWidth) / 2])] : []
  })
}

/** From a corner to where its edges meet, in halves of the line's width; undefined where that is within the box around, or farther than the limit. */
function tipOf(before: Point, corner: Point, after: Point, miterLimit: number): Point | undefined {
  const [u, v] = [unit(corner, before), unit(corner, after)]
  const cosine = u[0] * v[0] + u[1] * v[1]
  const length = Math.SQRT2 / Math.sqrt(1 - cosine)
  if (cosine <= 0 || !(length <= miterLimit)) return undefined
  const along = unit([0, 0], [u[0] + v[0], u[1] + v[1]])
  return [-along[0] * length, -along[1] * length]
}

const isSame = ([x, y]: Point, [otherX, otherY]: Point) => x === otherX && y === otherY

function unit([x, y]: Point, [toX, toY]: Point): Point {
  const length = Math.hypot(toX - x, toY - y)
  return [(toX - x) / length, (toY - y) / length]
}
