import { findHeader, mostLeadingBytes } from '#pki/pdf/header.ts'

/**
 * A body from its PDF header on, where offsets are counted from (ISO 32000-2 §7.5.2): mail and web servers put lines before it. Where there is
 * none, all of it.
 */
export async function* fromHeader(body: AsyncIterable<Buffer>, onHeader: (offset: number) => void): AsyncGenerator<Buffer> {
  const head: Buffer[] = []
  let size = 0
  for await (const piece of body) {
    if (size < mostLeadingBytes) {
      head.push(piece)
      size += piece.length
      if (size >= mostLeadingBytes) yield cut(head, onHeader)
    } else yield piece
  }
  if (size < mostLeadingBytes) yield cut(head, onHeader)
}

function cut(head: readonly Buffer[], onHeader: (offset: number) => void): Buffer {
  const bytes = head.length === 1 ? head[0]! : Buffer.concat(head)
  const { offset } = findHeader(bytes) ?? { offset: 0 }
  onHeader(offset)
  return bytes.subarray(offset)
}
