/** A ZIP file as a stream: nothing of it is held but what is being packed (APPNOTE 6.3.10). */
import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** One file of the archive; `content` is read when its turn comes, once. */
export type Entry = { name: string; content: Iterable<Buffer> | AsyncIterable<Buffer> }

/** More octets than this need ZIP64, which not every reader of streamed archives takes (APPNOTE §4.4.1.4). */
const mostOctets = 0xffff_ffff
/** Sizes follow the content (bit 3), names are UTF-8 (bit 11): APPNOTE §4.4.4. */
const flags = 0x0808
const deflated = 8
/** Reads by version 2.0. */
const version = 20
/** 1 January 1980, the first day that there is: the same content makes the same octets. */
const day = 0x0021
type Written = { name: Buffer; crc: number; packed: number; whole: number; at: number }

/**
 * Packs files one after the other as they are read.
 * @param level of compression, 0 to 9; 0 for what is compressed already: readers of streams know only deflated files whose size follows (APPNOTE §4.4.4)
 * @throws Error where the archive would need more than 4 GiB, or what reading an entry throws; the archive is then without its end
 */
export async function* zip(entries: AsyncIterable<Entry>, level: number): AsyncGenerator<Buffer, void, undefined> {
  const written: Written[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, whole: 0, at }
    const head = localHeader(entry.name)
    at += head.length
    yield head
    for await (const part of packedParts(content, entry, level)) {
      at += part.length
      if (at > mostOctets || entry.whole > mostOctets) throw new Error('the archive is larger than 4 GiB')
      yield part
    }
    written.push(entry)
    const end = descriptor(entry)
    at += end.length
    yield end
  }
  yield directory(written, at)
}

/** The deflated content; its sums stand in `entry` once it has been read. */
async function* packedParts(content: Entry['content'], entry: Written, level: number): AsyncGenerator<Buffer, void, undefined> {
  async function* counted() {
    for await (const part of content) {
      entry.crc = crc32(part, entry.crc)
      entry.whole += part.length
      yield part
    }
  }
  // A content that cannot be read ends the deflation with its error; the callback hears what the loop below throws too.
  const packing = pipeline(counted, createDeflateRaw({ level }), () => undefined)
  for await (const part of packing as AsyncIterable<Buffer>) {
    entry.packed += part.length
    yield part
  }
}

const fields = (...sized: [octets: 2 | 4, value: number][]): Buffer => {
  const buffer = Buffer.alloc(sized.reduce((sum, [octets]) => sum + octets, 0))
  let at = 0
  for (const [octets, value] of sized) at = buffer.writeUIntLE(value, at, octets)
  return buffer
}

/** APPNOTE §4.3.7. */
const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    fields([4, 0x04034b50], [2, version], [2, flags], [2, deflated], [2, 0], [2, day], [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ])

/** APPNOTE §4.3.9. */
const descriptor = ({ crc, packed, whole }: Written): Buffer => fields([4, 0x08074b50], [4, crc], [4, packed], [4, whole])

/** APPNOTE §4.3.12 and §4.3.16. */
function directory(written: readonly Written[], at: number): Buffer {
  const headers = written.flatMap(({ name, crc, packed, whole, at: offset }) => [
    fields([4, 0x02014b50], [2, version], [2, version], [2, flags], [2, deflated], [2, 0], [2, day]),
    fields([4, crc], [4, packed], [4, whole], [2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
    name,
  ])
  const size = headers.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([
    ...headers,
    fields([4, 0x06054b50], [2, 0], [2, 0], [2, written.length], [2, written.length], [4, size], [4, at], [2, 0]),
  ])
}
