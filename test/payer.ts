/** Somebody who buys and pays, as their browser would: through our calls and the gateway's own pages. */
import type { Browser, TestServer } from './server.ts'

/** Moyasar's published test cards. */
export const cards = {
  paid: '4201320111111010',
  failed: '4201320000013020',
  insufficient: '4201320000311101',
  declined: '4201321234411220',
  expired: '4201322267774310',
} as const

export type Page = { encodedPaymentSlno: string; encodedOrderSlno: string; paymentUrl: string; expiresAt: string }

const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

export function payer(server: TestServer) {
  const { simulators, owner } = server
  const shop = {
    /** Any plan on sale, unless one is named. */
    async buy(browser: Browser, planName = 'Starter', more: { returnTo?: string } = {}): Promise<Page> {
      const plans = await browser.get('/api/v1/common/esign/plans')
      const { productPricingDetailsSlno } = plans.body.planDetailsDTOList.find((plan: { planName: string }) => plan.planName === planName)
      const answer = await browser.post('/api/v1/esign/my/subscription/buy', { productPricingDetailsSlno, acceptTerms: true, ...more })
      if (answer.status !== 200) throw new Error(`not bought: ${answer.text}`)
      return answer.body
    },

    /** Fills in the card, answers the bank, and follows the way back. @returns the address that the browser comes back to */
    async pay(paymentUrl: string, number: string = cards.paid, answer: 'confirm' | 'deny' = 'confirm'): Promise<URL> {
      const question = await submit(paymentUrl, { number, name: 'NOURA ALQAHTANI', expiry: '12/39', cvc: '123' })
      if (question.status !== 303) throw new Error(`the gateway's page answers ${question.status}`)
      const done = await submit(new URL(question.headers.get('location')!, paymentUrl).href, { answer })
      return new URL(done.headers.get('location')!)
    },

    /** Breaks the gateway's API, or heals it. */
    async gateway(faults: { failNext?: number; status?: number; how?: 'hang' | 'cut' | 'garbage'; latencyMs?: number }) {
      await fetch(`${simulators.url}/moyasar/control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(faults),
      })
    },

    /** The row behind a page. */
    paymentOf: ({ encodedPaymentSlno }: Pick<Page, 'encodedPaymentSlno'>) =>
      owner.selectFrom('payment').selectAll().where('public_id', '=', encodedPaymentSlno).executeTakeFirstOrThrow(),

    /** The plans that an order was credited with: one, or none. */
    creditsOf: async ({ encodedOrderSlno }: Pick<Page, 'encodedOrderSlno'>) =>
      owner
        .selectFrom('plan')
        .innerJoin('sales_order', 'sales_order.id', 'plan.order_id')
        .select(['plan.id', 'plan.credited', 'plan.available'])
        .where('sales_order.public_id', '=', encodedOrderSlno)
        .execute(),

    /** Waits for what comes by itself. */
    async until(happened: () => Promise<boolean>, withinMs = 8_000): Promise<void> {
      const end = Date.now() + withinMs
      while (!(await happened())) {
        if (Date.now() > end) throw new Error('it did not happen in time')
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    },

    /** Buys and pays, and waits until the payment has arrived. */
    async bought(browser: Browser, planName?: string): Promise<Page> {
      const page = await shop.buy(browser, planName)
      await shop.pay(page.paymentUrl)
      await shop.until(async () => (await shop.paymentOf(page)).status === 'paid')
      return page
    },
  }
  return shop
}
