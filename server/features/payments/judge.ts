import type { PaymentFailure, PaymentStatus } from '#contract/payments.ts'
import type { GatewayInvoice, GatewayPayment } from '#server/adapters/payment/payment.ts'

/** A payment as our books have it. */
export type Held = {
  status: PaymentStatus
  amount_halalas: number
  currency: string
  reference: string
  expires_at: Date
  /** What went back in part and was counted, of one that is paid. */
  refunded_halalas: number
  /** The order was paid, by whichever attempt. */
  orderIsPaid: boolean
}

/** Why money does not count though the gateway speaks of it. */
export type Mismatch = 'otherReference' | 'otherAmount' | 'otherCurrency' | 'otherAmountPaid'
/** Why a payment failed: as the bank told, or by what the gateway holds. */
export type FailureCause = PaymentFailure | 'partlyRefunded' | Mismatch

export type Verdict =
  | { is: 'unchanged' }
  | { is: 'moved'; to: 'paid' | 'refunded' | 'expired' | 'cancelled'; gatewayPaymentId?: string }
  | { is: 'moved'; to: 'failed'; failure: FailureCause; told: string | null }
  | { is: 'mismatch'; of: Mismatch }
  /** It stays paid, and the gateway holds that so much more went back than we counted. */
  | { is: 'partReturned'; halalas: number }
  /** The order is paid by another attempt: this money goes back. */
  | { is: 'giveBack'; money: GatewayPayment }

const unchanged = { is: 'unchanged' } as const

/**
 * The one rule by which a payment moves: what we hold against what the gateway holds. Null is an invoice that the gateway does not
 * have, or that was never opened.
 */
export function judge(held: Held, invoice: GatewayInvoice | null, now: Date): Verdict {
  if (held.status === 'refunded') return unchanged
  const isOpen = held.status === 'initiated'
  const lapsed: Verdict = isOpen && held.expires_at <= now ? { is: 'moved', to: 'expired' } : unchanged
  if (!invoice) return lapsed
  const mismatch = mismatchOf(held, invoice)
  if (mismatch) return { is: 'mismatch', of: mismatch }
  if (isReturned(invoice)) return { is: 'moved', to: 'refunded' }
  const further = returnedOf(invoice) - held.refunded_halalas
  if (held.status === 'paid' && further > 0) return { is: 'partReturned', halalas: further }
  if (invoice.status === 'paid') return judgeMoney(held, invoice)
  // Part of the money went back by hand before it counted: people have to settle that.
  if (invoice.status === 'refunded') return isOpen ? { is: 'moved', to: 'failed', failure: 'partlyRefunded', told: null } : unchanged
  if (!isOpen) return unchanged
  if (invoice.status === 'failed') {
    const last = invoice.payments.at(-1)
    return { is: 'moved', to: 'failed', failure: last?.failure ?? 'unknown', told: last?.message ?? null }
  }
  if (invoice.status === 'expired' || invoice.status === 'cancelled') return { is: 'moved', to: invoice.status }
  return lapsed
}

function judgeMoney(held: Held, { payments }: GatewayInvoice): Verdict {
  if (held.status === 'paid') return unchanged
  const money = payments.find(({ status }) => status === 'paid')
  if (money?.amountHalalas !== held.amount_halalas) return { is: 'mismatch', of: 'otherAmountPaid' }
  return held.orderIsPaid ? { is: 'giveBack', money } : { is: 'moved', to: 'paid', gatewayPaymentId: money.id }
}

function mismatchOf(held: Held, invoice: GatewayInvoice): Mismatch | null {
  if (invoice.ourReference !== held.reference) return 'otherReference'
  if (invoice.currency !== held.currency) return 'otherCurrency'
  return invoice.amountHalalas === held.amount_halalas ? null : 'otherAmount'
}

/** All of it went back: refunded in full, or voided before it was captured. */
function isReturned(invoice: GatewayInvoice): boolean {
  if (invoice.status !== 'refunded' && invoice.status !== 'cancelled') return false
  return returnedOf(invoice) >= invoice.amountHalalas
}

function returnedOf({ payments }: GatewayInvoice): number {
  const returned = payments.map((one) => (one.status === 'voided' ? one.amountHalalas : one.refundedHalalas))
  return returned.reduce((sum, halalas) => sum + halalas, 0)
}

const soonest = 15
const latest = 90
const afterExpirySeconds = [300, 3_600, 86_400]

/**
 * When the gateway is asked the next time; null when nothing can come any more. While people can pay, a notice that got lost is
 * healed within two minutes; after that we look a few times more, because some gateways keep a page open longer than we asked.
 */
export function nextCheckAt(held: { status: PaymentStatus; expires_at: Date; check_count: number }, now: Date): Date | null {
  if (held.status === 'paid' || held.status === 'refunded') return null
  const after = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000)
  const soon = after(now, Math.min(soonest * 2 ** held.check_count, latest))
  if (now < held.expires_at) return soon < held.expires_at ? soon : held.expires_at
  // Past its time and still open: the gateway could not be asked.
  if (held.status === 'initiated') return soon
  return afterExpirySeconds.map((seconds) => after(held.expires_at, seconds)).find((at) => at > now) ?? null
}
