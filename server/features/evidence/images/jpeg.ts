import { ImageRefused, requireSize, type CleanImage } from './image.ts'

const [SOI, EOI, SOS, DQT, DHT, DRI, APP0, APP1, APP14, COM] = [0xd8, 0xd9, 0xda, 0xdb, 0xc4, 0xdd, 0xe0, 0xe1, 0xee, 0xfe]
/** Baseline, extended sequential and progressive, each by Huffman's code (ISO/IEC 10918-1, table B.1): what every reader reads. */
const frames = [0xc0, 0xc1, 0xc2]
/** Progressive pictures of cameras and programs have about ten; each costs its reader the whole picture again. */
const mostScans = 64

const refuse = (detail: string) => new ImageRefused('BROKEN', detail)
const unusual = (detail: string) => new ImageRefused('UNUSUAL', detail)

type Frame = { width: number; height: number; components: readonly number[] }
type Read = {
  /** Tables, the frame and scans, as they stand. */
  parts: Buffer[]
  frame?: Frame
  /** EXIF's: how the picture is to be turned; 1: not at all. */
  orientation: number
  /** Adobe's: how its colours are coded. */
  transform?: number
  isJfif: boolean
  scans: number
}

/**
 * A JPEG (ISO/IEC 10918-1) written anew: its tables, frame and scans, and of all else only how it is turned and how its colours are coded.
 * Place, camera, comments, previews, profiles and whatever follows the end are left behind. The coded pixels are not decoded.
 * @throws ImageRefused
 */
export function cleanJpeg(bytes: Uint8Array): CleanImage {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const read: Read = { parts: [], orientation: 1, isJfif: false, scans: 0 }
  let at = 2
  for (;;) {
    const marker = markerAt(file, at)
    at = marker.next
    if (marker.code === EOI) break
    const length = at + 2 <= file.length ? file.readUInt16BE(at) : 0
    if (length < 2 || at + length > file.length) throw refuse('cut off')
    const body = file.subarray(at + 2, at + length)
    at += length
    if (marker.code === SOS) at = takeScan(file, read, body, at)
    else takeSegment(read, marker.code, body)
  }
  const { frame, scans } = read
  if (!frame || scans === 0) throw refuse('no picture')
  const { width, height } = frame
  return { kind: 'jpeg', bytes: Buffer.concat([marked(SOI), ...meaning(read, frame), ...read.parts, marked(EOI)]), width, height }
}

/** A marker, and what follows it; any number of 0xFF may stand before its code (§B.1.1.2). */
function markerAt(file: Buffer, at: number): { code: number; next: number } {
  if (file[at] !== 0xff) throw refuse('no marker')
  let next = at + 1
  while (file[next] === 0xff) next++
  const code = file[next]
  if (code === undefined || code === 0 || code === SOI || (code >= 0xd0 && code <= 0xd7)) throw refuse('a marker out of its place')
  return { code, next: next + 1 }
}

function takeSegment(read: Read, code: number, body: Buffer): void {
  if (code === DQT || code === DHT || code === DRI) {
    requireTables(code, body)
    read.parts.push(segment(code, body))
  } else if (frames.includes(code)) {
    if (read.frame) throw unusual('several frames')
    read.frame = readFrame(body)
    read.parts.push(segment(code, body))
  } else if (code === APP0) read.isJfif ||= body.toString('latin1', 0, 5) === 'JFIF\0'
  else if (code === APP1) read.orientation = orientationOf(body) ?? read.orientation
  else if (code === APP14 && body.length >= 12 && body.toString('latin1', 0, 5) === 'Adobe') read.transform = body[11]!
  else if ((code < APP0 || code > 0xef) && code !== COM) throw unusual(`marker ${code.toString(16)}`)
}

/** The lengths of tables, which readers walk through by what stands in them (§B.2.4). */
function requireTables(code: number, body: Buffer): void {
  let at = 0
  if (code === DRI) at = 2
  else
    while (at < body.length) {
      const counts = body.subarray(at + 1, at + 17)
      at += code === DQT ? 1 + 64 * (body[at]! >> 4 === 0 ? 1 : 2) : 17 + counts.reduce((sum, count) => sum + count, 0)
    }
  if (at !== body.length) throw refuse('a table')
}

function readFrame(body: Buffer): Frame {
  const count = body[5] ?? 0
  if (body.length !== 6 + 3 * count) throw refuse('the frame')
  if (body[0] !== 8) throw unusual(`${body[0]} bits`)
  if (count !== 1 && count !== 3) throw unusual(`${count} colours`) // four: ink, which readers turn into light each in their own way
  const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)]
  if (height === 0) throw unusual('a height that comes later')
  requireSize(width, height)
  const components = Array.from({ length: count }, (_, i) => body[6 + 3 * i]!)
  for (let i = 0; i < count; i++) {
    const [across, down] = [body[7 + 3 * i]! >> 4, body[7 + 3 * i]! & 15]
    if (across < 1 || across > 4 || down < 1 || down > 4) throw refuse('the frame')
  }
  if (new Set(components).size !== count) throw refuse('the frame')
  return { width, height, components }
}

/** A scan's head, and its coded pixels up to the next marker, in which 0xFF is followed by 0 or a restart (§B.1.1.5). @returns where it ends */
function takeScan(file: Buffer, read: Read, head: Buffer, from: number): number {
  if (!read.frame) throw refuse('a scan before the frame')
  if (++read.scans > mostScans) throw unusual('too many scans')
  if (head.length !== 4 + 2 * (head[0] ?? 0)) throw refuse('a scan')
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at)) {
    let code = at + 1
    while (file[code] === 0xff) code++
    const follows = file[code]
    if (follows === undefined) break
    const isPixels = code === at + 1 && (follows === 0 || (follows >= 0xd0 && follows <= 0xd7))
    if (!isPixels) {
      read.parts.push(segment(SOS, head), file.subarray(from, at))
      return at
    }
    at = code + 1
  }
  throw refuse('cut off')
}

/** The one number of EXIF (CIPA DC-008) that a picture is shown by: tag 0x0112 of the first directory. */
function orientationOf(body: Buffer): number | undefined {
  if (body.toString('latin1', 0, 6) !== 'Exif\0\0' || body.length < 20) return undefined
  const tiff = body.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  const entries = Math.min(short(directory), Math.floor((tiff.length - directory) / 12))
  for (let i = 0; i < entries; i++) {
    const entry = directory + 2 + 12 * i
    if (short(entry) === 0x0112) return short(entry + 8)
  }
  return undefined
}

/** What a reader must know besides: how to turn the picture, and that its colours are brightness and two differences, unless Adobe's mark says otherwise. */
function meaning({ transform, isJfif, orientation }: Read, { components }: Frame): Buffer[] {
  if (transform === undefined && !isJfif && Buffer.from(components).toString('latin1') === 'RGB')
    throw unusual('colours that are not named')
  if (isJfif && transform === 0) throw unusual('colours that are named in two ways')
  const isPlain = transform !== 0 || components.length === 1
  const coded = isPlain
    ? segment(APP0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'))
    : segment(APP14, Buffer.from('Adobe\0\x64\0\0\0\0\0', 'latin1'))
  if (orientation < 2 || orientation > 8) return [coded]
  const turned = Buffer.from(
    `Exif\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0`,
    'latin1',
  )
  return [coded, segment(APP1, turned)]
}

const marked = (code: number) => Buffer.from([0xff, code])

function segment(code: number, body: Uint8Array): Buffer {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}
