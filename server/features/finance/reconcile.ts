/** Fetches the gateway's statement of a period, and keeps what it finds beside our books. */
import { sql } from 'kysely'
import type { StatementLine } from '#server/adapters/payment/payment.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import type { App } from '#server/app.ts'
import { type Actor, audit, systemActor } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { dayStarts, riyadhDay } from '#server/platform/riyadh.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { tell } from '#server/platform/tell.ts'
import { type Booked, compare, type ComparedLine } from './compare.ts'

type Acting = Actor & { app: App }
type Period = { from: Date; to: Date }

/** @returns what the gateway holds of a period with a day around it; null where it gives no statement. @throws ProviderUnavailable */
async function statementOf({ payments }: App, { from, to }: Period): Promise<StatementLine[] | null> {
  if (!payments.listPayments) return null
  const lines: StatementLine[] = []
  for (let page: number | null = 1; page !== null;) {
    const read = await payments.listPayments({ from: addDays(from, -1), to: addDays(to, 1), page })
    lines.push(...read.lines)
    page = read.nextPage
  }
  // While pages were read, a new payment may have pushed the last one of a page to the next.
  return [...new Map(lines.map((line) => [line.id, line])).values()]
}

/** Our payments of the period and a day around it, and whatever else the statement names. */
async function booksOf({ db, payments }: App, { from, to }: Period, statement: readonly StatementLine[]): Promise<Booked[]> {
  const named = statement.flatMap(({ invoiceId }) => (invoiceId === null ? [] : [invoiceId]))
  const paidAt = sql<Date>`coalesce((select max(event.at) from payment_event event where event.payment_id = payment.id and event.to_status = 'paid'),
    payment.settled_at, payment.created_at)`
  const rows = await db
    .selectFrom('payment')
    .select(['id', 'gateway_id as gatewayId', 'reference', 'amount_halalas as halalas', 'status', paidAt.as('at')])
    .where('gateway', '=', payments.name)
    .where('gateway_id', 'is not', null) // what was never opened there cannot have been paid there
    .where((e) =>
      e.or([
        e.and([e('created_at', '>=', addDays(from, -3)), e('created_at', '<', addDays(to, 1))]),
        sql<boolean>`payment.gateway_id = any(${named}::text[])`,
      ]),
    )
    .orderBy('id')
    .execute()
  return rows
}

/**
 * Compares and keeps the result; whoever handles payments is told where both differ.
 * @returns the run's public id; null where the gateway gives no statement, or the day was compared already
 */
export async function reconcilePeriod(acting: Acting, period: Period): Promise<string | null> {
  const { app, now, caller } = acting
  const statement = await statementOf(app, period)
  if (!statement) return null
  const lines = compare(period, statement, await booksOf(app, period, statement))
  return app.db.transaction().execute(async (tx) => {
    const run = await tx
      .insertInto('reconciliation')
      .values({
        public_id: newPublicId(),
        gateway: app.payments.name,
        period_from: period.from,
        period_to: period.to,
        made_by: caller?.personId ?? null,
        made_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'public_id'])
      .executeTakeFirst()
    if (!run) return null
    await keep(tx, run.id, lines)
    const differences = lines.filter(({ outcome }) => outcome !== 'agreed').length
    await audit(tx, acting, 'reconciliation.made', { subject: run.public_id, facts: { lines: lines.length, differences } })
    if (differences > 0) await tellFinance(tx, acting, run.public_id, period, differences)
    return run.public_id
  })
}

const atOnce = 500

async function keep(tx: Tx, runId: number, lines: readonly ComparedLine[]): Promise<void> {
  const rows = lines.map((line) => ({
    run_id: runId,
    outcome: line.outcome,
    payment_id: line.paymentId,
    gateway_payment_id: line.gatewayPaymentId,
    reference: line.reference,
    our_halalas: line.ourHalalas,
    their_halalas: line.theirHalalas,
    our_status: line.ourStatus,
    their_status: line.theirStatus,
    at: line.at,
  }))
  for (let i = 0; i < rows.length; i += atOnce)
    await tx
      .insertInto('reconciliation_line')
      .values(rows.slice(i, i + atOnce))
      .execute()
}

async function tellFinance(tx: Tx, acting: Acting, runID: string, { from, to }: Period, count: number): Promise<void> {
  const finance = await tx
    .selectFrom('operator_role')
    .select('person_id')
    .where('role', '=', 'finance')
    .where('person_id', '<>', acting.caller?.personId ?? 0)
    .orderBy('person_id')
    .execute()
  const facts = { fromDate: from.toISOString(), toDate: addDays(to, -1).toISOString(), count, runID }
  const letter = { subject: { ar: 'اختلاف في كشف بوابة الدفع', en: 'The gateway’s statement differs' } }
  for (const { person_id: to_ } of finance) await tell(tx, acting, { to: to_, kind: 'reconciliationDiffers', facts, letter })
}

/** The day before is compared once it is an hour past: notices that were late have arrived by then. */
export async function reconcileDaily(app: App): Promise<void> {
  const acting = systemActor(app)
  const today = dayStarts(riyadhDay(new Date(acting.now.getTime() - 3_600_000)))
  const period = { from: addDays(today, -1), to: today }
  const done = await app.db
    .selectFrom('reconciliation')
    .select('id')
    .where('gateway', '=', app.payments.name)
    .where('period_from', '=', period.from)
    .where('made_by', 'is', null)
    .executeTakeFirst()
  if (done) return
  await reconcilePeriod(acting, period).catch((cause: unknown) => {
    if (!(cause instanceof ProviderUnavailable)) throw cause
    app.log.warn({ cause }, 'statement not fetched')
  })
}
