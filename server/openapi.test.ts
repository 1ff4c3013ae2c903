import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { allCalls } from '#contract/areas.ts'
import { listDevices } from '#contract/devices.ts'
import { listEsignPlans } from '#contract/catalogue.ts'
import { buyPlan } from '#contract/payments.ts'
import { problemStatus } from '#contract/problems.ts'
import { notYetCalls, withNotYet } from './notYet.ts'
import { openApiDocument, openApiRoute } from './openapi.ts'
import { route } from './platform/http/route.ts'

type Operation = { operationId: string; security: object[]; parameters: { in: string; name: string }[]; [name: string]: unknown }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
  'x-problems': { code: string; status: number; ar: string; en: string }[]
}
const implemented = new Set<unknown>([listDevices])
// As a reader gets it: through JSON.
const document = JSON.parse(JSON.stringify(openApiDocument(allCalls, implemented))) as Document
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
    const routes = withNotYet([bound, openApiRoute([bound])])
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
