/** Whether a part of a picture is plain: paper, with the grain and the shading that a scanner gives it, and nothing on it. */

/** A picture's samples, row by row, the components of each side by side, an octet each. */
export type Samples = { data: Uint8Array; width: number; height: number; components: number }
type Part = { left: number; top: number; right: number; bottom: number }

/** Letters are finer than this, in points, in no direction. */
const blockPoints = 2
/** A light that falls from one side changes from block to block by less than a stroke does. */
const neighbours = 3
const mostShading = 96
/** Letters 16 of 255 darker than their paper, which hardly anybody reads, differ by 9; those that differ by less than the first are not seen. */
const [leastContrast, mostContrast] = [7, 12]
/** So many deviations of the grain does no block reach by itself. */
const deviations = 5.5

/** @param how samples that say no colour by their value are plain where all are the same */
export function isPlain(samples: Samples, part: Part, how: 'exactly' | { samplesPerPoint: number }): boolean {
  const { components } = samples
  if (part.right <= part.left || part.bottom <= part.top) return true
  for (let component = 0; component < components; component++) {
    if (how === 'exactly' ? !isEqual(samples, part, component) : !isEven(samples, part, component, how.samplesPerPoint)) return false
  }
  return true
}

function isEqual({ data, width, components }: Samples, { left, top, right, bottom }: Part, component: number): boolean {
  const first = data[(top * width + left) * components + component]
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if (data[(y * width + x) * components + component] !== first) return false
  return true
}

/** No block of samples stands out from those around it by more than the grain explains. */
function isEven(samples: Samples, part: Part, component: number, samplesPerPoint: number): boolean {
  const size = Math.max(1, Math.round(blockPoints * samplesPerPoint))
  const blocks = blocksOf(samples, part, component, size)
  const [darkest, lightest] = range(blocks.means)
  if (lightest - darkest > mostShading) return false
  const differences = differencesOf(blocks).sort()
  const contrast = Math.max(leastContrast, Math.min(mostContrast, deviations * grainOf(differences)))
  return differences.at(-1)! <= contrast
}

/** Of every block from the mean of those around it. */
function differencesOf({ means, columns, rows }: Blocks): Float32Array {
  return means.map((mean, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns]
    let [sum, count] = [0, 0]
    for (let y = Math.max(0, row - neighbours); y <= Math.min(rows - 1, row + neighbours); y++)
      for (let x = Math.max(0, column - neighbours); x <= Math.min(columns - 1, column + neighbours); x++) {
        sum += means[y * columns + x]!
        count++
      }
    return Math.abs(mean - sum / count)
  })
}

/** The standard deviation of what is normal, from its smallest quarter: letters leave more than that of the paper free. */
const grainOf = (sorted: Float32Array) => sorted[Math.floor(sorted.length / 4)]! / 0.3186

function range(values: Float32Array): [number, number] {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  return [least, most]
}

type Blocks = { means: Float32Array; columns: number; rows: number }

/** The mean of every block; the last of a row and of a column are smaller. */
function blocksOf({ data, width, components }: Samples, { left, top, right, bottom }: Part, component: number, size: number): Blocks {
  const [columns, rows] = [Math.ceil((right - left) / size), Math.ceil((bottom - top) / size)]
  const means = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [x0, y0] = [left + column * size, top + row * size]
      const [x1, y1] = [Math.min(right, x0 + size), Math.min(bottom, y0 + size)]
      let sum = 0
      for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) sum += data[(y * width + x) * components + component]!
      means[row * columns + column] = sum / ((x1 - x0) * (y1 - y0))
    }
  return { means, columns, rows }
}
