import { deflateSync, inflateSync } from 'node:zlib'
import { adam7 } from '#server/platform/adam7.ts'

/** Sharp enough for paper at the size that a seal has. */
const mostSide = 600

const samplesOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
type Header = { width: number; height: number; depth: number; colour: number; isInterlaced: boolean }
type Png = Header & { palette: Buffer; clear: Buffer; rows: Buffer }

/** Red, green and blue of every pixel, packed (RFC 1950). */
export type Pixels = { width: number; height: number; packed: Uint8Array }

/** What a PNG shows on white paper, no larger than a seal is printed. Of a large one it takes half a second: a thread does it. */
export function pixelsOf(bytes: Uint8Array): Pixels {
  const png = chunksOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const { width, height, rgb } = shrunk(onWhite(png), png.width, png.height)
  return { width, height, packed: deflateSync(rgb) }
}

function chunksOf(bytes: Buffer): Png {
  const found: Record<string, Buffer[]> = {}
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const body = bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at))
    ;(found[bytes.toString('latin1', at + 4, at + 8)] ??= []).push(body)
  }
  const head = found.IHDR![0]!
  return {
    width: head.readUInt32BE(0),
    height: head.readUInt32BE(4),
    depth: head[8]!,
    colour: head[9]!,
    isInterlaced: head[12] === 1,
    palette: found.PLTE?.[0] ?? Buffer.alloc(0),
    clear: found.tRNS?.[0] ?? Buffer.alloc(0),
    rows: inflateSync(Buffer.concat(found.IDAT!)),
  }
}

/** Red, green and blue of every pixel as it looks on white paper: a form in a PDF/A-1 file has no transparency. */
function onWhite(png: Png): Buffer {
  const { width, height, depth, colour, isInterlaced, rows } = png
  const bits = samplesOf[colour]! * depth
  const step = Math.max(1, bits / 8)
  const rgb = Buffer.alloc(width * height * 3)
  let at = 0
  for (const [left, top, across, down] of isInterlaced ? adam7 : ([[0, 0, 1, 1]] as const)) {
    const columns = Math.ceil((width - left) / across)
    if (columns <= 0) continue
    const length = Math.ceil((columns * bits) / 8)
    let above: Uint8Array = Buffer.alloc(length)
    for (let y = top; y < height; y += down) {
      const row = rows.subarray(at + 1, at + 1 + length)
      unfilter(rows[at]!, row, above, step)
      for (let i = 0; i < columns; i++) paint(png, row, i, rgb, (y * width + left + i * across) * 3)
      above = row
      at += 1 + length
    }
  }
  return rgb
}

/** In place (PNG §9.2). */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, step: number): void {
  for (let i = 0; i < row.length; i++) {
    const a = i >= step ? row[i - step]! : 0
    const b = above[i]!
    const c = i >= step ? above[i - step]! : 0
    const guess = filter === 1 ? a : filter === 2 ? b : filter === 3 ? (a + b) >> 1 : filter === 4 ? paeth(a, b, c) : 0
    row[i] = row[i]! + guess
  }
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}

function paint({ depth, colour, palette, clear }: Png, row: Buffer, column: number, rgb: Buffer, to: number): void {
  const samples = samplesOf[colour]!
  const raw = (i: number) => {
    if (depth === 8) return row[column * samples + i]!
    if (depth === 16) return row.readUInt16BE((column * samples + i) * 2)
    return (row[(column * depth) >> 3]! >> (8 - depth - ((column * depth) & 7))) & (2 ** depth - 1)
  }
  const scaled = (i: number) => (raw(i) * 255) / (2 ** depth - 1)
  const isGrey = colour === 0 || colour === 4
  if (colour === 3) {
    const index = raw(0)
    const alpha = (clear[index] ?? 255) / 255
    for (let i = 0; i < 3; i++) rgb[to + i] = Math.round((palette[index * 3 + i] ?? 0) * alpha + 255 * (1 - alpha))
    return
  }
  const isKey = clear.length > 0 && Array.from({ length: samples }, (_, i) => raw(i) === clear.readUInt16BE(i * 2)).every(Boolean)
  const alpha = isKey ? 0 : colour >= 4 ? scaled(samples - 1) / 255 : 1
  for (let i = 0; i < 3; i++) rgb[to + i] = Math.round(scaled(isGrey ? 0 : i) * alpha + 255 * (1 - alpha))
}

/** No larger than it is printed: each pixel the mean of those that it stands for. */
function shrunk(rgb: Buffer, width: number, height: number): { width: number; height: number; rgb: Buffer } {
  const by = Math.ceil(Math.max(width, height) / mostSide)
  if (by === 1) return { width, height, rgb }
  const [columns, rows] = [Math.ceil(width / by), Math.ceil(height / by)]
  const out = Buffer.alloc(columns * rows * 3)
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const sums = [0, 0, 0]
      let count = 0
      for (let v = y * by; v < Math.min(height, (y + 1) * by); v++)
        for (let u = x * by; u < Math.min(width, (x + 1) * by); u++, count++)
          for (let i = 0; i < 3; i++) sums[i]! += rgb[(v * width + u) * 3 + i]!
      for (let i = 0; i < 3; i++) out[(y * columns + x) * 3 + i] = Math.round(sums[i]! / count)
    }
  return { width: columns, height: rows, rgb: out }
}
