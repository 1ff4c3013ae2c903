import type { FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Call, isBytes } from '#contract/kit.ts'
import { Problem } from '../problems.ts'
import { utf8 } from './json.ts'

const jsonLimitBytes = 262_144

/**
 * What a sender sends, read piece by piece and once. No stream of ours stands between: until somebody reads there is nothing that could fail
 * unheard, and a sender that went away meanwhile is met by whoever reads next.
 * Reading throws Problem TOO_LARGE as soon as the limit is passed, TOO_SLOW, or MALFORMED for a body that breaks off. The connection survives it,
 * so that the sender can be told.
 */
export type Body = AsyncIterable<Buffer> & {
  /** How far its sender is behind what is asked of it while others want its place, in milliseconds; 0 for whoever keeps up or has sent all. */
  behindMs(): number
  /** Whoever reads it is told TOO_SLOW. */
  giveUp(): void
}

/**
 * How slow a sender may be: so long silent, after which each second is earned by so many bytes. It bounds no body's whole time; a telephone in
 * a poor network sends the largest document.
 */
const atMost = { silenceMs: 30_000, bytesPerSecond: 4_000 }
/** Who keeps up with this gives way to nobody: a poor mobile network brings a quarter of a megabit. */
const whileOthersWait = { silenceMs: 2_000, bytesPerSecond: 32_000 }

/** The body of a call that takes bytes. @throws Problem WRONG_TYPE or TOO_LARGE, for what its head says */
export function bytesOf(call: Pick<Call, 'body'>, request: FastifyRequest): Body | undefined {
  if (!isBytes(call.body)) return undefined
  if (mediaTypeOf(request) !== call.body.bytes) throw new Problem('WRONG_TYPE')
  return announced(request.raw, call.body.maxBytes ?? Infinity)
}

/** The text of a JSON body; undefined where there is none, or one of another type. @throws Problem MALFORMED for bytes that are not UTF-8 */
export async function jsonOf(request: FastifyRequest): Promise<string | undefined> {
  if (request.body === undefined || mediaTypeOf(request) !== 'application/json') return undefined
  return utf8(await collect(announced(request.raw, jsonLimitBytes)))
}

/** Senders that wait to be asked for their body (`Expect: 100-continue`, RFC 9110 §10.1.1): they are asked by whoever begins to read it. */
const unasked = new WeakMap<IncomingMessage, ServerResponse>()
export const waitsToBeAsked = (request: IncomingMessage, response: ServerResponse) => void unasked.set(request, response)
export const isWaiting = (request: IncomingMessage) => unasked.has(request)

const mediaTypeOf = ({ headers }: FastifyRequest) => headers['content-type']?.split(';')[0]?.trim().toLowerCase()

/** All of a small body. */
export async function collect(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of body) pieces.push(piece)
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
}

/** Reads what nobody read, which would block the next request on this connection. Whoever sends it too slowly, or more than the limit, is cut off. */
export async function discardRest(request: IncomingMessage, limit: number): Promise<void> {
  try {
    for await (const piece of incoming(request, limit)) void piece
  } catch {
    request.destroy()
  }
}

function announced(source: IncomingMessage, limit: number): Body {
  if (Number(source.headers['content-length'] ?? 0) > limit) throw new Problem('TOO_LARGE')
  return incoming(source, limit)
}

const changes = ['readable', 'end', 'close', 'error'] as const

function incoming(source: IncomingMessage, limit: number): Body {
  const [patience, hurry] = [pace(atMost), pace(whileOthersWait)]
  let isGivenUp = false
  let wake = () => {}
  let waitsSince: number | undefined

  /** Until something changes, or the patience ends. Only this time is the sender's; the rest is ours. */
  async function waitForMore(): Promise<void> {
    const began = (waitsSince = performance.now())
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((done) => {
      wake = done
      timer = setTimeout(done, patience.leftMs())
    })
    clearTimeout(timer)
    waitsSince = undefined
    const ms = performance.now() - began
    for (const each of [patience, hurry]) each.waited(ms)
  }

  async function* pieces(): AsyncGenerator<Buffer> {
    const changed = () => wake()
    for (const change of changes) source.on(change, changed)
    let seen = 0
    unasked.get(source)?.writeContinue()
    unasked.delete(source)
    try {
      for (;;) {
        if (isGivenUp || patience.leftMs() <= 0) throw new Problem('TOO_SLOW')
        const piece = source.read() as Buffer | null
        if (piece) {
          seen += piece.length
          if (seen > limit) throw new Problem('TOO_LARGE')
          for (const each of [patience, hurry]) each.received(piece.length)
          yield piece
        } else if (source.readableEnded) return
        else if (source.destroyed) throw new Problem('MALFORMED', { cause: 'the sender went away' })
        else await waitForMore()
      }
    } finally {
      for (const change of changes) source.off(change, changed)
    }
  }

  return {
    [Symbol.asyncIterator]: pieces,
    behindMs() {
      const waitingMs = waitsSince === undefined ? 0 : performance.now() - waitsSince
      return source.complete ? 0 : Math.max(0, waitingMs - hurry.leftMs())
    },
    giveUp() {
      isGivenUp = true
      wake()
    },
  }
}

/** A sender's account of time: it begins full, waiting takes from it, and bytes bring it back. */
function pace({ silenceMs, bytesPerSecond }: { silenceMs: number; bytesPerSecond: number }) {
  let left = silenceMs
  return {
    leftMs: () => left,
    waited: (ms: number) => void (left -= ms),
    received: (bytes: number) => void (left = Math.min(silenceMs, left + (bytes / bytesPerSecond) * 1_000)),
  }
}
