import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { enroller } from '#test/enroller.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { payer } from '#test/payer.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const buyPath = '/api/v1/esign/my/subscription/buy'

test('whoever has just enrolled buys the plan they had chosen, and comes back to the page of before', async () => {
  const someone = enroller(server)
  const [plan] = (await server.browser().get('/api/v1/common/esign/plans')).body.planDetailsDTOList
  const browser = server.browser()
  const secret = await someone.untilLast(browser, nationalIdWith(2, 40_001), someone.contact(), { encodedPlanSlno: plan.encodedPlanSlno })
  browser.session = (await someone.complete(browser, secret)).body
  expect(browser.session.encodedPlanSlno).toBe(plan.encodedPlanSlno)

  const { productPricingDetailsSlno } = plan
  const page = await browser.post(buyPath, { productPricingDetailsSlno, acceptTerms: true, returnTo: '/paymentstatus-prelogin' })
  expect(page.status, page.text).toBe(200)
  const back = await payer(server).pay(page.body.paymentUrl)
  expect(back.href).toContain(`${server.url}/paymentstatus-prelogin?payment=${page.body.encodedPaymentSlno}`)
  const { encodedPaymentSlno } = page.body
  const outcome = await browser.post('/api/v1/esign/my/subscription/payment/recheck', { encodedPaymentSlno })
  expect(outcome.body).toMatchObject({ status: 'paid', amount: plan.totalPrice })
  const plans = (await browser.get('/api/v1/esign/my/subscription/plans/purchased/1/10')).body.dataList
  expect(plans).toMatchObject([{ transactions: 10, encodedOrderSlno: page.body.encodedOrderSlno }])
})

test.each(['https://evil.example/', '//evil.example', '/paymentstatus-prelogin/../evil', '/app/my/paymentStatus?x=1', ''])(
  'the gateway is never told to send anybody to %j',
  async (returnTo) => {
    const browser = await server.signIn(cast.faisal)
    const answer = await browser.post(buyPath, { productPricingDetailsSlno: 1, acceptTerms: true, returnTo })
    expect(answer.body).toMatchObject({ status: 422, errors: [{ field: 'returnTo' }] })
  },
)
