/** Every declared call under generated bodies: whatever comes in, no fault of ours comes out, and no secret reaches the log. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import fc from 'fast-check'
import { z } from 'zod'
import { allCalls, type NamedCall } from '#contract/areas.ts'
import { isBytes, type Call } from '#contract/kit.ts'
import { cast } from '#server/demo/cast.ts'
import { testServer, type Answer, type Browser, type TestServer } from '#test/server.ts'
import { volume } from '#test/volume.ts'

/** In rounds: before each, what was throttled is open again, and everybody signs in anew; values that were answered come back as input. */
const rounds = volume({ push: 5, release: 25 })
const bodiesEach = 4_000
const seed = 20_261_121
/** Longer than a request that nobody answers stays open in the identity app. */
const openRequestMs = 200_000

let server: TestServer
let browsers: Browser[]
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const people = [cast.noura, cast.sarah, cast.abdulaziz, cast.bandar, cast.latifah, cast.amal]
/** Those who get past the door of this call, by their place among the browsers. */
const welcome = ({ access }: Call): number[] => {
  if (typeof access === 'string') return access === 'anyone' ? [0, 1, 2] : [1, 2, 3]
  return [...(access.org ? [2, 3] : []), ...(access.operator ? [4, 5, 6] : [])]
}
/** Shots of the round before may have suspended somebody, or left a request in their identity app: its end is waited for. */
async function everybodySignsIn() {
  await server.owner.updateTable('person').set({ status: 'active' }).where('status', '=', 'suspended').execute()
  browsers = [server.browser()]
  for (const id of people) browsers.push(await vi.waitFor(() => server.signIn(id), { timeout: openRequestMs, interval: 500 }))
}

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
}
const schemaOf = (shape: Call['params']): Schema => z.toJSONSchema(z.object(shape), { io: 'input', unrepresentable: 'any' }) as Schema

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    cast.faisal,
    '٢٠٢٦',
    '2026-11-21',
    '2026-02-31',
    '9999-12-31',
    '2026-11-21T10:00:00Z',
    '+010000-01-01T00:00:00Z',
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '<script>alert(1)</script>',
    '\u202egnp.exe',
    '=1+1',
    '../../etc/passwd',
    '\r\nBcc: x@y',
    'A'.repeat(22),
    'a@b.sa',
    '0500000000',
    'a'.repeat(5_000),
  ),
)
const odd = fc.oneof(
  oddText,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(null, true, false, 0, -1, 2 ** 31, 2 ** 53, 1e21),
  fc.array(oddText, { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 8 }), oddText, { maxKeys: 3 }),
)

/** What the product itself answered, by the name of the field: numbers and public ids that mean something. */
const known = new Map<string, Set<unknown>>()
function remember(value: unknown, name = ''): void {
  if (Array.isArray(value)) value.slice(0, 20).forEach((item) => remember(item, name))
  else if (typeof value === 'object' && value !== null) Object.entries(value).forEach(([field, inner]) => remember(inner, field))
  else if (value !== null) {
    const seen = known.get(name) ?? new Set()
    if (seen.size < 50) known.set(name, seen.add(value))
  }
}

/** Values that fit the schema, or were seen under this name, most of the time, and miss it by a little otherwise. */
function nearly(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const seen = [...(known.get(name) ?? [])]
  const fitting = (): fc.Arbitrary<unknown> => {
    if (schema.const !== undefined) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return fc.oneof(...choices.map((choice) => nearly(choice, name)))
    if (schema.type === 'object') return objectOf(schema.properties ?? {})
    if (schema.type === 'array') return fc.array(nearly(schema.items ?? {}, name), { maxLength: 4 })
    if (schema.type === 'integer' || schema.type === 'number') return fc.oneof(fc.integer({ min: 0, max: 12 }), fc.maxSafeInteger())
    if (schema.type === 'boolean') return fc.boolean()
    return oddText
  }
  return fc.oneof(
    { weight: 5, arbitrary: fitting() },
    { weight: 1, arbitrary: odd },
    ...(seen.length > 0 ? [{ weight: 12, arbitrary: fc.constantFrom(...seen) }] : []),
  )
}

const objectOf = (properties: Record<string, Schema>) =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, nearly(schema, name)])), { requiredKeys: [] })

type Shot = { named: NamedCall; who: number; params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }
const shots = (): fc.Arbitrary<Shot> =>
  fc.oneof(
    ...allCalls
      // One that would end the session of everybody after it.
      .filter(({ name }) => name !== 'logout')
      .map((named) => {
        const { params, query, body } = named.call
        const whole = isBytes(body)
          ? oddText
          : fc.oneof({ weight: 12, arbitrary: objectOf(schemaOf(body).properties ?? {}) }, { weight: 1, arbitrary: odd })
        return fc.record({
          named: fc.constant(named),
          who: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...welcome(named.call)) }, { weight: 1, arbitrary: fc.nat(6) }),
          params: fc.record(
            Object.fromEntries(Object.entries(schemaOf(params).properties ?? {}).map(([name, schema]) => [name, nearly(schema, name)])),
          ),
          query: objectOf(schemaOf(query).properties ?? {}),
          body: whole,
        })
      }),
  )

function fire({ named: { call }, who, params, query, body }: Shot): Promise<Answer> {
  const asText = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value))
  const path = call.path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(asText(params[name]).slice(0, 500)) || '0')
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, asText(value)])).toString()
  const type = isBytes(call.body) ? call.body.bytes : 'application/json'
  const content = call.method === 'GET' ? undefined : isBytes(call.body) ? String(body).toWellFormed() : JSON.stringify(body)
  return browsers[who]!.send(call.method, `${path}${search && `?${search}`}`, {
    body: content,
    headers: content === undefined ? {} : { 'content-type': type },
  })
}

test(
  `${rounds * bodiesEach} bodies over all calls (seed ${seed}): no fault of ours, and every refusal is a problem document that the log repeats`,
  { timeout: volume({ push: 600_000, release: 3_600_000 }) },
  async () => {
    const wrong = new Map<string, string>()
    const references: string[] = []
    const outcomes = new Map<number, number>()
    const judge = async (shot: Shot) => {
      const began = performance.now()
      const { status, headers, text, body } = await fire(shot)
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
      if (status === 200 && !Buffer.isBuffer(body)) remember(body)
      const name = `${shot.named.area}.${shot.named.name}`
      if (performance.now() - began > 10_000) wrong.set(name, `${name} took long`)
      if (status < 400) return
      const isProblem =
        headers.get('content-type') === 'application/problem+json; charset=utf-8' &&
        body.status === status &&
        body.reference === headers.get('x-request-id')
      if (isProblem) references.push(body.reference)
      const isOurFault = status >= 500 && body.detail !== 'NOT_YET' && body.detail !== 'PROVIDER_DOWN'
      if (!isProblem || isOurFault)
        wrong.set(
          name,
          `${name}: ${status} ${text.slice(0, 120)} for ${JSON.stringify([shot.params, shot.query, shot.body]).slice(0, 300)} ${server.lines.find((line) => line.includes(String(body.reference)) && line.includes('cause'))?.slice(0, 700)}`,
        )
    }
    for (let round = 0; round < rounds; round++) {
      await server.forgetAttempts()
      await everybodySignsIn()
      const samples = fc.sample(shots(), { numRuns: bodiesEach, seed: seed + round })
      for (let i = 0; i < samples.length; i += 16) await Promise.all(samples.slice(i, i + 16).map(judge))
    }
    expect([...wrong.values()]).toEqual([])
    expect('polluted' in {}).toBe(false)
    const logged = new Set(server.lines.map((line) => (JSON.parse(line) as { reference?: string }).reference))
    expect(references.filter((reference) => !logged.has(reference))).toEqual([])
    expect(references.length).toBeGreaterThan((rounds * bodiesEach) / 4)
    // Many came through to a handler, or the rest would prove little.
    expect(outcomes.get(200)).toBeGreaterThan((rounds * bodiesEach) / 10)
  },
)

test('one event is one line, and no line holds a token, a password, a code or a national ID', () => {
  expect(server.lines.every((line) => line.endsWith('\n') && line.trimEnd().split('\n').length === 1)).toBe(true)
  const log = server.lines.join('')
  for (const { session } of browsers)
    if (session) for (const secret of [session.token, session.refreshToken]) expect(log).not.toContain(secret.split('.').at(-1))
  expect(log).not.toMatch(/\b[12]\d{9}\b/)
  expect(log).not.toMatch(/Tawqi-demo-1|argon2id|Bearer /)
})
