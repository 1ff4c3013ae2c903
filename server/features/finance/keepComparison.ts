/** A statement that was fetched, beside our books: compared some lines at a time, whatever its length. */
import { type Selectable, sql } from 'kysely'
import type { StatementLine } from '#server/adapters/payment/payment.ts'
import type { App } from '#server/app.ts'
import type { Actor } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { tell } from '#server/platform/tell.ts'
import { compareLines, type ComparedLine, onlyOurs } from './compare.ts'

type Run = Pick<Selectable<DB['reconciliation']>, 'id' | 'public_id' | 'gateway' | 'period_from' | 'period_to' | 'made_by'>
type Acting = Actor & { app: App }

const atOnce = 500

/** @returns how many lines there are, and how many of them differ */
export async function keepComparison(tx: Tx, acting: Acting, run: Run): Promise<{ lines: number; differences: number }> {
  const period = { from: run.period_from, to: run.period_to }
  const counted = { lines: 0, differences: 0 }
  const keep = async (lines: ComparedLine[]) => {
    if (lines.length === 0) return
    counted.lines += lines.length
    counted.differences += lines.filter(({ outcome }) => outcome !== 'agreed').length
    await tx
      .insertInto('reconciliation_line')
      .values(lines.map((line) => rowOf(run.id, line)))
      .execute()
  }
  for await (const lines of statementOf(tx, run.id)) {
    const named = lines.flatMap(({ invoiceId }) => (invoiceId === null ? [] : [invoiceId]))
    await keep(
      compareLines(
        period,
        lines,
        await books(tx, run)
          .where('gateway_id', 'in', [...named, ''])
          .execute(),
      ),
    )
  }
  for await (const ours of unnamed(tx, run)) await keep(onlyOurs(period, ours))
  if (counted.differences > 0) await tellFinance(tx, acting, run, counted.differences)
  return counted
}

async function* statementOf(tx: Tx, runId: number): AsyncGenerator<StatementLine[]> {
  for (let last = ''; ;) {
    const lines = await tx
      .selectFrom('statement_line')
      .select(['gateway_payment_id as id', 'invoice_id as invoiceId', 'reference as ourReference', 'status', 'halalas'])
      .select(['refunded_halalas as refundedHalalas', 'at'])
      .where('run_id', '=', runId)
      .where('gateway_payment_id', '>', last)
      .orderBy('gateway_payment_id')
      .limit(atOnce)
      .execute()
    if (lines.length === 0) return
    yield lines
    last = lines.at(-1)!.id
  }
}

const paidAt = sql<Date>`coalesce((select max(event.at) from payment_event event where event.payment_id = payment.id and event.to_status = 'paid'),
  payment.settled_at, payment.created_at)`

const books = (tx: Tx, { gateway }: Run) =>
  tx
    .selectFrom('payment')
    .select(['id', 'gateway_id as gatewayId', 'reference', 'amount_halalas as halalas', 'refunded_halalas as refundedHalalas', 'status'])
    .select(paidAt.as('at'))
    .where('gateway', '=', gateway)
    .where('gateway_id', 'is not', null) // what was never opened there cannot have been paid there

/** Our payments around the period that no line of the statement says anything of. */
async function* unnamed(tx: Tx, run: Run) {
  for (let last = 0; ;) {
    const rows = await books(tx, run)
      .where('id', '>', last)
      .where('status', 'in', ['paid', 'refunded'])
      .where('created_at', '>=', addDays(run.period_from, -3))
      .where('created_at', '<', addDays(run.period_to, 1))
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom('statement_line as line')
              .select('line.run_id')
              .where('line.run_id', '=', run.id)
              .whereRef('line.invoice_id', '=', 'payment.gateway_id')
              .where('line.status', 'in', ['paid', 'refunded', 'voided']),
          ),
        ),
      )
      .orderBy('id')
      .limit(atOnce)
      .execute()
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)!.id
  }
}

const rowOf = (runId: number, line: ComparedLine) => ({
  run_id: runId,
  outcome: line.outcome,
  payment_id: line.paymentId,
  gateway_payment_id: line.gatewayPaymentId,
  reference: line.reference,
  our_halalas: line.ourHalalas,
  our_refunded_halalas: line.ourRefundedHalalas,
  their_halalas: line.theirHalalas,
  their_refunded_halalas: line.theirRefundedHalalas,
  our_status: line.ourStatus,
  their_status: line.theirStatus,
  at: line.at,
})

/** Whoever began it has perhaps left meanwhile: they are told, too. */
async function tellFinance(tx: Tx, acting: Acting, run: Run, count: number): Promise<void> {
  const finance = await tx.selectFrom('operator_role').select('person_id').where('role', '=', 'finance').orderBy('person_id').execute()
  const { period_from: from, period_to: to, public_id: runID } = run
  const facts = { fromDate: from.toISOString(), toDate: addDays(to, -1).toISOString(), count, runID }
  const letter = { subject: { ar: 'اختلاف في كشف بوابة الدفع', en: 'The gateway’s statement differs' } }
  for (const { person_id: to_ } of finance) await tell(tx, acting, { to: to_, kind: 'reconciliationDiffers', facts, letter })
}
