import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { startSimulators } from '#simulators/main.ts'
import { wathq } from './wathq.ts'

describe('against the simulated register', () => {
  let simulators: Awaited<ReturnType<typeof startSimulators>>
  beforeAll(async () => void (simulators = await startSimulators({ port: 0, wathq: { slowMs: 200 } })))
  afterAll(() => simulators.close())

  const register = (apiKey = simulatorCredentials.commercialRegister.apiKey) =>
    wathq({ baseUrl: `${simulators.url}/wathq`, apiKey, timeoutMs: 1_000 })
  const control = (faults: object) =>
    fetch(`${simulators.url}/wathq/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    })

  test('an active company is told with both names, its number, its city and its address', async () => {
    expect(await register().lookUp('7001234567')).toEqual({
      crNumber: '1010123456',
      nameAr: 'شركة الأفق للتقنية',
      nameEn: 'Horizon Technology Company',
      legalForm: 'شركة ذات مسؤولية محدودة',
      status: 'active',
      statusWords: 'نشط',
      registeredOn: '2019-05-14',
      city: 'الرياض',
      address: { street: '2929، طريق الملك فهد، حي العليا', postalCode: '12313' },
      people: [
        { identityNumber: '1000000008', capacity: 'owner' },
        { identityNumber: '1200000067', capacity: 'manager' },
      ],
    })
  })

  test.each([
    ['7000000410', 'cancelled', 'مشطوب'],
    ['7000000423', 'suspended', 'معلق'],
    ['7000000451', 'inLiquidation', 'نشط'],
    ['7000000408', 'active', 'نشط'],
  ])('%s is %s', async (number, status, statusWords) => {
    expect(await register().lookUp(number)).toMatchObject({ status, statusWords })
  })

  test('a number that is not there, and one that is none, are nobody’s', async () => {
    expect(await register().lookUp('7000000404')).toBeNull()
    expect(await register().lookUp('1010123456')).toBeNull()
  })

  test.each([
    ['7000000502', 'answer'],
    ['7000000503', 'status'],
    ['7000000504', 'timeout'],
  ])('%s is an outage: %s', async (number, reason) => {
    await expect(register().lookUp(number)).rejects.toMatchObject({ name: 'ProviderUnavailable', reason })
  })

  test('a wrong key of ours is an outage, not an answer', async () => {
    await expect(register('another').lookUp('7001234567')).rejects.toMatchObject({ reason: 'keys' })
  })

  test('its faults are told as such, and end', async () => {
    for (const [faults, reason] of [
      [{ failNext: 3, status: 500 }, 'status'],
      [{ failNext: 3, how: 'garbage' }, 'answer'],
      [{ failNext: 3, how: 'cut' }, 'network'],
    ] as const) {
      await control(faults)
      await expect(register().lookUp('7001234567')).rejects.toMatchObject({ name: 'ProviderUnavailable', reason })
      await control({})
    }
    expect(await register().lookUp('7001234567')).not.toBeNull()
  })
})

describe('against answers of other shapes', () => {
  let server: Server
  let answers: Record<string, [status: number, body: unknown]> = {}
  let url = ''
  beforeAll(async () => {
    server = createServer((request, response) => {
      const [status, body] = answers[request.url!] ?? [404, { code: '404.2.1', message: '' }]
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const lookUp = () => wathq({ baseUrl: url, apiKey: 'k', timeoutMs: 1_000 }).lookUp('7000000001')
  const at = (language: string) => `/commercial-registration/fullinfo/7000000001?language=${language}`
  const least = { crNationalNumber: 7_000_000_001, name: 'مؤسسة سند', status: { id: 9, name: 'منتهي' } }

  test('the least that an entry can be is enough, and a status that is not known is told in its words', async () => {
    answers = { [at('ar')]: [200, least], [at('en')]: [500, {}] }
    expect(await lookUp()).toMatchObject({
      nameAr: 'مؤسسة سند',
      nameEn: '',
      crNumber: '',
      status: 'other',
      statusWords: 'منتهي',
      city: '',
      address: { street: '', postalCode: '' },
      people: [],
    })
  })

  test('a name that was not translated is no English one, and a Latin name is no Arabic one', async () => {
    answers = { [at('ar')]: [200, least], [at('en')]: [200, least] }
    expect(await lookUp()).toMatchObject({ nameAr: 'مؤسسة سند', nameEn: '' })
    answers = { [at('ar')]: [200, { ...least, name: 'Sanad Est.' }] }
    expect(await lookUp()).toMatchObject({ nameAr: '', nameEn: 'Sanad Est.' })
  })

  test('another company’s entry and a refusal that is not known are believed by nobody', async () => {
    answers = { [at('ar')]: [200, { ...least, crNationalNumber: '7000000002' }] }
    await expect(lookUp()).rejects.toMatchObject({ reason: 'answer', code: 'another number' })
    answers = { [at('ar')]: [400, { code: '400.9.9', message: 'no' }] }
    await expect(lookUp()).rejects.toMatchObject({ reason: 'answer', code: '400.9.9' })
  })
})
