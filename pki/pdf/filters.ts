/** The filters of streams that pack octets without loss (ISO 32000-2 §7.4.2 to §7.4.5). Each throws FILTER for what it cannot read. */

import { constants, inflateRawSync, inflateSync } from 'node:zlib'
import { PdfError } from './error.ts'
import { isWhite } from './characters.ts'

/**
 * @param limit of octets that come out
 * @param how `earlyChange` is of LZW alone; `isWhole`, where what does not end as it must is refused: of that readers show more or less
 * @throws PdfError FILTER, or TOO_LARGE beyond the limit
 */
export type Filter = (data: Uint8Array, limit: number, how: { readonly earlyChange: 0 | 1; readonly isWhole?: boolean }) => Uint8Array

/** As all readers pass them over: not all do with a NUL or a form feed. */
const isPassedOver = (byte: number, isWhole: boolean | undefined) => isWhite(byte) && !(isWhole && (byte === 0 || byte === formFeed))
const formFeed = 12

const endless = () => new PdfError('FILTER', 'a stream does not end as its filter has it')

/** What comes out, as far as it may grow. */
class Out {
  #bytes = new Uint8Array(1024)
  #length = 0
  readonly #limit: number
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Room for so many more octets. */
  #grow(count: number) {
    const needed = this.#length + count
    if (needed > this.#limit) throw new PdfError('TOO_LARGE', 'a stream expands beyond what the reader allows')
    if (needed <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    larger.set(this.#bytes)
    this.#bytes = larger
  }

  add(byte: number) {
    this.#grow(1)
    this.#bytes[this.#length++] = byte
  }

  addAll(bytes: Uint8Array) {
    this.#grow(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  repeat(byte: number, count: number) {
    this.#grow(count)
    this.#bytes.fill(byte, this.#length, this.#length + count)
    this.#length += count
  }

  done = (): Uint8Array => this.#bytes.subarray(0, this.#length)
}

/** Some writers flush what they pack instead of ending it: nothing is missing but the end (RFC 1951 §3.2.4: an empty stored block). */
const endsInFlush = (data: Uint8Array) => emptyBlock.equals(data.subarray(-4))
const emptyBlock = Buffer.from([0, 0, 0xff, 0xff])

const flate: Filter = (data, limit) => {
  // what was never packed is empty to every reader
  if (data.length === 0) return data
  try {
    const finishFlush = endsInFlush(data) ? constants.Z_SYNC_FLUSH : constants.Z_FINISH
    return inflateSync(data, { maxOutputLength: limit, finishFlush })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'Z_BUF_ERROR') return withoutChecksum(data, limit)
    throw refusal(cause)
  }
}

const [headerBytes, checksumBytes] = [2, 4]

/** Some writers (.NET's own packer behind a header) end what they pack and leave its checksum out: nothing that is shown is missing (RFC 1950 §2.2). */
function withoutChecksum(data: Uint8Array, limit: number): Uint8Array {
  const packed = data.subarray(headerBytes)
  try {
    const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: limit, info: true }) as unknown as Expanded
    if (packed.length - engine.bytesWritten < checksumBytes) return buffer
  } catch (cause) {
    throw refusal(cause)
  }
  throw refusal()
}
/** What Node answers with `info`, which its types leave out. */
type Expanded = { buffer: Buffer; engine: { bytesWritten: number } }

const refusal = (cause?: unknown) =>
  (cause as NodeJS.ErrnoException | undefined)?.code === 'ERR_BUFFER_TOO_LARGE'
    ? new PdfError('TOO_LARGE', 'a stream expands beyond what the reader allows')
    : new PdfError('FILTER', 'a stream cannot be expanded')

const [greaterThan, tilde, letterZ] = [0x3e, 0x7e, 0x7a]

const notHex = 0xff
/** What each octet is worth as a digit: asked of every one, of up to 16 MiB that a few kilobytes expand to. */
const hexDigits = new Uint8Array(256).fill(notHex)
for (const [digit, character] of [...'0123456789abcdef'].entries())
  for (const written of [character, character.toUpperCase()]) hexDigits[written.charCodeAt(0)] = digit

const asciiHex: Filter = (data, limit, { isWhole }) => {
  const nibbles = new Uint8Array(data.length + 1)
  let [count, i] = [0, 0]
  for (; i < data.length; i++) {
    const byte = data[i]!
    const digit = hexDigits[byte]!
    if (digit !== notHex) nibbles[count++] = digit
    else if (byte === greaterThan) break
    else if (!isPassedOver(byte, isWhole)) throw new PdfError('FILTER', 'a stream in hexadecimal has another character')
  }
  if (isWhole && i === data.length) throw endless()
  const length = Math.ceil(count / 2) // an odd number of digits ends as if by 0
  if (length > limit) throw new PdfError('TOO_LARGE', 'a stream expands beyond what the reader allows')
  for (let i = 0; i < length; i++) nibbles[i] = (nibbles[2 * i]! << 4) | nibbles[2 * i + 1]!
  return nibbles.slice(0, length)
}

const base85 = 85

const ascii85: Filter = (data, limit, { isWhole }) => {
  const out = new Out(limit)
  let [value, count, isEnded] = [0, 0, false]
  const put = (octets: number) => {
    if (value > 0xffffffff) throw new PdfError('FILTER', 'a group in base 85 is too large')
    for (let i = 0; i < octets; i++) out.add(Math.floor(value / 2 ** (24 - 8 * i)) & 0xff)
    ;[value, count] = [0, 0]
  }
  for (const [i, byte] of data.entries()) {
    if (isPassedOver(byte, isWhole)) continue
    isEnded = byte === tilde && (!isWhole || data[i + 1] === greaterThan)
    if (isEnded) break
    if (byte === letterZ && count === 0) {
      out.repeat(0, 4)
      continue
    }
    if (byte < 0x21 || byte > 0x75) throw new PdfError('FILTER', 'a stream in base 85 has another character')
    value = value * base85 + (byte - 0x21)
    if (++count === 5) put(4)
  }
  if (isWhole && !isEnded) throw endless()
  if (count === 1) throw new PdfError('FILTER', 'a stream in base 85 ends within a group')
  if (count > 1) {
    const octets = count - 1
    for (; count < 5; count++) value = value * base85 + (base85 - 1)
    put(octets)
  }
  return out.done()
}

const endOfRuns = 128

const runLength: Filter = (data, limit, { isWhole }) => {
  const out = new Out(limit)
  for (let i = 0; i < data.length;) {
    const length = data[i++]!
    if (length === endOfRuns) return out.done()
    if (length < endOfRuns) {
      out.addAll(data.subarray(i, i + length + 1))
      i += length + 1
    } else if (i < data.length) out.repeat(data[i++]!, 257 - length)
  }
  if (isWhole) throw endless()
  return out.done()
}

const [clearTable, endOfData, mostCodes] = [256, 257, 4096]

/** §7.4.4.2: codes of 9 to 12 bits, the first bit of an octet first. `earlyChange`: a code grows one code before it has to (Table 8). */
const lzw: Filter = (data, limit, { earlyChange, isWhole }) => {
  const out = new Out(limit)
  const table: Uint8Array[] = Array.from({ length: mostCodes })
  for (let i = 0; i < clearTable; i++) table[i] = Uint8Array.of(i)
  let [next, width, buffer, bits] = [endOfData + 1, 9, 0, 0]
  let previous: Uint8Array | undefined
  for (const byte of data) {
    buffer = ((buffer << 8) | byte) & 0xfffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const code = (buffer >> bits) & ((1 << width) - 1)
    if (code === endOfData) return out.done()
    if (code === clearTable) {
      ;[next, width, previous] = [endOfData + 1, 9, undefined]
      continue
    }
    const entry: Uint8Array | undefined =
      code < next && code !== endOfData ? table[code] : previous && code === next ? extended(previous, previous[0]!) : undefined
    if (!entry) throw new PdfError('FILTER', 'a stream in LZW names a code that is not there')
    out.addAll(entry)
    if (previous && next < mostCodes) table[next++] = extended(previous, entry[0]!)
    previous = entry
    width = Math.min(12, Math.max(9, 32 - Math.clz32(next + earlyChange)))
  }
  if (isWhole) throw endless()
  return out.done()
}

function extended(bytes: Uint8Array, byte: number): Uint8Array {
  const longer = new Uint8Array(bytes.length + 1)
  longer.set(bytes)
  longer[bytes.length] = byte
  return longer
}

/** By the name of the filter. Pictures and sound are packed by others, which give back no octets of a file. */
export const filters: Readonly<Record<string, Filter>> = {
  FlateDecode: flate,
  LZWDecode: lzw,
  ASCII85Decode: ascii85,
  ASCIIHexDecode: asciiHex,
  RunLengthDecode: runLength,
}
