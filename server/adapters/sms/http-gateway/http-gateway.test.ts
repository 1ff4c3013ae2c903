import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { startSimulators } from '#simulators/main.ts'
import { httpGateway } from './http-gateway.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
beforeAll(async () => void (simulators = await startSimulators({ port: 0 })))
afterAll(() => simulators.close())

const sender = (changed = {}) =>
  httpGateway({ baseUrl: `${simulators.url}/sms`, apiKey: simulatorCredentials.sms.apiKey, sender: 'Tawqi', timeoutMs: 10_000, ...changed })
const inbox = async (to: string) => (await fetch(`${simulators.url}/sms/messages?to=${encodeURIComponent(to)}`)).json()
const control = (faults: object) =>
  fetch(`${simulators.url}/sms/control`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(faults) })

test('a text arrives, newest first, however its number is written', async () => {
  expect(await sender().sendSms({ to: '966512345678', text: 'رمزك 111111' })).toBe('sent')
  expect(await sender().sendSms({ to: '966512345678', text: 'رمزك 222222' })).toBe('sent')
  expect(await sender().sendSms({ to: '966500000000', text: 'لغيرك' })).toBe('sent')
  for (const to of ['966512345678', '+966512345678', '0512345678']) {
    expect((await inbox(to)).map((one: { text: string }) => one.text)).toEqual(['رمزك 222222', 'رمزك 111111'])
  }
  expect(await (await fetch(`${simulators.url}/sms`)).text()).toContain('رمزك 222222')
})

test.each(['0512345678', '966412345678', '15551234567', ''])('%j is not a Saudi mobile', async (to) => {
  expect(await sender().sendSms({ to, text: 'x' })).toBe('refused')
})

test.each([
  [{ failNext: 1, status: 500 }, 'status'],
  [{ failNext: 1, how: 'hang' }, 'timeout'],
  [{ failNext: 1, how: 'garbage' }, 'answer'],
])('%o is an outage', async (fault, reason) => {
  await control(fault)
  const asked = sender({ timeoutMs: reason === 'timeout' ? 400 : 10_000 }).sendSms({ to: '966512345678', text: 'x' })
  await expect(asked).rejects.toMatchObject({ name: 'ProviderUnavailable', reason })
  await control({})
})

test('a wrong key is an outage of ours', async () => {
  await expect(sender({ apiKey: 'other' }).sendSms({ to: '966512345678', text: 'x' })).rejects.toMatchObject({ reason: 'keys' })
})
