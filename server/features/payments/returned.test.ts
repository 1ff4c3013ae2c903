/** Whom the gateway sends back learns what became of the payment by the address alone: nobody has to be signed in. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { cards, payer } from '#test/payer.ts'
import { type Browser, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let buyer: Browser
beforeAll(async () => {
  server = await testServer()
  buyer = await server.signIn(cast.faisal)
})
afterAll(() => server.close())

const returnTo = '/paymentstatus-prelogin'
const ask = (back: URL, from = server.browser({ language: 'ar' })) => {
  const { payment: encodedPaymentSlno, return: returnToken } = Object.fromEntries(back.searchParams)
  return from.post('/api/v1/payments/returned', { encodedPaymentSlno, returnToken })
}

test('a payment that was made is told, and nothing of its payer', async () => {
  const shop = payer(server)
  const bought = await shop.buy(buyer, 'Starter', { returnTo })
  const back = await shop.pay(bought.paymentUrl)
  expect(back.pathname).toBe(returnTo)
  const { status, body } = await ask(back)
  expect(status).toBe(200)
  expect(Object.keys(body).toSorted()).toEqual(['amount', 'failure', 'message', 'planName', 'planNameAr', 'status'])
  expect(body).toMatchObject({ status: 'paid', amount: '57.50', planName: 'Starter', failure: null })
  expect(body.message).toMatch(/[\u0600-\u06ff]/)
  expect(await shop.creditsOf(bought)).toHaveLength(1)
})

test('one that the bank declined says why', async () => {
  const shop = payer(server)
  const back = await shop.pay((await shop.buy(buyer, 'Starter', { returnTo })).paymentUrl, cards.insufficient)
  expect((await ask(back)).body).toMatchObject({ status: 'failed', failure: 'insufficientFunds' })
})

test('another payment’s token answers like a payment that does not exist', async () => {
  const shop = payer(server)
  const pages = [await shop.buy(buyer, 'Starter', { returnTo }), await shop.buy(buyer, 'Starter', { returnTo })]
  const [one, other] = [await shop.pay(pages[0]!.paymentUrl), await shop.pay(pages[1]!.paymentUrl)]
  const swapped = new URL(one)
  swapped.searchParams.set('return', other.searchParams.get('return')!)
  const absent = new URL(one)
  absent.searchParams.set('payment', 'A'.repeat(22))
  const answers = [await ask(swapped), await ask(absent)]
  for (const { status } of answers) expect(status).toBe(404)
  const [first, second] = answers.map(({ body, text }) => text.replace(String(body.reference), ''))
  expect(first).toBe(second)
})

test('the address into the person’s own area carries no token', async () => {
  const shop = payer(server)
  const back = await shop.pay((await shop.buy(buyer)).paymentUrl)
  expect([...back.searchParams.keys()]).not.toContain('return')
})

test('returns cannot be tried one after the other', async () => {
  const guesser = server.browser()
  const statuses = new Set<number>()
  for (let i = 0; i < 121; i++)
    statuses.add(
      (await guesser.post('/api/v1/payments/returned', { encodedPaymentSlno: 'A'.repeat(22), returnToken: String(i).padStart(22, 'x') }))
        .status,
    )
  expect(statuses).toEqual(new Set([404, 429]))
})
