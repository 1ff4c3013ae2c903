import type { PaymentStatus } from '#contract/payments.ts'
import type { LineOutcome, theirStatuses } from '#contract/reconciliation.ts'
import type { StatementLine } from '#server/adapters/payment/payment.ts'

/** A payment as our books have it. */
export type Booked = {
  id: number
  gatewayId: string | null
  reference: string
  halalas: number
  /** What went back in part, of one that stays paid. */
  refundedHalalas: number
  status: PaymentStatus
  /** When its money came, or it was begun. */
  at: Date
}

export type ComparedLine = {
  outcome: LineOutcome
  paymentId: number | null
  gatewayPaymentId: string | null
  reference: string | null
  ourHalalas: number | null
  theirHalalas: number | null
  ourRefundedHalalas: number
  theirRefundedHalalas: number
  ourStatus: PaymentStatus | null
  theirStatus: (typeof theirStatuses)[number] | null
  at: Date
}

/** What a line of the statement says of the money; null where none moved. */
function theirsOf({ status, halalas, refundedHalalas }: StatementLine): ComparedLine['theirStatus'] {
  if (status === 'voided') return 'refunded'
  if (status !== 'paid' && status !== 'refunded') return null
  if (refundedHalalas >= halalas && halalas > 0) return 'refunded'
  return refundedHalalas > 0 ? 'partlyRefunded' : 'paid'
}

type Side = { refunded: number }
/** Whether both sides say the same of a payment: its state, and how much of it went back where that is a part. */
export function agrees(ours: Side & { status: PaymentStatus }, theirs: Side & { status: ComparedLine['theirStatus'] }): boolean {
  const isPart = ours.status === 'paid' && ours.refunded > 0
  if ((isPart ? 'partlyRefunded' : ours.status) !== theirs.status) return false
  return !isPart || ours.refunded === theirs.refunded
}

type Period = { from: Date; to: Date }
const within = (at: Date, { from, to }: Period) => at >= from && at < to

/**
 * The statement beside our books, by the gateway's invoice. Attempts that moved no money stand on neither side. Both sides are given with a
 * margin around the period, since the two may have written the same payment on either side of midnight: what lies within it on the one side
 * is looked for in all of the other.
 */
export function compareLines(period: Period, statement: readonly StatementLine[], books: readonly Booked[]): ComparedLine[] {
  const byInvoice = new Map(books.flatMap((one) => (one.gatewayId ? [[one.gatewayId, one] as const] : [])))
  return statement.flatMap((line): ComparedLine[] => {
    const theirStatus = theirsOf(line)
    if (!theirStatus) return []
    const booked = line.invoiceId === null ? undefined : byInvoice.get(line.invoiceId)
    if (!within(line.at, period) && !(booked && within(booked.at, period))) return []
    const described = {
      gatewayPaymentId: line.id,
      theirHalalas: line.halalas,
      theirStatus,
      at: line.at,
      theirRefundedHalalas: line.refundedHalalas,
      ourRefundedHalalas: 0,
    }
    if (!booked)
      return [{ ...described, outcome: 'onlyTheirs', paymentId: null, reference: line.ourReference, ourHalalas: null, ourStatus: null }]
    const ours = { status: booked.status, refunded: booked.refundedHalalas }
    const areSame = agrees(ours, { status: theirStatus, refunded: line.refundedHalalas })
    const outcome = booked.halalas !== line.halalas ? 'otherAmount' : areSame ? 'agreed' : ('otherStatus' as const)
    return [
      {
        ...described,
        outcome,
        paymentId: booked.id,
        reference: booked.reference,
        ourHalalas: booked.halalas,
        ourRefundedHalalas: booked.refundedHalalas,
        ourStatus: booked.status,
      },
    ]
  })
}

/** Those of our payments that moved money in the period, of books that no line of the statement says anything of. */
export function onlyOurs(period: Period, books: readonly Booked[]): ComparedLine[] {
  return books
    .filter((one) => within(one.at, period) && (one.status === 'paid' || one.status === 'refunded'))
    .map(({ id, reference, halalas, refundedHalalas, status, at }): ComparedLine => {
      const described = { paymentId: id, reference, ourHalalas: halalas, ourRefundedHalalas: refundedHalalas, ourStatus: status, at }
      return { ...described, outcome: 'onlyOurs', gatewayPaymentId: null, theirHalalas: null, theirRefundedHalalas: 0, theirStatus: null }
    })
}
