import { crc32, createInflate } from 'node:zlib'
import { adam7 } from '#server/platform/adam7.ts'
import { ImageRefused, requireSize, type CleanImage } from './image.ts'

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Samples a pixel and depths of each colour type (ISO/IEC 15948 §11.2.2, table 11.1). */
const colours: Partial<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

/** Beyond this a picture takes a reader's memory for nothing that anybody sees: 40 million pixels in four bytes. */
const mostRawBytes = 160_000_000

type Header = { width: number; height: number; depth: number; colour: number; isInterlaced: boolean }

/**
 * A PNG (ISO/IEC 15948) written anew: header, palette, transparency and the picture alone. The compressed picture is taken as it is, once it is
 * seen to hold exactly the pixels that the header announces, and nothing after them.
 * @throws ImageRefused
 */
export async function cleanPng(file: Uint8Array): Promise<CleanImage> {
  const { header, palette, transparency, data } = readChunks(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  await requirePixels(data, header)
  const { width, height } = header
  const bytes = Buffer.concat([
    pngSignature,
    chunk('IHDR', headerBytes(header)),
    ...(palette ? [chunk('PLTE', palette)] : []),
    ...(transparency ? [chunk('tRNS', transparency)] : []),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return { kind: 'png', bytes, width, height }
}

const refuse = (detail: string) => new ImageRefused('BROKEN', detail)

function* chunksOf(file: Buffer): Generator<{ type: string; body: Buffer }> {
  for (let at = pngSignature.length; ;) {
    if (at + 12 > file.length) throw refuse('cut off')
    const length = file.readUInt32BE(at)
    if (at + 12 + length > file.length) throw refuse('cut off')
    const typed = file.subarray(at + 4, at + 8 + length)
    if (crc32(typed) !== file.readUInt32BE(at + 8 + length)) throw refuse('a checksum does not fit')
    yield { type: typed.toString('latin1', 0, 4), body: typed.subarray(4) }
    at += 12 + length
  }
}

/** §5.6: in this order, each once but the pieces of the picture, which stand together. */
const order = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

function readChunks(file: Buffer) {
  let header: Header | undefined
  let palette: Buffer | undefined
  let transparency: Buffer | undefined
  const data: Buffer[] = []
  let place = -1
  for (const { type, body } of chunksOf(file)) {
    if (type === 'acTL' || type === 'fcTL' || type === 'fdAT') throw new ImageRefused('ANIMATED', type)
    const stands = order.indexOf(type)
    if (stands < 0) {
      // A letter in lower case: readers may leave it out, and so do we (§5.4). One between two pieces of the picture parts them.
      if (!/^[a-z][A-Za-z]{3}$/.test(type)) throw refuse('an unknown chunk that is needed')
      if (!header) throw refuse('the header is not first')
      if (place === order.indexOf('IDAT')) place += 0.5
      continue
    }
    if (stands < place || (stands === place && type !== 'IDAT') || (!header && type !== 'IHDR')) throw refuse(`${type} out of its place`)
    place = stands
    if (type === 'IHDR') header = readHeader(body)
    else if (type === 'PLTE') palette = readPalette(header!, body)
    else if (type === 'tRNS') transparency = readTransparency(header!, palette, body)
    else if (type === 'IDAT') data.push(body)
    else break
  }
  if (data.length === 0) throw refuse('no picture')
  if (header!.colour === 3 && !palette) throw refuse('no palette')
  // Truecolour may suggest a palette, which nobody needs.
  return { header: header!, palette: header!.colour === 3 ? palette : undefined, transparency, data: Buffer.concat(data) }
}

function readHeader(body: Buffer): Header {
  if (body.length !== 13) throw refuse('the header')
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)]
  const [depth, colour, compression, filter, interlace] = body.subarray(8) as unknown as [number, number, number, number, number]
  if (!colours[colour]?.depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) throw refuse('the header')
  requireSize(width, height)
  return { width, height, depth, colour, isInterlaced: interlace === 1 }
}

/** Filled up with black, because readers differ on pixels of a colour that the palette does not have. */
function readPalette({ colour, depth }: Header, body: Buffer): Buffer {
  if (colour === 0 || colour === 4 || body.length === 0 || body.length % 3 > 0 || body.length > 768) throw refuse('the palette')
  const full = colour === 3 ? 3 * 2 ** depth : body.length
  if (body.length > full) throw refuse('the palette')
  return Buffer.concat([body, Buffer.alloc(full - body.length)])
}

function readTransparency({ colour }: Header, palette: Buffer | undefined, body: Buffer): Buffer {
  const fits =
    colour === 0
      ? body.length === 2
      : colour === 2
        ? body.length === 6
        : colour === 3 && palette !== undefined && body.length > 0 && body.length * 3 <= palette.length
  if (!fits) throw refuse('the transparency')
  return Buffer.from(body)
}

/** How many rows of how many bytes the picture has, pass by pass (§7.2, §8.2). */
function rowsOf({ width, height, depth, colour, isInterlaced }: Header): { rows: number; bytes: number }[] {
  const bits = colours[colour]!.samples * depth
  const passes = isInterlaced ? adam7 : ([[0, 0, 1, 1]] as const)
  return passes.flatMap(([x, y, across, down]) => {
    const [columns, rows] = [Math.ceil((width - x) / across), Math.ceil((height - y) / down)]
    return columns > 0 && rows > 0 ? [{ rows, bytes: 1 + Math.ceil((columns * bits) / 8) }] : []
  })
}

/** The picture, unpacked piece by piece and not kept: exactly its rows, each with a filter that exists, and nothing behind them. */
async function requirePixels(data: Buffer, header: Header): Promise<void> {
  const passes = rowsOf(header)
  const expected = passes.reduce((sum, { rows, bytes }) => sum + rows * bytes, 0)
  if (expected > mostRawBytes) throw new ImageRefused('TOO_MANY_PIXELS', `${expected} bytes`)
  let seen = 0
  let pass = 0
  let row = 0
  let nextRow = 0
  const look = (piece: Buffer) => {
    while (nextRow < seen + piece.length) {
      if (pass === passes.length) throw refuse('more than the picture')
      if (piece[nextRow - seen]! > 4) throw refuse('an unknown filter')
      nextRow += passes[pass]!.bytes
      if (++row === passes[pass]!.rows) [pass, row] = [pass + 1, 0]
    }
    seen += piece.length
    if (seen > expected) throw refuse('more than the picture')
  }
  const unpacking = createInflate({ chunkSize: 65_536 })
  unpacking.end(data)
  try {
    for await (const piece of unpacking) look(piece as Buffer)
  } catch (error) {
    throw error instanceof ImageRefused ? error : refuse('the picture does not unpack')
  } finally {
    unpacking.destroy()
  }
  if (seen !== expected) throw refuse('less than the picture')
  if (unpacking.bytesWritten !== data.length) throw refuse('something follows the picture')
}

function headerBytes({ width, height, depth, colour, isInterlaced }: Header): Buffer {
  const body = Buffer.alloc(13)
  body.writeUInt32BE(width, 0)
  body.writeUInt32BE(height, 4)
  body.set([depth, colour, 0, 0, isInterlaced ? 1 : 0], 8)
  return body
}

function chunk(type: string, body: Uint8Array): Buffer {
  const bytes = Buffer.alloc(body.length + 12)
  bytes.writeUInt32BE(body.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(body, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + body.length)), 8 + body.length)
  return bytes
}
