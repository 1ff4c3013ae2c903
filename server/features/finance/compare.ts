import type { PaymentStatus } from '#contract/payments.ts'
import type { LineOutcome, theirStatuses } from '#contract/reconciliation.ts'
import type { StatementLine } from '#server/adapters/payment/payment.ts'

/** A payment as our books have it. */
export type Booked = {
  id: number
  gatewayId: string | null
  reference: string
  halalas: number
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

/** Whether both sides say the same of a payment. */
export const agrees = (ours: PaymentStatus, theirs: ComparedLine['theirStatus']) => ours === theirs

type Period = { from: Date; to: Date }
const within = (at: Date, { from, to }: Period) => at >= from && at < to

/**
 * The statement beside our books, by the gateway's invoice. Attempts that moved no money stand on neither side. Both sides are given with a
 * margin around the period, since the two may have written the same payment on either side of midnight: what lies within it on the one side
 * is looked for in all of the other.
 */
export function compare(period: Period, statement: readonly StatementLine[], books: readonly Booked[]): ComparedLine[] {
  const byInvoice = new Map(books.flatMap((one) => (one.gatewayId ? [[one.gatewayId, one] as const] : [])))
  const seen = new Set<number>()
  const theirs = statement.flatMap((line): ComparedLine[] => {
    const theirStatus = theirsOf(line)
    if (!theirStatus) return []
    const booked = line.invoiceId === null ? undefined : byInvoice.get(line.invoiceId)
    if (booked) seen.add(booked.id)
    if (!within(line.at, period) && !(booked && within(booked.at, period))) return []
    const described = { gatewayPaymentId: line.id, theirHalalas: line.halalas, theirStatus, at: line.at }
    if (!booked)
      return [{ ...described, outcome: 'onlyTheirs', paymentId: null, reference: line.ourReference, ourHalalas: null, ourStatus: null }]
    const outcome =
      booked.halalas !== line.halalas ? 'otherAmount' : agrees(booked.status, theirStatus) ? 'agreed' : ('otherStatus' as const)
    return [
      { ...described, outcome, paymentId: booked.id, reference: booked.reference, ourHalalas: booked.halalas, ourStatus: booked.status },
    ]
  })
  const ours = books
    .filter((one) => !seen.has(one.id) && within(one.at, period) && (one.status === 'paid' || one.status === 'refunded'))
    .map(({ id, reference, halalas, status, at }): ComparedLine => {
      const described = { paymentId: id, reference, ourHalalas: halalas, ourStatus: status, at }
      return { ...described, outcome: 'onlyOurs', gatewayPaymentId: null, theirHalalas: null, theirStatus: null }
    })
  return [...theirs, ...ours]
}
