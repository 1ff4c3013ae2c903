/** Pictures as PDF shows them. They were written anew when they were uploaded (`features/evidence/images`), so their form is a known one. */
import { inflateSync } from 'node:zlib'
import { screenColours, greyProfile } from '#server/platform/typeset/colourProfiles.ts'
import type { PdfObjects } from '#server/platform/typeset/objects.ts'

export type Picture = {
  /** As it is shown. */
  width: number
  height: number
  /** How the stored rows are turned to be shown (EXIF 2.32, tag 0x0112); 1: not at all. */
  turn: number
  /** Adds the picture; returns its object's number. */
  write: (objects: PdfObjects) => number
}

/** Sharp enough for paper at the size that a seal has. */
const mostSide = 600

export const readPicture = (kind: 'png' | 'jpeg', bytes: Buffer): Picture => (kind === 'png' ? readPng(bytes) : readJpeg(bytes))

const entriesOf = (width: number, height: number, profile: number) =>
  `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8/ColorSpace[/ICCBased ${profile} 0 R]`

function readJpeg(bytes: Buffer): Picture {
  let [width, height, colours, turn] = [0, 0, 3, 1]
  for (let at = 2; at + 4 <= bytes.length && width === 0;) {
    const [marker, length] = [bytes[at + 1]!, bytes.readUInt16BE(at + 2)]
    if (marker === 0xe1) turn = bytes.readUInt16BE(at + 2 + length - 8) // its one entry: a short, padded, and no next directory
    if (marker >= 0xc0 && marker <= 0xc2) {
      ;[height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      colours = bytes[at + 9]!
    }
    at += 2 + length
  }
  const isTurned = turn >= 5
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    turn,
    write(objects) {
      const profile = profileIn(objects, colours)
      return objects.addPlainStream(`${entriesOf(width, height, profile)}/Filter/DCTDecode`, bytes)
    },
  }
}

function profileIn(objects: PdfObjects, colours: number): number {
  return colours === 1
    ? objects.addStream('/N 1/Alternate/DeviceGray', greyProfile)
    : objects.addStream('/N 3/Alternate/DeviceRGB', screenColours)
}

const samplesOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
type Header = { width: number; height: number; depth: number; colour: number; isInterlaced: boolean }
type Png = Header & { palette: Buffer; clear: Buffer; rows: Buffer }

function readPng(bytes: Buffer): Picture {
  const png = chunksOf(bytes)
  const pixels = shrunk(onWhite(png), png.width, png.height)
  return {
    width: pixels.width,
    height: pixels.height,
    turn: 1,
    write(objects) {
      return objects.addStream(entriesOf(pixels.width, pixels.height, profileIn(objects, 3)), pixels.rgb)
    },
  }
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

/** First column and row of each pass, and the steps (PNG §8.2). */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

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
