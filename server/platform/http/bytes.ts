import type { FastifyRequest } from 'fastify'
import { Transform, type Readable } from 'node:stream'
import { isBytes } from '#contract/kit.ts'
import { Problem } from '../problems.ts'
import type { AnyCall } from './route.ts'

/** The body of a call that takes bytes: a stream that fails with TOO_LARGE as soon as it passes the limit. */
export function readBytes(call: AnyCall, request: FastifyRequest): Readable | undefined {
  if (!isBytes(call.body)) return undefined
  const { bytes: mediaType, maxBytes } = call.body
  if (request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== mediaType) throw new Problem('WRONG_TYPE')
  const limit = maxBytes ?? Infinity
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new Problem('TOO_LARGE')
  if (typeof request.body === 'string') return asStream(Buffer.from(request.body), limit)
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

/** All of a small body. */
export async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
