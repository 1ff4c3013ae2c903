import { z } from 'zod'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App } from '#server/app.ts'
import { isBytes } from '#contract/kit.ts'
import { Problem } from '../problems.ts'
import { newReference } from './refusal.ts'
import type { AnyCall, OctetsAnswer, Route } from './route.ts'

/** One address of such a call, with what the address says decoded. */
type Place = {
  call: AnyCall
  answer: OctetsAnswer
  input: Record<string, unknown>
  mediaType: string
  mostOctets: number
  headers: string[]
}

type Options = {
  /** Sent with every answer. */ headers: Record<string, string>
  /** Whether connections are closed after their answer now. */ draining: () => boolean
  /** Answers what a handler threw. */ refuse: (
    error: unknown,
    reference: string,
    request: IncomingMessage,
    response: ServerResponse,
  ) => void
}

const summaryMs = 10_000
/** For what does not come in one piece. */
const longestArrivalMs = 20_000
const nothing = Buffer.alloc(0)
const latin1 = (octets: Uint8Array) => Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1')

/**
 * The straight way for calls of octets (`octetsRoute`): relying parties make them by the thousand a second, and the way that all other calls take costs
 * several times the signature. It takes nothing but what it knows to be in order (the address to the letter, the type, a length within
 * the limit); everything else goes the common way, with the same handler, and is refused there in the common words. Successes are counted in
 * one line of the log for each call and ten seconds; whatever is refused has a line of its own, as everywhere.
 * @returns takes a request, or answers false and has not touched it
 */
export function octetsPath(app: App, routes: readonly Route[], { headers, draining, refuse }: Options) {
  const places = new Map(routes.flatMap((route) => placesOf(route, headers)))
  const summary = summaryOf(app)

  function take(request: IncomingMessage, response: ServerResponse): boolean {
    const place = places.get(request.url!)
    if (!place || request.method !== place.call.method || draining()) return false
    const { 'content-type': type, 'content-length': length, expect } = request.headers
    if (type !== place.mediaType || length === undefined || Number(length) > place.mostOctets || expect !== undefined) return false
    const reference = newReference()
    const fail = (error: unknown) => refuse(error, reference, request, response)
    let body: Buffer = nothing
    let timer: NodeJS.Timeout | undefined
    const giveUp = () => {
      response.setHeader('connection', 'close')
      fail(new Problem('TOO_SLOW'))
    }
    request.on('data', (chunk: Buffer) => {
      body = body === nothing ? chunk : Buffer.concat([body, chunk])
      if (body.length < Number(length)) timer ??= setTimeout(giveUp, longestArrivalMs)
    })
    request.on('end', () => {
      clearTimeout(timer)
      if (!response.headersSent) answer(place, reference, response, body, fail)
    })
    request.on('error', (cause) => {
      clearTimeout(timer)
      if (!request.readableEnded && !response.headersSent) fail(new Problem('MALFORMED', { cause }))
    })
    return true
  }

  function answer(place: Place, reference: string, response: ServerResponse, body: Uint8Array, fail: (error: unknown) => void): void {
    const began = performance.now()
    const send = (octets: Uint8Array) => {
      if (response.destroyed) return
      response.writeHead(200, [...place.headers, 'x-request-id', reference, 'content-length', String(octets.length)])
      // As text of one octet a character it leaves in one piece with the head; a second piece would cost more than the copy.
      response.end(latin1(octets), 'latin1')
      summary.count(place.call, performance.now() - began)
    }
    try {
      const octets = place.answer(app, place.input as never, body)
      if (octets instanceof Promise) octets.then(send).catch(fail)
      else send(octets)
    } catch (error) {
      fail(error)
    }
  }

  return { take, close: summary.close }
}

/** All addresses of a call whose parameters are words to choose from. */
function placesOf({ call, octets: answer }: Route, headers: Record<string, string>): [string, Place][] {
  if (!answer || !isBytes(call.body) || !isBytes(call.output)) return []
  const { bytes: mediaType, maxBytes: mostOctets } = call.body
  const sent = [...Object.entries(headers), ['cache-control', 'no-store'], ['content-type', call.output.bytes]].flat()
  let addresses: { path: string; input: Record<string, unknown> }[] = [{ path: call.path, input: {} }]
  for (const [name, words] of Object.entries(call.params)) {
    if (!(words instanceof z.ZodEnum)) throw new TypeError(`${call.path}: its addresses cannot be listed`)
    addresses = addresses.flatMap(({ path, input }) =>
      words.options.map((word) => ({ path: path.replace(`:${name}`, String(word)), input: { ...input, [name]: word } })),
    )
  }
  return addresses.map(({ path, input }) => [path, { call, answer, input, mediaType, mostOctets: mostOctets ?? 0, headers: sent }])
}

/** Counts what was answered, and logs it every ten seconds in which there was something. */
function summaryOf({ log }: App) {
  const counted = new Map<AnyCall, { answered: number; slowestMs: number }>()
  let timer: NodeJS.Timeout | undefined

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    for (const [{ method, path }, { answered, slowestMs }] of counted)
      log.info({ method, path, status: 200, answered, slowestMs: Math.round(slowestMs) }, 'requests')
    counted.clear()
  }

  return {
    count(call: AnyCall, ms: number): void {
      timer ??= setTimeout(write, summaryMs).unref()
      const known = counted.get(call)
      if (!known) counted.set(call, { answered: 1, slowestMs: ms })
      else {
        known.answered++
        if (ms > known.slowestMs) known.slowestMs = ms
      }
    },
    close: write,
  }
}
