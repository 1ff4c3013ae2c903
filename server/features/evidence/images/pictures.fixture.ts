/** Pictures made for the tests. */
import { crc32, deflateSync } from 'node:zlib'

/** 16 × 8, progressive, turned by its EXIF, with a camera, a place and a comment in it. */
export const photograph = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4QB+RXhpZgAATU0AKgAAAAgAAwEPAAIAAAAOAAAAMgESAAMAAAABAAYAAIglAAQAAAABAAAAQAAAAABzZWNyZXQtY2Ft' +
    'ZXJhAAACAAEAAgAAAAJOAAAAAAIABQAAAAMAAABeAAAAAAAAABgAAAABAAAAAQAAAAEAAAACAAAAAf/+AA5zZWNyZXQtcGxhY2X/2wBDAA0JCgsKCA0LCgsO' +
    'Dg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09P' +
    'T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAVAQEBAAAAAAAAAAAA' +
    'AAAAAAACA//aAAwDAQACEAMQAAABlsBL/8QAFhAAAwAAAAAAAAAAAAAAAAAAAAIE/9oACAEBAAEFAlnFnP/EABcRAAMBAAAAAAAAAAAAAAAAAAACAwT/2gAI' +
    'AQMBAT8By3c//8QAFhEBAQEAAAAAAAAAAAAAAAAAAgAD/9oACAECAQE/AXqr/8QAFBABAAAAAAAAAAAAAAAAAAAAEP/aAAgBAQAGPwI//8QAFRABAQAAAAAA' +
    'AAAAAAAAAAAAAGH/2gAIAQEAAT8hmm//2gAMAwEAAgADAAAAEPv/xAAVEQEBAAAAAAAAAAAAAAAAAAAhAP/aAAgBAwEBPxAjf//EABURAQEAAAAAAAAAAAAA' +
    'AAAAAABR/9oACAECAQE/EL3/xAAWEAADAAAAAAAAAAAAAAAAAAAAMcH/2gAIAQEAAT8QRIiT/9k=',
  'base64',
)

export function pngChunk(type: string, body: Uint8Array = Buffer.alloc(0)): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
export const pngOf = (...chunks: Buffer[]) => Buffer.concat([signature, ...chunks])

export function pngHeader(width: number, height: number, { depth = 8, colour = 2, interlace = 0 } = {}): Buffer {
  const body = Buffer.alloc(13)
  body.writeUInt32BE(width, 0)
  body.writeUInt32BE(height, 4)
  body.set([depth, colour, 0, 0, interlace], 8)
  return pngChunk('IHDR', body)
}

/** Grey rows of so many bytes, none of them filtered. */
export const pixels = (rows: number, bytes: number) => deflateSync(Buffer.alloc(rows * (1 + bytes)))

/** 4 × 3, with a comment and something after its end. */
export const scan = Buffer.concat([
  pngOf(pngHeader(4, 3), pngChunk('tEXt', Buffer.from('Comment\0secret-place')), pngChunk('IDAT', pixels(3, 12)), pngChunk('IEND')),
  Buffer.from('secret-after'),
])
