import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from '#server/app.ts'
import { isBytes } from '#contract/kit.ts'
import { problemStatus } from '#contract/problems.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { refusalsOf } from '#contract/refusals.ts'
import { authenticate } from '../sessions/authenticate.ts'
import { deviceOf } from '../sessions/device.ts'
import { requireSpace } from '../freeSpace.ts'
import { Problem } from '../problems.ts'
import { answer } from './answer.ts'
import { inOrganisation } from './actingOrganisation.ts'
import { authorize } from './authorize.ts'
import type { Caller, Ctx, RequestFacts } from './context.ts'
import { decodeInput } from './input.ts'
import { networkOf, plainAddress } from './network.ts'
import { once } from './idempotency.ts'
import { bytesOf, discardRest, isWaiting, jsonOf, waitsToBeAsked } from './body.ts'
import { securityHeaders } from './headers.ts'
import { octetsPath } from './octets.ts'
import { languageOf } from './language.ts'
import { sendForEverybody } from './packed.ts'
import { newReference, refusalOf } from './refusal.ts'
import { closeRefusals } from './refusalLog.ts'
import type { Route } from './route.ts'
import { answerOn, answerUnreadable, faultOf, originForm } from './wire.ts'

/** A request that takes longer than this after the stop began is cut off; process managers wait 30 s. */
const longestDrainMs = 20_000
const silenceMs = 60_000
const idleMs = 72_000
/** For the log alone: whoever asked went away before the answer was out. */
const goneStatus = 499
/** The methods that are refused by name where an address does not take them; what Fastify does not know by itself is added. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const

declare module 'fastify' {
  interface FastifyRequest {
    /** What the handler works with, once the caller was judged. */
    asked: Ctx | null
    /** Somebody who signed in, or a gateway with its token. */
    isOfKnown: boolean
    /** Its line in the log says already how it was refused. */
    isTold: boolean
  }
}

/** The HTTP server of the portal: every route of the table, and nothing that is not in it. */
export async function createServer(app: App, routes: readonly Route[]): Promise<FastifyInstance> {
  const always = securityHeaders(app.configuration, app.humanCheck.page)
  // Where a request ends that cannot be read in one way alone is as doubtful as the rest of it: nothing behind it is taken for anything.
  const doubtful = new WeakSet<Socket>()
  const octets = octetsPath(app, routes, {
    headers: always,
    draining: () => app.leaving.isLeaving,
    refuse: (error, reference, request, response) => sendRefusal(app, error, reference, request, response, always),
  })
  const server = Fastify({
    logger: false,
    trustProxy: app.configuration.TRUSTED_PROXIES,
    serverFactory: (common) => {
      // A body is bounded by its pace (`body.ts`): a large document over a poor line takes its time.
      const options = { requestTimeout: 0, keepAliveTimeout: idleMs, requireHostHeader: false }
      const take = (request: IncomingMessage, response: ServerResponse) => {
        if (doubtful.has(request.socket)) return
        const fault = faultOf(request)
        if (fault) {
          doubtful.add(request.socket)
          sendRefusal(app, fault, newReference(), request, response, { ...always, connection: 'close' })
        } else if (!octets.take(request, response)) common(request, response)
      }
      const http = createHttpServer(options, take).on('checkContinue', (request, response) => {
        waitsToBeAsked(request, response)
        take(request, response)
      })
      return http.setTimeout(silenceMs, cutOffSilent)
    },
    forceCloseConnections: 'idle',
    // What still arrives on an open connection while we stop is answered, and the connection closed after it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 600, caseSensitive: true },
    rewriteUrl: ({ url = '/' }) => originForm(url),
    genReqId: newReference,
    clientErrorHandler: (error, socket) => {
      if (!doubtful.has(socket)) answerUnreadable(app, error, socket, always)
    },
    frameworkErrors: (error, request, reply) =>
      void sendProblem(app, error, request, reply.headers({ ...always, 'x-request-id': request.id })),
  })
  server.decorateRequest('asked', null).decorateRequest('isOfKnown', false).decorateRequest('isTold', false)
  for (const method of methods.filter((name) => !server.supportedMethods.includes(name))) server.addHttpMethod(method)
  // Bodies are read only after the caller was judged, and by nobody but `body.ts`.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(always)
    reply.header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
  server.addHook('preClose', async () => {
    app.leaving.isLeaving = true
    setTimeout(() => server.server.closeAllConnections(), longestDrainMs).unref()
  })
  server.addHook('onClose', async () => {
    octets.close()
    closeRefusals(app.log)
  })
  server.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (app.leaving.isLeaving || isWaiting(raw) || reply.statusCode === problemStatus.TOO_SLOW) reply.header('connection', 'close')
    // Before the answer is out: after it Node reads the rest itself, at whatever pace it comes.
    else if (!raw.complete) void discardRest(raw, app.configuration.MAX_UPLOAD_MB * 1_000_000)
    done(null, payload)
  })
  server.addHook('onResponse', (request, reply, done) => {
    // A body that arrived whole and was not read to its end would block the next request on this connection.
    request.raw.resume()
    if (request.isTold) return done()
    const facts = factsOf(request, reply, !reply.raw.writableFinished)
    app.log.info({ reference: request.id, status: reply.statusCode, ...facts }, 'request')
    done()
  })
  server.setErrorHandler((error, request, reply) => sendProblem(app, error, request, reply))
  for (const route of routes) register(server, app, route)
  refuseOtherMethods(server, routes)
  return server
}

/** An invitation's token stands at the root, where pages and files are read: those are not refused for it. */
const sharesPages = (path: string) => /^\/:\w+$/.test(path)

/** Nothing came or went on the socket for a while; while we work on the answer to a whole request, that is not the sender's silence. */
function cutOffSilent(socket: Socket): void {
  const answer = answerOn(socket)
  if (!answer?.req.complete || answer.headersSent) socket.destroy()
}

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

/** A document lies twice while it is taken in: as it came, and sealed. */
const copies = 2

function register(server: FastifyInstance, app: App, route: Route): void {
  const { call } = route
  const declared = new Set<ProblemCode>([...refusalsOf(call), 'NOT_YET'])
  server.route({
    method: call.method,
    url: call.path,
    // Before the body is read: who calls, and whether they may.
    onRequest: async (request, reply) => {
      const facts = requestFacts(app, request, reply)
      const caller: Caller | null = call.access === 'anyone' ? null : await authenticate(facts, call)
      request.isOfKnown = caller !== null
      request.asked = await authorize(facts, caller, call)
      if (!call.whenFull) await requireSpace(app, copies * Number(request.headers['content-length'] ?? 0))
    },
    handler: async (request, reply) => {
      const asked = request.asked!
      if (!isBytes(call.body)) request.body = (await jsonOf(request)) ?? request.body
      const input = decodeInput(call, request, asked.language)
      if (call.needsDevice) deviceOf(asked)
      const ctx = await inOrganisation(asked, call, input)
      const body = bytesOf(call, request)
      const payload = await once(ctx, call, request, reply, async (given) =>
        answer(call, reply, await route.handle(given as never, input as never, body as never)),
      )
      return call.forEverybody ? sendForEverybody(request, reply, payload as string | Buffer, call.cacheSeconds) : payload
    },
    errorHandler: (error, request, reply) => void sendProblem(app, error, request, reply, declared),
  })
}

function requestFacts(app: App, request: FastifyRequest, reply: FastifyReply): RequestFacts {
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
    address: plainAddress(request.ip),
    network: networkOf(request.ip),
    path: request.url.split('?')[0]!,
    header,
    answerHeaders: (headers) => void reply.headers(headers),
    onAnswered: (then) => (reply.raw.destroyed ? then() : void reply.raw.once('close', then)),
    reference: request.id,
    log: app.log,
  }
}

const factsOf = ({ method, routeOptions }: FastifyRequest, { elapsedTime }: FastifyReply, isGone: boolean) => ({
  method,
  path: routeOptions.url ?? '(none)',
  ms: Math.round(elapsedTime),
  ...(isGone && { status: goneStatus }),
})

/** What the log says where the contract tells less than the server does: a fault of ours. */
export const undeclaredRefusal = 'a refusal that the call does not declare'

/** @param declared the codes that the call's declaration foresees */
function sendProblem(
  app: App,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  declared?: ReadonlySet<ProblemCode>,
): FastifyReply {
  const facts = factsOf(request, reply, request.raw.socket.destroyed)
  const { code, status, headers, text } = refusalOf(app, error, { headers: request.headers, facts, isKnown: request.isOfKnown }, request.id)
  if (declared?.has(code) === false) app.log.error({ reference: request.id, code, path: facts.path }, undeclaredRefusal)
  request.isTold = true
  return reply.status(status).headers(headers).send(text)
}

/** The same, without the framework. */
function sendRefusal(
  app: App,
  error: unknown,
  reference: string,
  request: IncomingMessage,
  response: ServerResponse,
  always: Record<string, string>,
): void {
  const { status, headers, text } = refusalOf(app, error, request, reference)
  if (response.destroyed) return
  response.writeHead(status, { ...always, ...headers, 'x-request-id': reference, 'content-length': Buffer.byteLength(text) })
  response.end(text)
}
