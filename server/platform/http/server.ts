import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '#server/app.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import type { ProblemCode, ProblemDocument } from '#contract/problems.ts'
import { randomOctets } from '../randomness.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { Problem, problemDocument, type Language } from '../problems.ts'
import { answer } from './answer.ts'
import { authorize } from './authorize.ts'
import type { Caller, Ctx, RequestFacts } from './context.ts'
import { decodeInput } from './input.ts'
import { once } from './idempotency.ts'
import { readBytes } from './bytes.ts'
import { securityHeaders } from './headers.ts'
import type { Route } from './route.ts'

const jsonLimitBytes = 262_144
/** A request that takes longer than this after the stop began is cut off; process managers wait 30 s. */
const longestDrainMs = 20_000
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** The HTTP server of the portal: every route of the table, and nothing that is not in it. */
export async function createServer(app: App, routes: readonly Route[]): Promise<FastifyInstance> {
  const always = securityHeaders(app.configuration)
  let draining = false
  const server = Fastify({
    logger: false,
    trustProxy: app.configuration.TRUSTED_PROXIES,
    bodyLimit: jsonLimitBytes,
    requestTimeout: 300_000,
    connectionTimeout: 60_000,
    forceCloseConnections: 'idle',
    // What still arrives on an open connection while we stop is answered, and the connection closed after it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 600, caseSensitive: true },
    genReqId: () => Buffer.from(randomOctets(9)).toString('base64url'),
    clientErrorHandler: (error, socket) => answerUnreadable(app, error, socket, always),
    frameworkErrors: (error, request, reply) =>
      void sendProblem(app, error, request, reply.headers({ ...always, 'x-request-id': request.id })),
  })
  // Bodies are read only after the caller was judged: JSON as text, everything else as a stream.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => utf8(body))
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(always)
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
  server.addHook('preClose', async () => {
    draining = true
    setTimeout(() => server.server.closeAllConnections(), longestDrainMs).unref()
  })
  server.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  server.addHook('onResponse', async (request, reply) => {
    // A body that nobody read to its end would block the next request on this connection.
    request.raw.unpipe().resume()
    app.log.info(
      {
        reference: request.id,
        method: request.method,
        path: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  server.setErrorHandler((error, request, reply) => sendProblem(app, error, request, reply))
  for (const route of routes) register(server, app, route)
  refuseOtherMethods(server, routes)
  return server
}

/** An invitation's token stands at the root, where pages and files are read: those are not refused for it. */
const sharesPages = (path: string) => /^\/:\w+$/.test(path)

/** A known address that is asked in another way says which ways there are (RFC 9110 §15.5.6). */
function refuseOtherMethods(server: FastifyInstance, routes: readonly Route[]): void {
  // Where a parameter stands for the first part of an address, the other methods belong to pages and files.
  const known = routes.filter(({ call }) => !call.path.startsWith('/:'))
  for (const sameAddress of Map.groupBy(known, ({ call }) => call.path.replace(/:\w+/g, ':')).values()) {
    const taken = new Set<string>(sameAddress.map(({ call }) => call.method))
    if (sharesPages(sameAddress[0]!.call.path)) taken.add('GET')
    if (taken.has('GET')) taken.add('HEAD')
    server.route({
      method: methods.filter((method) => !taken.has(method)),
      url: sameAddress[0]!.call.path,
      onRequest: async (_request, reply) => {
        reply.header('allow', [...taken].join(', '))
        throw new Problem('METHOD')
      },
      handler: () => undefined,
    })
  }
}

/** @throws Problem MALFORMED: bytes that are not UTF-8 would be read as something else than what was sent */
function utf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new Problem('MALFORMED', { cause })
  }
}

function register(server: FastifyInstance, app: App, route: Route): void {
  const { call } = route
  const callers = new WeakMap<FastifyRequest, Ctx>()
  server.route({
    method: call.method,
    url: call.path,
    // Before the body is read: who calls, and whether they may.
    onRequest: async (request) => {
      const facts = requestFacts(app, request)
      const caller: Caller | null = call.access === 'anyone' ? null : await authenticate(facts, call)
      callers.set(request, await authorize(facts, caller, call))
    },
    handler: async (request, reply) => {
      const ctx = callers.get(request)!
      const input = decodeInput(call, request, ctx.language)
      const body = readBytes(call, request)
      const run = () => route.handle(ctx as never, input as never, body as never)
      return once(ctx, call, request, reply, async () => answer(call, reply, await run()))
    },
  })
}

function requestFacts(app: App, request: FastifyRequest): RequestFacts {
  const header = (name: string) => {
    const value = request.headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  const deviceId = header('x-device-id')
  return {
    app,
    db: app.db,
    now: app.clock.now(),
    language: languageOf(request),
    deviceId: deviceId !== undefined && /^[A-Za-z0-9_-]{8,64}$/.test(deviceId) ? deviceId : null,
    userAgent: (header('user-agent') ?? '').slice(0, 300),
    address: request.ip,
    path: request.url.split('?')[0]!,
    origins: [new URL(app.configuration.PUBLIC_URL).origin, `${request.protocol}://${request.host}`],
    header,
    reference: request.id,
    log: app.log,
  }
}

/** The first of our languages that the caller names; Arabic otherwise. */
export function languageOf(request: FastifyRequest): Language {
  return /\b(ar|en)\b/i.exec(request.headers['accept-language'] ?? '')?.[1]?.toLowerCase() === 'en' ? 'en' : 'ar'
}

const codeOfFastify: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'WRONG_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'MALFORMED',
  FST_ERR_BAD_URL: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const code = (error as { code?: string } | null)?.code ?? ''
  if (codeOfFastify[code]) return new Problem(codeOfFastify[code], { cause: error })
  if (error instanceof ProviderUnavailable) return new Problem('PROVIDER_DOWN', { cause: error, retryAfterSeconds: 5 })
  if (code === '57014' || code === '55P03') return new Problem('BUSY', { cause: error, retryAfterSeconds: 2 })
  if (code === 'ENOSPC' || code === '53100') return new Problem('STORAGE_FULL', { cause: error, retryAfterSeconds: 60 })
  // Whatever else Fastify, and the files it serves, hold against a request (RFC 9110 §15.5): a sender's fault is never ours.
  const status = (error as { statusCode?: number } | null)?.statusCode ?? 500
  if (status < 500 || code === 'FST_STATIC_FORBIDDEN_PATH')
    return new Problem(code.startsWith('FST_ERR_') ? 'MALFORMED' : 'NOT_FOUND', { cause: error })
  return new Problem('UNEXPECTED', { cause: error })
}

function sendProblem(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = asProblem(error)
  const document = problemDocument(problem, languageOf(request), request.id)
  logProblem(app, problem, document)
  if (problem.details.retryAfterSeconds) reply.header('retry-after', String(problem.details.retryAfterSeconds))
  return reply.status(document.status).header('content-type', 'application/problem+json; charset=utf-8').send(JSON.stringify(document))
}

function logProblem(app: App, { code, details: { cause } }: Problem, { reference, status }: ProblemDocument): void {
  const seen = { reference, code, cause: cause instanceof Error ? cause : undefined, why: typeof cause === 'string' ? cause : undefined }
  if (status >= 500 && code !== 'NOT_YET') app.log.error(seen, 'problem')
  else app.log.info(seen, 'problem')
}

const codeOfParser: Record<string, ProblemCode> = { HPE_HEADER_OVERFLOW: 'TOO_LARGE' }

/** What is not HTTP, or never ends, has no request to answer: the document goes to the socket. */
function answerUnreadable(app: App, error: Error & { code?: string }, socket: Socket, headers: Record<string, string>): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const problem = new Problem(codeOfParser[error.code ?? ''] ?? 'MALFORMED', { cause: error.code })
  const document = problemDocument(problem, 'ar', randomBytes(9).toString('base64url'))
  logProblem(app, problem, document)
  const body = JSON.stringify(document)
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': document.reference,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${document.status} ${STATUS_CODES[document.status]}\r\n${lines.join('')}\r\n${body}`)
}
