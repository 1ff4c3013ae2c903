/** Refunds of the provider's finance: somebody buys, one of finance proposes, another of the staff decides. */
import { expect } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { decideAt } from './decider.ts'
import { type Page, payer } from './payer.ts'
import type { Browser, TestServer } from './server.ts'

export const refunds = '/api/v1/operations/refunds'
export const reason = 'Bought twice by mistake.'

export async function refunder(server: TestServer) {
  const shop = payer(server)
  const [faisal, finance, admin, auditor] = [
    await server.signIn(cast.faisal),
    await server.signIn(cast.latifah),
    await server.signIn(cast.amal),
    await server.signIn(cast.tariq),
  ]
  return {
    shop,
    faisal,
    finance,
    admin,
    auditor,
    bought: (planName?: string) => shop.bought(faisal, planName),
    /** All that is left of a payment, or so many transactions. @returns the request */
    async proposed(page: Page, transactions?: number): Promise<string> {
      const answer = await finance.post(`${refunds}/propose`, { paymentID: page.encodedPaymentSlno, reason, transactions })
      expect(answer.status, answer.text).toBe(200)
      return answer.body.requestID
    },
    decide: (by: Browser, requestID: string, how = {}) => decideAt(`${refunds}/decision`, by, { requestID }, how),
    read: async (requestID: string) => (await auditor.get(`${refunds}/${requestID}`)).body,
    planOf: (page: Page) =>
      server.owner
        .selectFrom('plan')
        .innerJoin('sales_order', 'sales_order.id', 'plan.order_id')
        .selectAll('plan')
        .where('sales_order.public_id', '=', page.encodedOrderSlno)
        .executeTakeFirstOrThrow(),
    atGateway: async (page: Page) => (await server.app.payments.fetchInvoice((await shop.paymentOf(page)).gateway_id!))!,
  }
}
