import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
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

function download(reply: FastifyReply, mediaType: string, answered: Download): unknown {
  const { content, size, fileName, status } = answered
  reply.header('content-type', mediaType)
  if (status) reply.status(status)
  const length = content instanceof Uint8Array ? content.length : size
  if (length !== undefined) reply.header('content-length', length)
  keep(reply, answered)
  if (fileName) reply.header('content-disposition', attachment(fileName))
  return content instanceof Uint8Array ? Buffer.from(content.buffer, content.byteOffset, content.byteLength) : content
}

/** What caches are told (RFC 9111 §5; for OCSP by GET, RFC 5019 §6.2); whoever has the answer hears that it is current (RFC 9110 §13). */
function keep(reply: FastifyReply, { content, cacheSeconds, lastModified }: Download): void {
  if (cacheSeconds === undefined) return void reply.header('cache-control', 'no-store')
  reply.header('cache-control', `public, max-age=${cacheSeconds}, must-revalidate, no-transform`)
  reply.header('expires', new Date(Date.now() + cacheSeconds * 1000).toUTCString())
  if (lastModified) reply.header('last-modified', lastModified.toUTCString())
  if (!(content instanceof Uint8Array)) return
  const tag = `"${hash('sha256', content, 'base64url').slice(0, 22)}"`
  reply.header('etag', tag)
  // Node sends the head alone; the length in it is that of the whole answer, as it may be (RFC 9110 §8.6).
  if (isCurrent(reply.request.headers, tag, lastModified)) reply.status(304)
}

/** A tag, where one is asked about, decides alone (RFC 9110 §13.2.2). */
function isCurrent(headers: IncomingHttpHeaders, tag: string, lastModified: Date | undefined): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return lastModified !== undefined && Math.floor(lastModified.getTime() / 1000) * 1000 <= since
}

/** The name to save under (RFC 6266 §4.1): for everybody in ASCII, and as it is in an ext-value of attr-chars alone (RFC 8187 §3.2.1). */
function attachment(fileName: string): string {
  const escaped = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"; filename*=UTF-8''${escaped}`
}
