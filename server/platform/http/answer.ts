import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { isBytes } from '#contract/kit.ts'
import type { AnyCall, Download } from './route.ts'

/** What was answered: status and text of a JSON answer, or null where bytes went out. */
export type Sent = { status: number; text: string } | null

/** Encodes what a handler returned; fields that the call does not declare never leave. */
export function answer(call: AnyCall, reply: FastifyReply, result: unknown): { sent: Sent; payload: unknown } {
  if (isBytes(call.output)) return { sent: null, payload: download(reply, call.output.bytes, result as Download) }
  const text = JSON.stringify(z.encode(call.output, result))
  reply.header('content-type', 'application/json; charset=utf-8')
  return { sent: { status: 200, text }, payload: text }
}

function download(reply: FastifyReply, mediaType: string, { content, size, fileName, cacheSeconds, status }: Download): unknown {
  reply.header('content-type', mediaType)
  if (status) reply.status(status)
  const length = content instanceof Uint8Array ? content.length : size
  if (length !== undefined) reply.header('content-length', length)
  if (cacheSeconds !== undefined) reply.header('cache-control', `public, max-age=${cacheSeconds}`)
  if (fileName) reply.header('content-disposition', attachment(fileName))
  return content instanceof Uint8Array ? Buffer.from(content.buffer, content.byteOffset, content.byteLength) : content
}

/** The name to save under (RFC 6266 §4.1): for everybody in ASCII, and as it is in an ext-value of attr-chars alone (RFC 8187 §3.2.1). */
function attachment(fileName: string): string {
  const escaped = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${escaped}`
}
