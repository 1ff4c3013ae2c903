import type { FastifyRequest } from 'fastify'
import { Transform, type Readable } from 'node:stream'
import { isBytes } from '#contract/kit.ts'
import { Problem } from '../problems.ts'
import type { AnyCall } from './route.ts'

/** Bodies up to this are read by `collect`, which tells a sender that went away by itself. */
const collectedBytes = 65_536

/** The body of a call that takes bytes: a stream that fails with TOO_LARGE as soon as it passes the limit. */
export function readBytes(call: AnyCall, request: FastifyRequest): Readable | undefined {
  if (!isBytes(call.body)) return undefined
  const { bytes: mediaType, maxBytes } = call.body
  if (request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== mediaType) throw new Problem('WRONG_TYPE')
  const limit = maxBytes ?? Infinity
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new Problem('TOO_LARGE')
  if (typeof request.body === 'string') return asStream(Buffer.from(request.body), limit)
  // HTTP's parser lets no octet more than that through; a stream more would cost as much as the rest of a status request.
  if (limit <= collectedBytes && request.headers['content-length'] !== undefined) return request.body as Readable
  return limited(request.body as Readable, limit)
}

/** Not `pipeline`: that would cut the connection with the error, and the sender could not be told. */
function limited(source: Readable, limit: number): Readable {
  const stream = source.pipe(limiter(limit))
  source.once('close', () => {
    if (!source.readableEnded) stream.destroy(new Problem('MALFORMED', { cause: 'the sender went away' }))
  })
  return stream
}

function asStream(bytes: Buffer, limit: number): Readable {
  const stream = limiter(limit)
  stream.end(bytes)
  return stream
}

function limiter(limit: number): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      done(seen > limit ? new Problem('TOO_LARGE') : null, chunk)
    },
  })
}

/** All of a small body. By events, because an iterator costs more than a status request. @throws Problem MALFORMED where the sender goes away */
export function collect(stream: Readable): Promise<Buffer> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.once('error', (error) => fail(error instanceof Problem ? error : new Problem('MALFORMED', { cause: error })))
    stream.once('end', () => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    stream.once('close', () => {
      if (!stream.readableEnded) fail(new Problem('MALFORMED', { cause: 'the sender went away' }))
    })
  })
}
