import send from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { accepts } from './packed.ts'

const packings = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const

/**
 * The files of a folder, by a list that is made once: whatever else an address spells leads to no file.
 * @returns their addresses from `/`, and what sends one of them whole, in part, packed, or as known already (RFC 9110 §13, §14)
 */
export function filesOf(folder: string) {
  const addresses = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name))}`),
  )

  async function sendFile(request: FastifyRequest, reply: FastifyReply, address: string): Promise<FastifyReply> {
    const wanted = request.headers['accept-encoding'] ?? ''
    const packed = packings.find(({ encoding, ending }) => accepts(wanted, encoding) && addresses.has(address + ending))
    const sent = await send(request.raw, encodeURI(address + (packed?.ending ?? '')), { root: folder, index: false, cacheControl: false })
    if (sent.type === 'error') throw sent.metadata.error
    reply
      .status(reply.statusCode === 200 ? sent.statusCode : reply.statusCode)
      .headers(sent.headers)
      .header('vary', ['accept-encoding', reply.getHeader('vary')].filter(Boolean).join(', '))
    if (packed) reply.headers({ 'content-encoding': packed.encoding, 'content-type': typeOf(address) })
    return reply.send(sent.stream)
  }

  return { addresses, sendFile }
}

function typeOf(address: string): string {
  const type = send.mime.getType(address) ?? 'application/octet-stream'
  return send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type
}
