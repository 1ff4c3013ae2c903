/** Pictures as PDF shows them. They were written anew when they were uploaded (`features/evidence/images`), so their form is a known one. */
import { hash } from 'node:crypto'
import { screenColours, greyProfile } from '#server/platform/typeset/colourProfiles.ts'
import type { PdfObjects } from '#server/platform/typeset/objects.ts'
import { threadsOf } from '#server/platform/threads.ts'
import type { Pixels } from './pngPixels.ts'

export type Picture = {
  /** As it is shown. */
  width: number
  height: number
  /** How the stored rows are turned to be shown (EXIF 2.32, tag 0x0112); 1: not at all. */
  turn: number
  /** Adds the picture; returns its object's number. */
  write: (objects: PdfObjects) => number
}

export const readPicture = async (kind: 'png' | 'jpeg', bytes: Buffer): Promise<Picture> =>
  kind === 'png' ? readPng(bytes) : readJpeg(bytes)

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

const unpack = threadsOf<Uint8Array, Pixels>(new URL('pngThread.ts', import.meta.url))

/** An organisation's documents are often sealed one after the other. */
const mostKept = 8
const kept = new Map<string, Promise<Pixels>>()

async function readPng(bytes: Buffer): Promise<Picture> {
  const { width, height, packed } = await pixelsOnce(bytes)
  return {
    width,
    height,
    turn: 1,
    write(objects) {
      return objects.addPlainStream(`${entriesOf(width, height, profileIn(objects, 3))}/Filter/FlateDecode`, packed)
    },
  }
}

function pixelsOnce(bytes: Buffer): Promise<Pixels> {
  const key = hash('sha256', bytes)
  const pixels = kept.get(key) ?? unpack(bytes)
  kept.delete(key)
  if (kept.size === mostKept) kept.delete(kept.keys().next().value!) // the one asked for longest ago
  kept.set(key, pixels)
  pixels.catch(() => kept.delete(key))
  return pixels
}
