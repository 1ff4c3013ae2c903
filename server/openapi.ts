/** The OpenAPI 3.1 document of every declared call, made from the contract. */
import { z } from 'zod'
import { areas, allCalls, type DeclaredCall, type NamedCall } from '#contract/areas.ts'
import { isBytes } from '#contract/kit.ts'
import { problemStatus, type ProblemCode } from '#contract/problems.ts'
import { readOpenApi } from '#contract/site.ts'
import { route, type Route } from './platform/http/route.ts'
import { sentences } from './platform/problems.ts'

type Json = { [name: string]: unknown }
type Names = z.core.$ZodRegistry<{ id: string }>
const componentAt = (name: string) => `#/components/schemas/${name}`
const capital = (name: string) => name[0]!.toUpperCase() + name.slice(1)
const isEmpty = (shape: object) => Object.keys(shape).length === 0

/**
 * @param calls what to describe
 * @param implemented the calls that have a handler; the others are marked `x-not-yet`
 */
export function openApiDocument(calls: readonly NamedCall[], implemented: ReadonlySet<unknown>): Json {
  const { registry, schemas } = components(calls)
  const paths: { [path: string]: Json } = {}
  for (const named of calls) {
    const path = named.call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [named.call.method.toLowerCase()]: operation(named, registry, implemented.has(named.call)) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tawqi',
      version: 'v1',
      description:
        'Flags travel as "1" and "0", money as riyals with two decimals, times as UTC. Expected outcomes are part of an answer; everything else is a problem document whose `detail` is a stable code.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(calls.map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: { schemas: { ...schemas, Problem: problemSchema }, parameters, responses: { Problem: problemResponse }, securitySchemes },
    'x-problems': Object.entries(problemStatus).map(([code, status]) => ({ code, status, ...sentences[code as ProblemCode] })),
  }
}

/** Bodies, answers, and what the contract's files export by a name of its own, each referring to the others. The wire is the input side of our codecs. */
function components(calls: readonly NamedCall[]): { registry: Names; schemas: Json } {
  const registry: Names = z.registry<{ id: string }>()
  for (const [name, schema] of Object.values(areas).flatMap((area) => Object.entries(area) as [string, unknown][])) {
    if (schema instanceof z.ZodType && /^[A-Z]/.test(name)) registry.add(schema, { id: name })
  }
  for (const { name, call } of calls) {
    if (!isBytes(call.body) && !isEmpty(call.body)) registry.add(z.strictObject(call.body), { id: `${capital(name)}Body` })
    if (!isBytes(call.output) && !registry.has(call.output)) registry.add(call.output, { id: `${capital(name)}Answer` })
  }
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: componentAt })
  const withoutAddress = Object.entries(schemas).map(([name, { $schema: _dialect, $id: _address, ...schema }]) => [name, schema])
  return { registry, schemas: Object.fromEntries(withoutAddress) }
}

function operation({ area, name, call }: NamedCall, registry: Names, isImplemented: boolean): Json {
  const problem = { $ref: '#/components/responses/Problem' }
  return {
    operationId: name,
    summary: call.summary,
    tags: [area],
    security: call.access === 'anyone' ? [] : [{ session: [] }],
    parameters: [...placed(call.params, 'path'), ...placed(call.query, 'query'), ...headersOf(call)],
    ...requestBody(name, call),
    responses: {
      200: { description: 'Done.', content: answerContent(call, registry) },
      ...(call.access !== 'anyone' && { 401: problem, 403: problem }),
      422: problem,
      ...(!isImplemented && { 501: problem }),
      default: problem,
    },
    'x-access': call.access,
    ...(call.stepUp && { 'x-step-up': true }),
    ...(!isImplemented && { 'x-not-yet': true }),
  }
}

function requestBody(name: string, { body }: DeclaredCall): Json {
  if (isBytes(body)) return { requestBody: { required: true, content: { [body.bytes]: {} } } }
  if (isEmpty(body)) return {}
  const required = Object.values(body).some((field) => !field.safeDecode(undefined).success)
  return { requestBody: { required, content: { 'application/json': { schema: { $ref: componentAt(`${capital(name)}Body`) } } } } }
}

function answerContent({ output }: DeclaredCall, registry: Names): Json {
  if (isBytes(output)) return { [output.bytes]: {} }
  return { 'application/json': { schema: { $ref: componentAt(registry.get(output)!.id) } } }
}

/** The parameters of an address or a query. */
function placed(shape: DeclaredCall['params'], where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(shape), { io: 'input' })
  return Object.entries(properties).map(([name, schema]) => ({ name, in: where, required: required.includes(name), schema }))
}

function headersOf(call: DeclaredCall): Json[] {
  const repeatable = call.access !== 'anyone' && call.method !== 'GET' && !isBytes(call.body) && !isBytes(call.output)
  const names = ['DeviceId', 'AcceptLanguage', ...(repeatable ? ['IdempotencyKey'] : [])]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

const header = (name: string, description: string, schema: Json) => ({ name, in: 'header', required: false, description, schema })

const parameters = {
  DeviceId: header('X-DEVICE-ID', 'Names the browser or the application; a session is bound to it.', {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]{8,64}$',
  }),
  AcceptLanguage: header('Accept-Language', 'The language of every sentence in the answer.', {
    type: 'string',
    enum: ['ar', 'en'],
    default: 'ar',
  }),
  IdempotencyKey: header('Idempotency-Key', 'A repeat with the same key gets the first answer and changes nothing.', {
    type: 'string',
    pattern: '^[!-~]{8,128}$',
  }),
}

const securitySchemes = { session: { type: 'http', scheme: 'bearer', description: 'The `token` of a session; it lives ten minutes.' } }

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'reference'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string', description: 'A sentence in the language of the caller.' },
    status: { type: 'integer', enum: [...new Set(Object.values(problemStatus))].sort() },
    detail: { type: 'string', enum: Object.keys(problemStatus) },
    reference: { type: 'string', description: 'Stands in the log too.' },
    errors: {
      type: 'array',
      items: { type: 'object', required: ['field', 'message'], properties: { field: { type: 'string' }, message: { type: 'string' } } },
    },
  },
}
const problemResponse = {
  description: 'A problem (RFC 9457).',
  content: { 'application/problem+json': { schema: { $ref: componentAt('Problem') } } },
}

/** Answers `GET /api/openapi.json`. @param handlers every other route of the portal */
export function openApiRoute(handlers: readonly Route[]): Route {
  const implemented = new Set<unknown>([readOpenApi, ...handlers.map((handler) => handler.call)])
  const content = Buffer.from(JSON.stringify(openApiDocument(allCalls, implemented)))
  return route(readOpenApi, async () => ({ content, cacheSeconds: 300 }))
}
