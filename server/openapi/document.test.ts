import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { allCalls } from '#contract/areas.ts'
import { listDevices } from '#contract/devices.ts'
import { listEsignPlans } from '#contract/catalogue.ts'
import { buyPlan } from '#contract/payments.ts'
import { initiateNafathLogin } from '#contract/sessions.ts'
import { problemStatus } from '#contract/problems.ts'
import { refusalsOf } from '#contract/refusals.ts'
import { notYetCalls, withNotYet } from '../notYet.ts'
import { openApiDocument, openApiRoutes } from './document.ts'
import { route } from '../platform/http/route.ts'

type Example = { schema?: { format?: string; $ref?: string }; example?: unknown }
type Content = Record<string, Example>
type Operation = {
  operationId: string
  summary: string
  description: string
  security: object[]
  parameters: ({ in: string; name: string; [name: string]: unknown } & Example)[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content; $ref?: string }>
  [name: string]: unknown
}
type Document = {
  tags: { description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
  'x-problems': { code: string; status: number; ar: string; en: string }[]
}
const implemented = new Set<unknown>([listDevices])
// As a reader gets it: through JSON.
const asRead = (version: '3.1.0' | '3.0.3') => JSON.parse(JSON.stringify(openApiDocument(allCalls, implemented, version))) as Document
const document = asRead('3.1.0')
const versions = [
  ['3.1.0', document],
  ['3.0.3', asRead('3.0.3')],
] as const
/** An example of a file would be no such file. */
const isFile = ({ schema }: Example) => schema?.format === 'binary'
const pointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')
const wordsOf303 = new Set(
  (
    '$ref title multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems ' +
    'maxProperties minProperties required enum type allOf oneOf anyOf not items properties additionalProperties description format default ' +
    'nullable discriminator readOnly writeOnly xml externalDocs example deprecated'
  ).split(' '),
)
/** The words of a schema and of those within it. */
function wordsOf(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return []
  return Object.entries(schema).flatMap(([word, of]) => {
    if (word === 'properties') return [word, ...Object.values(of as object).flatMap(wordsOf)]
    if (['items', 'not', 'additionalProperties'].includes(word)) return [word, ...wordsOf(of)]
    return [word, ...(['allOf', 'oneOf', 'anyOf'].includes(word) ? (of as unknown[]).flatMap(wordsOf) : [])]
  })
}
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

describe('the API’s document', () => {
  test('has every call once', () => {
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(allCalls.map(({ name }) => name).toSorted())
  })

  test('refers only to what it contains', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
    expect(references.length).toBeGreaterThan(allCalls.length)
    expect(references.filter(([, kind, name]) => !Object.hasOwn(document.components[kind!]!, name!)).map(([whole]) => whole)).toEqual([])
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#\/components\/)/)
  })

  test('holds JSON Schemas that a foreign reader accepts, and that describe the wire', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema(document, 'api.json')
    const judge = (name: string) => ajv.getSchema(`api.json#/components/schemas/${name}`)!
    for (const name of Object.keys(document.components.schemas!)) expect(judge(name), name).toBeTypeOf('function')
    const body = { fromDate: '2026-11-01', success: '1', page: 2 }
    expect(judge('ListCounterPurchasesBody')(body)).toBe(true)
    expect(judge('ListCounterPurchasesBody')({ ...body, success: true })).toBe(false)
    expect(judge('ListCounterPurchasesBody')({ ...body, undeclared: 1 })).toBe(false)
  })

  test.each(versions)('has an example for every body, answer, refusal and parameter, and its schema takes it (%s)', (_version, told) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema(told, 'api.json')
    let seen = 0
    /** Where a body's schema is named, the example may stand inside. */
    const inside = ($ref?: string) => (told.components.schemas as Record<string, Example>)[$ref?.split('/').at(-1) ?? '']?.example
    const judge = (at: string, { schema, example = inside(schema?.$ref) }: Example) => {
      expect(example, at).toBeDefined()
      const validate = ajv.getSchema(`api.json#${at}/schema`)!
      expect(validate(example), `${at}: ${JSON.stringify(validate.errors)}`).toBe(true)
      seen += 1
    }
    const contents = (at: string, content: Content = {}) =>
      Object.entries(content).forEach(([type, one]) => isFile(one) || judge(`${at}/content/${pointer(type)}`, one))
    for (const [path, methods] of Object.entries(told.paths)) {
      for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
        const at = `/paths/${pointer(path)}/${method}`
        contents(`${at}/requestBody`, requestBody?.content)
        contents(`${at}/responses/200`, responses[200]!.content)
        parameters.forEach((parameter, i) => '$ref' in parameter || judge(`${at}/parameters/${i}`, parameter))
      }
    }
    for (const [name, { content }] of Object.entries(told.components.responses as Record<string, { content: Content }>))
      contents(`/components/responses/${name}`, content)
    for (const [name, parameter] of Object.entries(told.components.parameters!))
      judge(`/components/parameters/${name}`, parameter as Example)
    expect(seen).toBeGreaterThan(2 * allCalls.length)
    const unsaid = [...JSON.stringify(told.paths).matchAll(/"(\w+)":"…"/g)].map(([, field]) => field)
    expect([...new Set(unsaid)], 'fields that need a sample').toEqual([])
  })

  test('uses nothing that makers of clients stumble over: lists of fixed places, and media types that they are not told of', () => {
    const told = JSON.stringify(document)
    expect(told).not.toMatch(/"prefixItems"|"items":(?:true|false|\[)/)
    const files = new Set(
      [...told.matchAll(/"(application\/[^"]+)":\{"schema"/g)].map(([, type]) => type!).filter((type) => !type.endsWith('json')),
    )
    const overrides = readFileSync(new URL('../../test/clients/python/config.yaml', import.meta.url), 'utf8')
    expect([...files].filter((type) => type !== 'application/octet-stream' && !overrides.includes(`  ${type}:`))).toEqual([])
    expect(files.size).toBeGreaterThan(5)
  })

  test.each(versions)('has no address that could be another’s, and no list of one reference (%s)', (_version, told) => {
    const split = Object.keys(told.paths).map((path) => path.split('/'))
    const isOpen = (part: string) => part.startsWith('{')
    const open = (parts: string[]) => parts.filter(isOpen).length
    const meet = (a: string[], b: string[]) =>
      a.length === b.length && open(a) === open(b) && a.every((part, i) => part === b[i] || isOpen(part) || isOpen(b[i]!))
    const pairs = split.flatMap((a, i) => split.slice(i + 1).map((b) => [a, b] as const))
    expect(pairs.filter(([a, b]) => meet(a, b)).map((pair) => pair.map((parts) => parts.join('/')))).toEqual([])
    expect(JSON.stringify(told)).not.toMatch(/\{"allOf":\[\{"\$ref":"[^"]+"\}\]\}/)
  })

  test('tells an answer of several shapes as one object where the version is read by makers that know no other (3.0.3)', () => {
    const [[, newest], [, earlier]] = versions
    const shapeOf = (told: Document, name: string) => told.components.schemas![name] as { enum: string[]; [name: string]: unknown }
    expect(shapeOf(newest, 'VerifyNafathLoginAnswer')).toHaveProperty('discriminator')
    expect(shapeOf(earlier, 'VerifyNafathLoginAnswer')).toMatchObject({
      description: expect.stringContaining('"6": `enrolmentID`. "0", "2", "3", "4", "5": nothing else.'),
      properties: { status: { enum: ['1', '6', '0', '2', '3', '4', '5'] }, token: { type: 'string' } },
      required: ['status', 'errorMessage'],
      example: { status: '1' },
    })
    expect(JSON.stringify(earlier)).not.toMatch(/"discriminator"|"oneOf"/)
    expect(Object.keys(earlier.components.schemas!)).not.toContain('Unapproved')
  })

  test('says nothing in a word that 3.0.3 does not have (OpenAPI 3.0.3 §4.7.24)', () => {
    const [, [, earlier]] = versions
    expect([...new Set(Object.values(earlier.components.schemas!).flatMap(wordsOf))].filter((word) => !wordsOf303.has(word))).toEqual([])
  })

  test('has the sentences of every call, more than its summary', () => {
    for (const { operationId, summary, description } of operations) {
      expect(description.length, operationId).toBeGreaterThan(summary.length)
      expect(description, operationId).not.toContain(summary)
    }
    expect(document.tags.map(({ description }) => description.length).toSorted((a, b) => a - b)[0]).toBeGreaterThan(20)
  })

  test('tells of each refusal by its status, its codes and how long to wait', () => {
    const { responses } = document.paths[buyPlan.path]!.post!
    const codes = (status: number) => {
      const name = responses[status]!.$ref!.split('/').at(-1)!
      return (document.components.schemas![name] as { properties: { detail: { enum: string[] } } }).properties.detail.enum
    }
    expect(codes(401)).toEqual(['NOT_SIGNED_IN', 'PROOF_MISSING'])
    expect(codes(403)).toEqual(['NOT_ALLOWED', 'STEP_UP'])
    expect(codes(409)).toEqual(['WRONG_STATE', 'KEY_REUSED', 'STILL_RUNNING', 'ANSWER_LOST'])
    expect(Object.keys(responses)).toContain('501')
    for (const [name, response] of Object.entries(document.components.responses as Record<string, { headers: object }>))
      if (/TooMany|Busy/.test(name)) expect(response.headers, name).toHaveProperty('Retry-After')
    const tooMany = Object.entries(document.components.responses as Record<string, { headers: object }>).filter(([name]) =>
      /TooMany/.test(name),
    )
    for (const [name, { headers }] of tooMany)
      expect(Object.keys(headers), name).toEqual(expect.arrayContaining(['RateLimit-Policy', 'RateLimit']))
    expect(JSON.stringify(document)).not.toContain('about:blank')
  })

  test('tells where an answer says what is left of a limit', () => {
    const limited = allCalls.filter(({ call }) => {
      const { responses } = document.paths[call.path.replace(/:(\w+)/g, '{$1}')]![call.method.toLowerCase()]!
      const names = Object.keys((responses[200] as unknown as { headers: object }).headers)
      expect(names.includes('RateLimit')).toBe(names.includes('RateLimit-Policy'))
      return names.includes('RateLimit')
    })
    expect(limited.map(({ name }) => name).toSorted()).toEqual(
      [
        'changeMyEmail',
        'changeMyMobile',
        'changePassword',
        'changeWorkEmail',
        'changeWorkMobile',
        'exportMyData',
        'readReturnedPayment',
        'readSigningProof',
        'sendSignedLetter',
        'verificationReport',
        'verifyDocument',
      ].toSorted(),
    )
    for (const { call } of limited) expect(refusalsOf(call)).toContain('TOO_MANY')
  })

  test('tells what headers a call takes, and which of them it needs', () => {
    const headersOf = (operation: Operation) =>
      operation.parameters.flatMap((parameter) => ('$ref' in parameter ? [String(parameter.$ref).split('/').at(-1)] : []))
    expect(headersOf(document.paths[buyPlan.path]!.post!)).toEqual(['DeviceId', 'AcceptLanguage', 'IdempotencyKey', 'Proof'])
    expect(headersOf(document.paths[initiateNafathLogin.path]!.post!)).toEqual(['DeviceId', 'AcceptLanguage', 'HumanCheck'])
    expect(headersOf(document.paths['/api/v1/auth/enrollment/state']!.post!)).toEqual(['DeviceId', 'AcceptLanguage'])
    expect(headersOf(document.paths[listEsignPlans.path]!.get!)).toEqual(['OptionalDeviceId', 'AcceptLanguage'])
    expect(document.components.parameters!.DeviceId).toMatchObject({ name: 'X-DEVICE-ID', required: true })
  })

  test('says the limits that are kept', () => {
    const fieldOf = (schema: string, field: string) =>
      (document.components.schemas![schema] as { properties: Record<string, object> }).properties[field]
    expect(fieldOf('InitiateNafathLoginBody', 'nationalID')).toMatchObject({ maxLength: 40, pattern: expect.stringContaining('{9}') })
    expect(fieldOf('SendContactMessageBody', 'message')).toMatchObject({ minLength: 10, maxLength: 4_000 })
    const [name] = document.paths['/api/v1/esign/my/uploads']!.post!.parameters
    expect(name).toMatchObject({ name: 'name', required: true, schema: { minLength: 1, maxLength: 255 } })
    const [page, size] = document.paths['/api/v1/devices/registeredDevices/{page}/{size}']!.get!.parameters
    expect(page).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 1_000_000 } })
    expect(size).toMatchObject({ schema: { type: 'integer', minimum: 1, maximum: 100 } })
  })

  test('calls a file a file, so that makers of clients know what to send', () => {
    const { requestBody, responses } = document.paths['/api/v1/verify/report']!.post!
    const file = { 'application/pdf': { schema: { type: 'string', format: 'binary' } } }
    expect(requestBody).toMatchObject({ required: true, content: file })
    expect(responses[200]).toMatchObject({ content: file })
  })

  test('names every parameter of every address', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      for (const { parameters } of Object.values(methods)) {
        expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(named)
      }
    }
  })

  test('lists every code that a refusal can carry, with its status and its sentence in both languages', () => {
    expect(document['x-problems'].map(({ code }) => code)).toEqual(Object.keys(problemStatus))
    expect(document['x-problems'].find(({ code }) => code === 'NO_BALANCE')).toEqual({
      code: 'NO_BALANCE',
      status: 409,
      ar: expect.stringMatching(/رصيد/),
      en: expect.stringMatching(/plan/),
    })
  })

  test('says who may call, what needs a fresh proof, and what is not there yet', () => {
    const devices = document.paths['/api/v1/devices/registeredDevices/{page}/{size}']!.get!
    expect(devices).toMatchObject({ security: [{ session: [] }], 'x-access': 'signedIn' })
    expect(devices).not.toHaveProperty('x-not-yet')
    expect(document.paths[buyPlan.path]!.post).toMatchObject({ 'x-access': 'person', 'x-step-up': true, 'x-not-yet': true })
    expect(document.paths[listEsignPlans.path]!.get).toMatchObject({ security: [], 'x-access': 'anyone' })
  })
})

describe('calls without a handler', () => {
  const bound = route(listEsignPlans, () => Promise.reject(new Error('not called here')))

  test('answer NOT_YET', async () => {
    const routes = withNotYet([bound, ...openApiRoutes([bound])])
    expect(routes).toHaveLength(allCalls.length)
    const devices = routes.find(({ call }) => call.path === listDevices.path)!
    await expect(devices.handle({} as never, {} as never, undefined as never)).rejects.toMatchObject({ code: 'NOT_YET' })
    expect(notYetCalls(routes)).toEqual([])
    expect(notYetCalls([bound])).toHaveLength(allCalls.length - 1)
  })

  test('a call that is bound twice, or is not in the table, stops the start', () => {
    expect(() => withNotYet([bound, bound])).toThrow('catalogue.listEsignPlans is carried out twice')
    const strange = route({ ...listEsignPlans, path: '/api/v1/strange' }, () => Promise.reject(new Error('not called here')))
    expect(() => withNotYet([strange])).toThrow('GET /api/v1/strange is not in the table of areas')
  })
})
