import { inflateSync } from 'node:zlib'

/** The tables of an unpacked font, by tag. */
export type FontTables = ReadonlyMap<string, Buffer>

/**
 * Unpacks a WOFF 1.0 file (W3C WOFF File Format 1.0 §3–5): each table is stored plain or zlib-compressed.
 * WOFF2 is not read: it transforms the outlines and would need a decoder of its own.
 */
export function unpackWoff(woff: Buffer): FontTables {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF 1.0 font')
  const tables = new Map<string, Buffer>()
  const count = woff.readUInt16BE(12)
  for (let i = 0; i < count; i++) {
    const entry = 44 + 20 * i
    const offset = woff.readUInt32BE(entry + 4)
    const packedLength = woff.readUInt32BE(entry + 8)
    const length = woff.readUInt32BE(entry + 12)
    const packed = woff.subarray(offset, offset + packedLength)
    const table = packedLength < length ? inflateSync(packed) : packed
    if (table.length !== length) throw new Error('WOFF table has the wrong length')
    tables.set(woff.toString('latin1', entry, entry + 4), table)
  }
  return tables
}

function checksum(bytes: Buffer): number {
  let sum = 0
  for (let i = 0; i < bytes.length; i += 4) sum = (sum + bytes.readUInt32BE(i)) >>> 0
  return sum
}

/** Writes tables as a TrueType file (OpenType 1.9, "otff"): padded to 4 bytes, sorted by tag, with checksums. */
export function packTrueType(tables: FontTables): Buffer {
  const tags = [...tables.keys()].sort()
  const power = 2 ** Math.floor(Math.log2(tags.length))
  const header = Buffer.alloc(12 + 16 * tags.length)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(tags.length, 4)
  header.writeUInt16BE(power * 16, 6)
  header.writeUInt16BE(Math.log2(power), 8)
  header.writeUInt16BE((tags.length - power) * 16, 10)
  const parts = [header]
  let offset = header.length
  let headOffset = 0
  tags.forEach((tag, i) => {
    const table = tables.get(tag)!
    const padded = Buffer.alloc(Math.ceil(table.length / 4) * 4)
    table.copy(padded)
    if (tag === 'head') {
      padded.writeUInt32BE(0, 8)
      headOffset = offset
    }
    header.write(tag, 12 + 16 * i, 'latin1')
    header.writeUInt32BE(checksum(padded), 16 + 16 * i)
    header.writeUInt32BE(offset, 20 + 16 * i)
    header.writeUInt32BE(table.length, 24 + 16 * i)
    parts.push(padded)
    offset += padded.length
  })
  const file = Buffer.concat(parts)
  file.writeUInt32BE((0xb1b0afba - checksum(file)) >>> 0, headOffset + 8)
  return file
}
