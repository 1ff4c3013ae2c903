/** What is judged of a request as it came over the wire, before any route sees it. */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '#server/app.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { Problem } from '../problems.ts'
import { newReference, refusalOf } from './refusal.ts'

/** RFC 9110 §4.1 wants 8,000 octets to be taken. */
const longestAddress = 8_000
/** Whose request could not be read has this long to take the answer to it. */
const lingerMs = 1_000

/**
 * Why a request is refused whatever it asks for: what two readers in a row could take for two different requests (two names of the host, none
 * in HTTP/1.1, one that cannot be a name: RFC 9112 §3.2; an encoding of the transfer that is not ours, or one in HTTP/1.0: §6.1), what cannot be an
 * address (§3.2.1) or is too long for one, and bodies that are packed (RFC 9110 §15.5.16).
 */
export function faultOf({ url = '', rawHeaders, headers, httpVersion }: IncomingMessage): Problem | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed(`HTTP/${httpVersion}`)
  if (url.length > longestAddress) return new Problem('ADDRESS_TOO_LONG')
  if (url.includes('#')) return malformed('a fragment in the address')
  const hosts = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]!.toLowerCase() === 'host')
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion === '1.1')) return malformed('not one Host')
  if (hosts.some((host) => !/^(?:[\w.~-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i.test(host))) return malformed('Host')
  const { 'transfer-encoding': transfer, 'content-encoding': packed } = headers
  if (transfer !== undefined && (httpVersion === '1.0' || transfer.toLowerCase() !== 'chunked')) return malformed('Transfer-Encoding')
  return packed === undefined || packed.toLowerCase() === 'identity' ? null : new Problem('WRONG_TYPE', { cause: 'Content-Encoding' })
}

const malformed = (cause: string) => new Problem('MALFORMED', { cause })

/**
 * The address as a path, also where the request was written for a proxy (RFC 9112 §3.2.2). In the address of a status request base64 has its
 * `/` escaped: RFC 6960 wants it so, and not every relying party does.
 */
export const originForm = (url: string): string =>
  url
    .replace(/^https?:\/\/[^/?#]*\/?/i, '/')
    .replace(/^(\/pki\/ocsp\/[a-z]+\/)(.+)$/, (_, unit: string, request: string) => unit + request.replaceAll('/', '%2F'))

/** @property rawPacket the octets over which the parser gave up, a Buffer whatever Fastify's types say */
type Unreadable = Error & { code?: string; rawPacket?: unknown }

const codeOfParser: Record<string, ProblemCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'TOO_SLOW',
  HPE_HEADER_OVERFLOW: 'HEAD_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'TOO_LARGE',
}

function codeOf({ code = '', rawPacket }: Unreadable): ProblemCode {
  // The parser counts address and headers together; an address that never ended has no line end behind it.
  if (code === 'HPE_HEADER_OVERFLOW' && /^[A-Z]+ \S+$/.test((rawPacket as Buffer).toString('latin1'))) return 'ADDRESS_TOO_LONG'
  return codeOfParser[code] ?? 'MALFORMED'
}

/** What Node itself goes by: the answer that a socket is for at present. */
export const answerOn = (socket: Socket) => (socket as { _httpMessage?: ServerResponse })._httpMessage

/** What is not HTTP, or never ends, has no request to answer: the document goes to the socket. */
export function answerUnreadable(app: App, error: Unreadable, socket: Socket, always: Record<string, string>): void {
  // In the middle of an answer, to this request or the one before, another would be read as part of it.
  const isBeingAnswered = answerOn(socket)?.headersSent
  if (!socket.writable || isBeingAnswered || error.code === 'ECONNRESET') return void socket.destroy()
  const reference = newReference()
  const { status, headers, text } = refusalOf(app, new Problem(codeOf(error), { cause: error.code }), { headers: {} }, reference)
  const lines = Object.entries({
    ...always,
    ...headers,
    'content-length': Buffer.byteLength(text),
    'x-request-id': reference,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`)
  // With the socket end the requests on it, and whoever waits for more of their bodies.
  setTimeout(() => socket.destroy(), lingerMs).unref()
}
