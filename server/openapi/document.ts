/** The OpenAPI document of every declared call, made from the contract. */
import { allCalls, type Area, type DeclaredCall, type NamedCall } from '#contract/areas.ts'
import { isBytes, type Bytes } from '#contract/kit.ts'
import { problemSentences } from '#contract/problemSentences.ts'
import { problemStatus, type ProblemCode } from '#contract/problems.ts'
import * as calls from '#contract/site.ts'
import { route, type Route } from '../platform/http/route.ts'
import { exampleOf } from './examples.ts'
import { inOneShape } from './oneShape.ts'
import { answerHeaders, headers, headersOf, parameters, rulesOf, securitySchemes } from './parameters.ts'
import { fieldErrorSchema, problemResponses } from './problems.ts'
import { capital, componentAt, isEmpty, schemasOf, type Json, type Schemas, type Version } from './schemas.ts'
import { accountWords } from './words/accounts.ts'
import { financeWords } from './words/finance.ts'
import { operationsWords } from './words/operations.ts'
import { organisationWords } from './words/organisations.ts'
import { trustWords } from './words/trust.ts'
import type { WordsOf } from './words/words.ts'

const words: WordsOf<Area> = { ...accountWords, ...trustWords, ...organisationWords, ...operationsWords, ...financeWords }

/**
 * @param calls what to describe
 * @param implemented the calls that have a handler; the others are marked `x-not-yet`
 */
export function openApiDocument(calls: readonly NamedCall[], implemented: ReadonlySet<unknown>, version: Version = '3.1.0'): Json {
  const schemas = schemasFor(calls, version)
  const problems = problemResponses()
  const paths: { [path: string]: Json } = {}
  for (const named of calls) {
    const path = named.call.path.replace(/:(\w+)/g, '{$1}')
    const isImplemented = implemented.has(named.call)
    const told = operation(named, schemas, problems.of(named.call, isImplemented), isImplemented)
    paths[path] = { ...paths[path], [named.call.method.toLowerCase()]: told }
  }
  const written = JSON.stringify([paths, problems.responses])
  const used = (kind: string, all: Json) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => written.includes(`/${kind}/${name}"`)))
  return {
    openapi: version,
    info,
    servers: [{ url: '/', description: 'The server that this document came from.' }],
    tags: [...new Set(calls.map(({ area }) => area))].map((name) => ({ name, description: words[name].about })),
    paths,
    components: {
      schemas: { ...schemas.components, ...problems.schemas, FieldError: fieldErrorSchema },
      parameters: used('parameters', parameters),
      headers: used('headers', headers),
      responses: problems.responses,
      securitySchemes,
    },
    'x-problems': Object.entries(problemStatus).map(([code, status]) => ({ code, status, ...problemSentences[code as ProblemCode] })),
  }
}

function schemasFor(calls: readonly NamedCall[], version: Version): Schemas {
  const schemas = schemasOf(calls, version)
  if (version === '3.1.0') return schemas
  const answers = new Set(calls.flatMap(({ call: { output } }) => (isBytes(output) ? [] : [schemas.idOf(output)])))
  return { ...schemas, components: inOneShape(schemas.components, answers) }
}

const info = {
  title: 'Tawqi',
  version: 'v1',
  description: [
    'Flags travel as "1" and "0", money as riyals with two decimals, times as UTC. Expected outcomes are part of an answer; everything else is a problem document whose `detail` is a stable code.',
    'A field or a parameter that a call does not declare is refused by its name. In text the character U+0000 is refused.',
    'Sign in with `initiateNafathLogin` and `verifyNafathLogin`; then send `Authorization: Bearer` with the `token` and the same `X-DEVICE-ID` in each call.',
  ].join('\n\n'),
  contact: { name: 'The desk that `readContactAddresses` names' },
  license: { name: 'Apache 2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
}

function operation({ area, name, call }: NamedCall, schemas: Schemas, refusals: Json, isImplemented: boolean): Json {
  const told: Readonly<Record<string, string>> = words[area].calls
  return {
    operationId: name,
    summary: call.summary,
    description: [told[name], ...rulesOf(call, isImplemented)].join('\n\n'),
    tags: [area],
    security: call.access === 'anyone' ? [] : [{ session: [] }],
    parameters: [...placed(name, call.params, 'path', schemas), ...placed(name, call.query, 'query', schemas), ...headersOf(call)],
    ...requestBody(name, call, schemas),
    responses: {
      200: { description: 'Done.', headers: answerHeaders(call, isBytes(call.output)), content: answerContent(name, call, schemas) },
      ...refusals,
    },
    'x-access': call.access,
    ...(call.stepUp && { 'x-step-up': true }),
    ...(!isImplemented && { 'x-not-yet': true }),
  }
}

/** A file: octets as they are. One that is JSON can be read as such. */
const fileOf = ({ bytes, maxBytes }: Bytes): Json => ({
  [bytes]:
    bytes === 'application/json'
      ? { schema: { type: 'object' }, example: {} }
      : { schema: { type: 'string', format: 'binary', ...(maxBytes !== undefined && { 'x-max-bytes': maxBytes }) } },
})

function requestBody(name: string, { body }: DeclaredCall, { components, version }: Schemas): Json {
  if (isBytes(body)) {
    const description = body.maxBytes === undefined ? 'The file itself.' : `The file itself, ${body.maxBytes} octets at most.`
    return { requestBody: { required: true, description, content: fileOf(body) } }
  }
  if (isEmpty(body)) return {}
  const required = Object.values(body).some((field) => !field.safeDecode(undefined).success)
  const id = `${capital(name)}Body`
  const example = exampleOf(components[id]!, { components, where: id, isRequest: true })
  const told = (content: Json) => ({ requestBody: { required, content: { 'application/json': content } } })
  const schema = { $ref: componentAt(id) }
  if (version === '3.1.0') return told({ schema, example })
  // The makers of clients that read the earlier version warn of an example beside a body’s schema, and take it inside.
  components[id] = { ...components[id], example }
  return told({ schema })
}

function answerContent(name: string, { output }: DeclaredCall, { components, idOf }: Schemas): Json {
  if (isBytes(output)) return fileOf(output)
  const example = exampleOf(components[idOf(output)]!, { components, where: `${capital(name)}Answer` })
  return { 'application/json': { schema: { $ref: componentAt(idOf(output)) }, example } }
}

/** The parameters of an address or a query. */
function placed(name: string, shape: DeclaredCall['params'], where: 'path' | 'query', { shapeOf, components }: Schemas): Json[] {
  const { properties = {}, required = [] } = shapeOf(shape)
  return Object.entries(properties).map(([field, schema]) => ({
    name: field,
    in: where,
    required: required.includes(field),
    schema,
    example: exampleOf(schema, { components, where: capital(name), field }),
  }))
}

const cacheSeconds = 300

/** Answers `GET /api/openapi.json`, and the same as OpenAPI 3.0. @param handlers every other route of the portal */
export function openApiRoutes(handlers: readonly Route[]): Route[] {
  const implemented = new Set<unknown>([calls.readOpenApi, calls.readOpenApi30, ...handlers.map((handler) => handler.call)])
  /** Made when it is first asked for: each takes a tenth of a second, and few processes are ever asked. */
  const answerOf = (version: Version) => {
    let content: Buffer | undefined
    return async () => ({
      content: (content ??= Buffer.from(JSON.stringify(openApiDocument(allCalls, implemented, version)))),
      cacheSeconds,
    })
  }
  return [route(calls.readOpenApi, answerOf('3.1.0')), route(calls.readOpenApi30, answerOf('3.0.3'))]
}
