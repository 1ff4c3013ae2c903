/** Images within content (ISO 32000-2 §8.9.7): where their data end some readers count, some unpack, and others look for. */

import { inflateSync } from 'node:zlib'
import { deviceSpaces, wholeName } from '#pki/colour/spaces.ts'
import { delimiter, white } from '#pki/pdf/characters.ts'
import { isKnownFilter } from '#pki/pdf/decode.ts'
import { latin1 } from '#pki/pdf/latin1.ts'
import { Fault } from './fault.ts'

const mark = Buffer.from('EI')
/** Octets between the data and their end: one is usual, a line end or two do no harm. */
const mostBeside = 4
const mostUnpacked = 16 * 1024 * 1024
const mostSaid = 4096

export type InlineImage = {
  /** What is said of it, by whole keys. */
  readonly said: ReadonlyMap<string, string>
  /** As they are packed, and what stands between them and their end. */
  readonly data: Uint8Array
  /** Past `EI`. */
  readonly end: number
}

/**
 * Where all agree about it.
 * @param begin of what is said of the image @param id where `ID` stands
 * @throws Fault
 */
export function imageAt(data: Uint8Array, begin: number, id: number): InlineImage {
  const said = entriesIn(latin1(data.subarray(begin, Math.min(id, begin + mostSaid))))
  const start = id + (data[id + 2] === 13 && data[id + 3] === 10 ? 4 : 3)
  const plain = plainLength(said)
  const end = endOf(data, start, start + (plain ?? NaN))
  const image = { said, data: data.subarray(start, end), end: end + mark.length }
  const length = plain ?? packedLength(said, image.data)
  if (length === undefined) return image
  const beside = data.subarray(start + length, end)
  if (start + length > end || beside.length > mostBeside || beside.some((octet) => delimiter[octet]))
    throw new Fault('an image within the content is longer or shorter than it says')
  return image
}

/** Where `EI` stands by itself, or right behind the data. */
function endOf(data: Uint8Array, start: number, behind: number): number {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length)
  for (let at = bytes.indexOf(mark, start); at >= 0; at = bytes.indexOf(mark, at + 1)) {
    const after = data[at + mark.length]
    if (!white[data[at - 1]!] && at !== behind) continue
    if (after === undefined || white[after]) return at
    if (delimiter[after]) break
  }
  throw new Fault('an image within the content does not end')
}

/** Tables 91 to 93: each key, and the whole word for it. */
const abbreviations =
  'BPC:BitsPerComponent CS:ColorSpace D:Decode DP:DecodeParms F:Filter H:Height IM:ImageMask I:Interpolate L:Length W:Width'
const wholeKeys = new Map(abbreviations.split(' ').map((one) => one.split(':') as [string, string]))

const entry = String.raw`\s*/([A-Za-z]+)(?:(?=[[/<])|\s+)(\[(?:\((?:\\[^]|[^\\)])*\)|[^\]()])*\]|<<[^>]*>>|/[^\s/[\]<>(){}%]+|[\w.+-]+)`

function entriesIn(said: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>()
  let end = 0
  for (const [all, key, value] of said.matchAll(new RegExp(entry, 'gy'))) {
    const whole = wholeKeys.get(key!) ?? key!
    if (entries.has(whole)) break
    entries.set(whole, value!)
    end += all.length
  }
  const isSound = said.slice(end).trim() === '' && ['Width', 'Height'].every((key) => /^[1-9]\d{0,5}$/.test(entries.get(key) ?? ''))
  const packings = [...(entries.get('Filter') ?? '').matchAll(/\/([^\s/[\]]+)/g)].map(([, name]) => name!)
  if (!isSound || !hasColours(entries) || !packings.every(isKnownFilter))
    throw new Fault('an image within the content is not described as one')
  return entries
}

function hasColours(said: ReadonlyMap<string, string>): boolean {
  const isMask = said.get('ImageMask') ?? 'false'
  if (isMask === 'true') return (said.get('BitsPerComponent') ?? '1') === '1'
  const isPhotograph = /DCT|JPX/.test(said.get('Filter') ?? '')
  const bits = said.get('BitsPerComponent')
  return isMask === 'false' && said.has('ColorSpace') && (bits === undefined ? isPhotograph : /^(?:1|2|4|8|16)$/.test(bits))
}

/** Octets of the data as they are packed, where that can be told. */
function packedLength(said: ReadonlyMap<string, string>, data: Uint8Array): number | undefined {
  const first = /^\[?\s*\/(\w+)/.exec(said.get('Filter') ?? '')?.[1] ?? ''
  if (Object.hasOwn(ends, first)) return Buffer.from(data.buffer, data.byteOffset, data.length).indexOf(ends[first]!) + ends[first]!.length
  if (first !== 'Fl' && first !== 'FlateDecode') return undefined
  try {
    const { engine } = inflateSync(data, { maxOutputLength: mostUnpacked, info: true }) as unknown as { engine: { bytesWritten: number } }
    return engine.bytesWritten
  } catch {
    throw new Fault('an image within the content cannot be unpacked')
  }
}

const ends: Readonly<Record<string, string>> = { AHx: '>', ASCIIHexDecode: '>', A85: '~>', ASCII85Decode: '~>' }

/** Octets of data that are not packed, where that can be told. */
function plainLength(said: ReadonlyMap<string, string>): number | undefined {
  if (said.has('Filter')) return undefined
  const isMask = said.get('ImageMask') === 'true'
  const space = said.get('ColorSpace') ?? ''
  const isIndexed = /^\[\s*\/I(?:ndexed)?\b/.test(space)
  const count = isMask || isIndexed ? 1 : componentsOf(wholeName(space.slice(1)))
  if (count === undefined) return undefined
  const bits = isMask ? 1 : Number(said.get('BitsPerComponent'))
  return Number(said.get('Height')) * Math.ceil((Number(said.get('Width')) * count * bits) / 8)
}

const componentsOf = (space: string) => (Object.hasOwn(deviceSpaces, space) ? deviceSpaces[space]!.components.length : undefined)
