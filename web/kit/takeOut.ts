import type { Attachment } from '#contract/attachments.ts'
import { keep } from './client.ts'

/**
 * Takes a file out of the PDF that the person chose, and hands it to the browser to keep, never to show: nothing is sent, and only what has the
 * hash that the server read. Call it only for one whose place is known.
 * @throws Error where what stands there is something else
 */
export async function takeOut(pdf: Blob, { name, size, sha256, at }: Attachment, fallbackName: string): Promise<void> {
  const { offset, length, isDeflated } = at!
  const packed = pdf.slice(offset, offset + length)
  const octets = isDeflated ? await inflated(packed, size!) : new Uint8Array(await packed.arrayBuffer())
  const digest = await crypto.subtle.digest('SHA-256', octets)
  if (Array.from(new Uint8Array(digest), (octet) => octet.toString(16).padStart(2, '0')).join('') !== sha256)
    throw new Error('what stands in the file is not what was announced')
  keep(new Blob([octets], { type: 'application/octet-stream' }), name || fallbackName)
}

/** So many octets and no more, whatever a stream expands to. What stands after its end is the container's. */
async function inflated(packed: Blob, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const octets = new Uint8Array(size)
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  let filled = 0
  while (filled < size) {
    const { value, done } = await reader.read()
    if (done) break
    octets.set(value.subarray(0, size - filled), filled)
    filled += value.length
  }
  await reader.cancel().catch(() => undefined)
  return octets
}
