import { type Box, least, overlap, type PageSize, within } from './place.ts'

/** What a small picture of a page tells: where something is written on it, and how light it is. */
export type Ink = {
  readonly width: number
  readonly height: number
  /** Pixels of the picture for one point of the page. */
  readonly scale: number
  /** From 0, black, to 255. */
  readonly lightness: Uint8Array
  /** 1 where it differs from the paper. */
  readonly written: Uint8Array
  /** How many written pixels lie above and to the left; one row and one column more than the picture. */
  readonly sums: Uint32Array
}

/** Lighter or darker than the paper by less is no writing: the grain of a scan, a watermark, a tint. */
const noticed = 48
const shades = 32

/** @param picture of the whole page */
export function readInk({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>, page: PageSize): Ink {
  const lightness = new Uint8Array(width * height)
  const counts = new Uint32Array(shades)
  for (let i = 0; i < lightness.length; i++) {
    const value = Math.round(data[i * 4]! * 0.299 + data[i * 4 + 1]! * 0.587 + data[i * 4 + 2]! * 0.114)
    lightness[i] = value
    counts[Math.floor((value * shades) / 256)]!++
  }
  const paper = ((counts.indexOf(Math.max(...counts)) + 0.5) * 256) / shades
  const written = lightness.map((value) => (Math.abs(value - paper) > noticed ? 1 : 0))
  const sums = new Uint32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0, row = 0; x < width; x++) {
      row += written[y * width + x]!
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  return { width, height, scale: width / page.width, lightness, written, sums }
}

type Pixels = { left: number; top: number; right: number; bottom: number }

function pixelsOf({ width, height, scale }: Ink, box: Box, margin = 0): Pixels {
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, Math.round(value * scale)))
  return {
    left: clamp(box.x - margin, width),
    top: clamp(box.y - margin, height),
    right: clamp(box.x + box.width + margin, width),
    bottom: clamp(box.y + box.height + margin, height),
  }
}

function writtenIn({ sums, width }: Ink, { left, top, right, bottom }: Pixels): number {
  const at = (x: number, y: number) => sums[y * (width + 1) + x]!
  return at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top)
}

/** A line to sign on, or a frame, fills most of a row or a column, and is thin. */
const shareOfRule = 0.7
const thicknessOfRule = 2.5
/** More than specks. */
const shareOfText = 0.001

/** Whether a box stands over something that is written. The lines and frames of a place to sign are none. */
export function coversWriting(ink: Ink, box: Box): boolean {
  const { left, top, right, bottom } = pixelsOf(ink, box)
  const [across, along] = [right - left, bottom - top]
  const thinnest = Math.max(2, thicknessOfRule * ink.scale)
  const rows = withoutRules(top, bottom, thinnest, (y) => writtenIn(ink, { left, right, top: y, bottom: y + 1 }) >= across * shareOfRule)
  const columns = withoutRules(left, right, thinnest, (x) => writtenIn(ink, { left: x, right: x + 1, top, bottom }) >= along * shareOfRule)
  let count = 0
  for (const y of rows) for (const x of columns) count += ink.written[y * ink.width + x]!
  return count > across * along * shareOfText
}

/** The numbers up to `end`, without runs of filled ones that are as thin as a rule. */
function withoutRules(start: number, end: number, thinnest: number, isFilled: (at: number) => boolean): number[] {
  const kept: number[] = []
  let run: number[] = []
  for (let at = start; at <= end; at++) {
    if (at < end && isFilled(at)) {
      run.push(at)
      continue
    }
    if (run.length > thinnest) kept.push(...run)
    run = []
    if (at < end) kept.push(at)
  }
  return kept
}

/** Whether dark letters would be lost there: half of the paper under the box is dark. */
export function isDark(ink: Ink, box: Box): boolean {
  const { left, top, right, bottom } = pixelsOf(ink, box)
  let dark = 0
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (ink.lightness[y * ink.width + x]! < 128) dark++
  return dark * 2 > (right - left) * (bottom - top)
}

const edge = 18
const air = 4
const stride = 6

/**
 * The nearest place on the page where nothing is written and nothing else stands; smaller, if there is none so large.
 * @param taken where signatures stand and where others are to stand
 */
export function freePlace(ink: Ink, page: PageSize, wanted: Box, taken: readonly Box[]): Box | null {
  for (const share of [1, 0.85, 0.7, 0]) {
    const size = { width: Math.max(least.width, wanted.width * share), height: Math.max(least.height, wanted.height * share) }
    const found = nearestFree(ink, page, { ...wanted, ...size }, taken)
    if (found) return within(page, found)
  }
  return null
}

function nearestFree(ink: Ink, page: PageSize, wanted: Box, taken: readonly Box[]): Box | undefined {
  let nearest: Box | undefined
  let least = Number.POSITIVE_INFINITY
  for (let y = edge; y + wanted.height <= page.height - edge; y += stride)
    for (let x = edge; x + wanted.width <= page.width - edge; x += stride) {
      const box = { ...wanted, x, y }
      const distance = (x - wanted.x) ** 2 + (y - wanted.y) ** 2
      if (distance >= least || taken.some((other) => overlap(box, other)) || writtenIn(ink, pixelsOf(ink, box, air)) > 0) continue
      nearest = box
      least = distance
    }
  return nearest
}
