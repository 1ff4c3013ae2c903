import { crc32, inflateRawSync } from 'node:zlib'

/** The files of a ZIP file by their names: by the directory at the end, as readers do; every sum is checked. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.length - 22
  if (end < 0 || file.readUInt32LE(end) !== 0x06054b50) throw new Error('the archive has no end')
  const parts = new Map<string, Buffer>()
  let at = file.readUInt32LE(end + 16)
  for (let entry = 0; entry < file.readUInt16LE(end + 10); entry++) {
    if (file.readUInt32LE(at) !== 0x02014b50) throw new Error('the directory is broken')
    const [crc, packed, whole] = [file.readUInt32LE(at + 16), file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)]
    const nameLength = file.readUInt16LE(at + 28)
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    const head = file.readUInt32LE(at + 42)
    const begins = head + 30 + file.readUInt16LE(head + 26) + file.readUInt16LE(head + 28)
    const content = inflateRawSync(file.subarray(begins, begins + packed))
    if (content.length !== whole || crc32(content) !== crc) throw new Error(`${name} is not what its sums say`)
    const descriptor = begins + packed
    if (file.readUInt32LE(descriptor) !== 0x08074b50 || file.readUInt32LE(descriptor + 4) !== crc)
      throw new Error(`${name} has no descriptor`)
    parts.set(name, content)
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}
