import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paymentEdges, paymentStatuses, type PaymentStatus } from '#contract/payments.ts'
import type { GatewayInvoice, InvoiceStatus } from '#server/adapters/payment/payment.ts'
import { judge, nextCheckAt, type Held } from './judge.ts'

const now = new Date('2026-11-21T09:00:00Z')
const held: Held = {
  status: 'initiated',
  amount_halalas: 92_000,
  currency: 'SAR',
  reference: 'P-1',
  expires_at: new Date('2026-11-21T09:10:00Z'),
  refunded_halalas: 0,
  orderIsPaid: false,
}
const lapsed = { expires_at: now }
const invoice: GatewayInvoice = { status: 'initiated', amountHalalas: 92_000, currency: 'SAR', ourReference: 'P-1', payments: [] }
const part = { id: 'g-1', status: 'paid', message: 'APPROVED', failure: null, amountHalalas: 92_000, refundedHalalas: 0 } as const
const paid: GatewayInvoice = { ...invoice, status: 'paid', payments: [part] }

test.each<[string, Partial<Held>, GatewayInvoice | null, object]>([
  ['nothing is there yet', {}, invoice, { is: 'unchanged' }],
  ['the gateway does not know it', {}, null, { is: 'unchanged' }],
  ['the gateway does not know it, and time is over', lapsed, null, { is: 'moved', to: 'expired' }],
  ['time is over', lapsed, invoice, { is: 'moved', to: 'expired' }],
  ['time is over, and money is there', lapsed, paid, { is: 'moved', to: 'paid' }],
  [
    'a card failed',
    {},
    { ...invoice, status: 'failed', payments: [{ ...part, status: 'failed', message: 'DECLINED', failure: 'declined' }] },
    { is: 'moved', to: 'failed', failure: 'declined', told: 'DECLINED' },
  ],
  [
    'a card failed, the next one paid',
    {},
    { ...paid, payments: [{ ...part, status: 'failed' }, part] },
    { is: 'moved', to: 'paid', gatewayPaymentId: 'g-1' },
  ],
  ['the gateway says paid, and shows no money', {}, { ...paid, payments: [] }, { is: 'mismatch', of: 'otherAmountPaid' }],
  ['less was paid than asked', {}, { ...paid, payments: [{ ...part, amountHalalas: 100 }] }, { is: 'mismatch', of: 'otherAmountPaid' }],
  ['it was asked for less', {}, { ...paid, amountHalalas: 100 }, { is: 'mismatch', of: 'otherAmount' }],
  ['in another currency', {}, { ...paid, currency: 'USD' }, { is: 'mismatch', of: 'otherCurrency' }],
  ['for another order', {}, { ...paid, ourReference: 'P-2' }, { is: 'mismatch', of: 'otherReference' }],
  ['for no order', {}, { ...paid, ourReference: null }, { is: 'mismatch', of: 'otherReference' }],
  ['the order is paid already', { orderIsPaid: true }, paid, { is: 'giveBack', money: part }],
  ['the order is paid already, and this one was cancelled', { orderIsPaid: true, status: 'cancelled' }, paid, { is: 'giveBack' }],
  ['it is paid already itself', { orderIsPaid: true, status: 'paid' }, paid, { is: 'unchanged' }],
  [
    'it went back in full',
    { orderIsPaid: true, status: 'paid' },
    { ...paid, status: 'refunded', payments: [{ ...part, status: 'refunded', refundedHalalas: 92_000 }] },
    { is: 'moved', to: 'refunded' },
  ],
  [
    'part of it went back',
    { orderIsPaid: true, status: 'paid' },
    { ...paid, status: 'refunded', payments: [{ ...part, status: 'refunded', refundedHalalas: 1 }] },
    { is: 'partReturned', halalas: 1 },
  ],
  [
    'a further part went back, at a gateway where it stays paid',
    { orderIsPaid: true, status: 'paid', refunded_halalas: 1 },
    { ...paid, payments: [{ ...part, refundedHalalas: 3 }] },
    { is: 'partReturned', halalas: 2 },
  ],
  [
    'a part went back and was counted',
    { orderIsPaid: true, status: 'paid', refunded_halalas: 3 },
    { ...paid, status: 'refunded', payments: [{ ...part, status: 'refunded', refundedHalalas: 3 }] },
    { is: 'unchanged' },
  ],
  [
    'the rest went back after a part',
    { orderIsPaid: true, status: 'paid', refunded_halalas: 3 },
    { ...paid, status: 'refunded', payments: [{ ...part, status: 'refunded', refundedHalalas: 92_000 }] },
    { is: 'moved', to: 'refunded' },
  ],
  [
    'it was voided',
    { orderIsPaid: true, status: 'paid' },
    { ...paid, status: 'cancelled', payments: [{ ...part, status: 'voided' }] },
    { is: 'moved', to: 'refunded' },
  ],
  ['an old answer comes after the refund', { orderIsPaid: true, status: 'refunded' }, paid, { is: 'unchanged' }],
  ['it was cancelled at the gateway', {}, { ...invoice, status: 'cancelled' }, { is: 'moved', to: 'cancelled' }],
])('%s', (_, changed, answer, verdict) => expect(judge({ ...held, ...changed }, answer, now)).toMatchObject(verdict))

const anyHeld = fc.record({
  status: fc.constantFrom(...paymentStatuses),
  amount_halalas: fc.constantFrom(100, 92_000),
  currency: fc.constant('SAR'),
  reference: fc.constantFrom('P-1', 'P-2'),
  expires_at: fc.constantFrom(new Date(0), new Date(1e13)),
  refunded_halalas: fc.constantFrom(0, 100),
  orderIsPaid: fc.boolean(),
})
const anyInvoice = fc.record({
  status: fc.constantFrom<InvoiceStatus>('initiated', 'paid', 'failed', 'expired', 'cancelled', 'refunded'),
  amountHalalas: fc.constantFrom(100, 92_000),
  currency: fc.constantFrom('SAR', 'USD'),
  ourReference: fc.constantFrom('P-1', 'P-2', null),
  payments: fc.array(
    fc.record({
      id: fc.string(),
      status: fc.constantFrom('initiated', 'paid', 'failed', 'refunded', 'voided'),
      message: fc.string(),
      amountHalalas: fc.constantFrom(100, 92_000),
      refundedHalalas: fc.constantFrom(0, 100, 92_000),
    }),
    { maxLength: 3 },
  ),
}) as fc.Arbitrary<GatewayInvoice>

test('money counts only where status, amount, currency and reference agree, and only along the edges', () => {
  fc.assert(
    fc.property(anyHeld, fc.option(anyInvoice), (holding, answer) => {
      const verdict = judge(holding, answer, now)
      if (verdict.is === 'moved') expect(paymentEdges[holding.status]).toContain(verdict.to)
      if (verdict.is === 'moved' && verdict.to === 'paid') {
        expect(holding.orderIsPaid).toBe(false)
        expect(answer).toMatchObject({
          status: 'paid',
          amountHalalas: holding.amount_halalas,
          currency: 'SAR',
          ourReference: holding.reference,
        })
        expect(answer!.payments.some(({ status, amountHalalas }) => status === 'paid' && amountHalalas === holding.amount_halalas)).toBe(
          true,
        )
      }
    }),
    { numRuns: 20_000 },
  )
})

test('while people can pay nobody waits longer than ninety seconds for a look, and every payment is let go in the end', () => {
  const expires_at = new Date(now.getTime() + 1_800_000)
  let at = now
  const status: PaymentStatus = 'failed'
  const looks: number[] = []
  for (let check_count = 0; ; check_count++) {
    const next = nextCheckAt({ status, expires_at, check_count }, at)
    if (!next) break
    if (at < expires_at) expect(next.getTime() - at.getTime()).toBeLessThanOrEqual(90_000)
    expect(next > at).toBe(true)
    looks.push((next.getTime() - expires_at.getTime()) / 1000)
    at = next
  }
  expect(looks.slice(-4)).toEqual([0, 300, 3_600, 86_400])
  expect(nextCheckAt({ status: 'paid', expires_at, check_count: 0 }, now)).toBe(null)
})
