import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulatorCredentials } from './credentials.ts'
import { startSimulators } from './main.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
beforeAll(async () => void (simulators = await startSimulators({ port: 0 })))
afterAll(() => simulators.close())

test.each(['/', '/nafath/app', '/mail', '/mail/', '/sms', '/moyasar/invoices/none', '/paytabs/payment/page/none'])(
  '%s speaks both languages, Arabic first',
  async (path) => {
    const arabic = await (await fetch(simulators.url + path)).text()
    const english = await (await fetch(`${simulators.url}${path}?lang=en`)).text()
    expect(arabic).toContain('<html lang="ar" dir="rtl">')
    expect(english).toContain('<html lang="en" dir="ltr">')
    expect(english.replaceAll('العربية', '')).not.toMatch(/[\u0600-\u06ff]/)
  },
)

test.each(['4111111111111111', '4000000000000051', '5454545454545454'])(
  'PayTabs tells what became of card %s in Arabic',
  async (number) => {
    const { profileId: profile_id, serverKey: authorization } = simulatorCredentials.paytabs
    const cart = { cart_id: number, cart_description: 'باقة', cart_currency: 'SAR', cart_amount: 10 }
    const opened = await fetch(`${simulators.url}/paytabs/payment/request`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ profile_id, tran_type: 'sale', tran_class: 'ecom', ...cart }),
    })
    const { redirect_url } = (await opened.json()) as { redirect_url: string }
    const cards = await (await fetch(redirect_url)).text()
    const card = new URLSearchParams({ number, name: 'نورة', expiry: '12/40', cvc: '123' })
    const paid = await (await fetch(redirect_url, { method: 'POST', body: card })).text()
    for (const page of [cards, paid]) expect(page.slice(page.indexOf('<main>')).replace(/<[^>]*>|SAR|نورة/g, '')).not.toMatch(/[a-z]/i)
  },
)

test('what was sent cannot become markup', async () => {
  const evil = '"><img src=x onerror=alert(1)>'
  const headers = { authorization: `Bearer ${simulatorCredentials.sms.apiKey}`, 'content-type': 'application/json' }
  const sent = { to: '966512345678', sender: 'Tawqi', text: evil }
  expect((await fetch(`${simulators.url}/sms/v1/messages`, { method: 'POST', headers, body: JSON.stringify(sent) })).status).toBe(201)
  const page = await (await fetch(`${simulators.url}/sms`)).text()
  expect(page).not.toContain('<img')
  expect(page).toContain('&#60;img')
})

test('closing lets go at once, although somebody waits for an answer', async () => {
  const other = await startSimulators({ port: 0 })
  await fetch(`${other.url}/sms/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"failNext":1,"how":"hang"}',
  })
  const hanging = fetch(`${other.url}/sms/v1/messages`, { method: 'POST' }).catch(() => 'cut')
  await new Promise((done) => setTimeout(done, 50))
  const began = Date.now()
  await other.close()
  expect(Date.now() - began).toBeLessThan(1000)
  expect(await hanging).toBe('cut')
})
