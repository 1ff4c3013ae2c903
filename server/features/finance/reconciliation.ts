/** What was compared with the gateway's statement, and what becomes of differences. */
import { sql } from 'kysely'
import { fieldSentence } from '#contract/fieldWords.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import * as calls from '#contract/reconciliation.ts'
import { settle } from '#server/features/payments/settle.ts'
import { audit } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import { exportRoute } from '#server/platform/http/exportRoute.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { dayEnds, dayStarts } from '#server/platform/riyadh.ts'
import { agrees } from './compare.ts'
import { beginRun, runs as runMachine } from './reconcile.ts'

const sentences = {
  tooLong: { ar: 'اختر فترة لا تزيد على 31 يومًا ولا تتجاوز اليوم.', en: 'Choose a period of at most 31 days that does not go beyond today.' },
  noStatement: { ar: 'بوابة الدفع هذه لا تقدّم كشفًا للعمليات.', en: 'This gateway gives no statement of its payments.' },
  enough: {
    ar: 'تُجلب الآن كشوف عدة. أعد المحاولة حين يكتمل أحدها.',
    en: 'Several statements are being fetched. Try again once one of them is complete.',
  },
  closed: { ar: 'هذا السطر متفق عليه أو أُغلق.', en: 'This line agrees, or was closed.' },
  notOurs: {
    ar: 'لا عملية لهذا السطر في دفاترنا. تحقق منه لدى البوابة ثم أغلقه.',
    en: 'Our books have no payment for this line. Look it up at the gateway, then close it.',
  },
}

/** Statements that people had fetched and are not here yet. */
const mostAtOnce = 5

export const reconcile = route(calls.reconcile, async (ctx, { fromDate, toDate }) => {
  const period = { from: dayStarts(fromDate), to: dayEnds(toDate) }
  const refuse = (field: string, message: string) => new Problem('INVALID', { errors: [{ field, message }], cause: 'no such period' })
  if (period.from >= period.to) throw refuse('toDate', fieldSentence({ rule: 'period' }, ctx.language))
  if (period.to > addDays(period.from, 31) || period.from > ctx.now || period.to > addDays(ctx.now, 1))
    throw refuse('toDate', sentences.tooLong[ctx.language])
  if (!ctx.app.payments.listPayments) throw new Problem('WRONG_STATE', { title: sentences.noStatement, cause: ctx.app.payments.name })
  return ctx.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('reconciliations'))`.execute(tx)
    const { count } = await tx
      .selectFrom('reconciliation')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('state', '=', 'fetching')
      .where('made_by', 'is not', null)
      .executeTakeFirstOrThrow()
    if (count >= mostAtOnce)
      throw new Problem('TOO_MANY', { title: sentences.enough, cause: 'statements being fetched', retryAfterSeconds: 60 })
    return { runID: (await beginRun(tx, ctx, period))! }
  })
})

export const retryReconciliation = route(calls.retryReconciliation, (ctx, { runID }) =>
  ctx.db.transaction().execute(async (tx) => {
    const found = await tx.selectFrom('reconciliation').select('id').where('public_id', '=', runID).executeTakeFirst()
    if (!found) throw new Problem('NOT_FOUND')
    const run = await runMachine.lock(tx, found.id)
    await runMachine.move(tx, ctx, run, 'fetching', { set: { ended_at: null, try_count: 0, next_try_at: ctx.now } })
    return { status: '1' as const }
  }),
)

const dayOf = (name: string, before = 0) =>
  sql<string>`to_char((${sql.ref(name)} - make_interval(days => ${before})) at time zone 'Asia/Riyadh', 'YYYY-MM-DD')`
const countOf = (condition: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from reconciliation_line line where line.run_id = run.id and ${condition})`
const openLines = countOf(sql`line.outcome <> 'agreed' and line.closed_at is null`)

const runs = (db: Queryable) =>
  db
    .selectFrom('reconciliation as run')
    .select(['run.public_id as runID', 'run.state', sql<'moyasar' | 'paytabs'>`run.gateway`.as('method'), 'run.made_at as madeDate'])
    .select([dayOf('run.period_from').as('fromDate'), dayOf('run.period_to', 1).as('toDate')])
    .select([countOf(sql`line.outcome = 'agreed'`).as('agreed'), countOf(sql`line.outcome <> 'agreed'`).as('differences')])
    .select([openLines.as('open'), sql<boolean>`run.made_by is null`.as('isDaily')])

export const listReconciliations = listRoute(calls.listReconciliations, ({ db }, { isOpen, state }) =>
  runs(db)
    .$if(state !== undefined, (q) => q.where('run.state', '=', state!))
    .$if(isOpen !== undefined, (q) => q.where(openLines, isOpen ? '>' : '=', 0))
    .orderBy('run.made_at', 'desc')
    .orderBy('run.id', 'desc'),
)

export const readReconciliation = route(calls.readReconciliation, async ({ db }, { runID }) => {
  const sum = (side: 'our' | 'their') =>
    sql<number>`(select coalesce(sum(${sql.ref(`line.${side}_halalas`)} - ${sql.ref(`line.${side}_refunded_halalas`)}), 0)::float8 from reconciliation_line line
      where line.run_id = run.id and ${sql.ref(`line.${side}_status`)} in ('paid', 'partlyRefunded'))`
  const row = await runs(db)
    .leftJoin('person', 'person.id', 'run.made_by')
    .select(['person.name_en as fullName', 'person.name_ar as fullNameAr', sum('our').as('ourTotal'), sum('their').as('theirTotal')])
    .select(['run.page_count as pages', 'run.try_count as tries', 'run.next_try_at as nextTryDate', 'run.ended_at as endedDate'])
    .select(sql<number>`(select count(*)::int from statement_line line where line.run_id = run.id)`.as('fetched'))
    .where('run.public_id', '=', runID)
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return row
})

type Filters = { runID: string; outcome?: string; isClosed?: boolean }

const lineRows = ({ db }: Ctx<Caller>, { runID, outcome, isClosed }: Filters) =>
  db
    .selectFrom('reconciliation_line as line')
    .innerJoin('reconciliation as run', 'run.id', 'line.run_id')
    .leftJoin('payment', 'payment.id', 'line.payment_id')
    .select([
      'line.id as lineSlno',
      'line.outcome',
      'line.at',
      'line.reference as transactionId',
      'line.gateway_payment_id as gatewayPaymentID',
    ])
    .select([
      'line.our_halalas as ourAmount',
      'line.their_halalas as theirAmount',
      'line.our_refunded_halalas as ourRefundedAmount',
      'line.their_refunded_halalas as theirRefundedAmount',
      sql<PaymentStatus | null>`line.our_status`.as('ourStatus'),
    ])
    .select(['line.their_status as theirStatus', 'payment.public_id as paymentID', 'line.closed_at as closedDate', 'line.remarks'])
    .select(sql<boolean>`line.closed_at is not null`.as('isClosed'))
    .where('run.public_id', '=', runID)
    .$if(outcome !== undefined, (q) => q.where('line.outcome', '=', sql<'agreed'>`${outcome}`))
    .$if(isClosed !== undefined, (q) => q.where('line.closed_at', isClosed ? 'is not' : 'is', null))
    .orderBy(sql<boolean>`line.outcome = 'agreed'`)
    .orderBy('line.at', 'desc')
    .orderBy('line.id', 'desc')

export const listReconciliationLines = listRoute(calls.listReconciliationLines, lineRows)
export const exportReconciliationLines = exportRoute(calls.exportReconciliationLines, lineRows)

/** An open difference; locked within a transaction. @throws Problem NOT_FOUND, WRONG_STATE */
async function openDifference(db: Queryable, lineSlno: number, { lock = false } = {}) {
  const line = await db
    .selectFrom('reconciliation_line')
    .selectAll()
    .where('id', '=', lineSlno)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!line) throw new Problem('NOT_FOUND')
  if (line.outcome === 'agreed' || line.closed_at) throw new Problem('WRONG_STATE', { title: sentences.closed, cause: 'nothing is open' })
  return line
}

async function close(tx: Tx, ctx: Ctx<Caller>, lineSlno: number, closed: { by: number | null; remarks: string }): Promise<void> {
  await tx
    .updateTable('reconciliation_line')
    .set({ closed_at: ctx.now, closed_by: closed.by, remarks: closed.remarks })
    .where('id', '=', lineSlno)
    .execute()
  await audit(tx, ctx, 'reconciliation.closed', { subject: String(lineSlno), facts: { byHand: closed.by !== null } })
}

export const recheckDifference = route(calls.recheckDifference, async (ctx, { lineSlno }) => {
  const { payment_id: paymentId } = await openDifference(ctx.db, lineSlno)
  if (paymentId === null) throw new Problem('WRONG_STATE', { title: sentences.notOurs, cause: 'only theirs' })
  await settle(ctx, paymentId, 'reconciliation')
  return ctx.db.transaction().execute(async (tx) => {
    const line = await openDifference(tx, lineSlno, { lock: true })
    const ours = await tx
      .selectFrom('payment')
      .select(['status', 'refunded_halalas as refunded'])
      .where('id', '=', paymentId)
      .executeTakeFirstOrThrow()
    const theirs = { status: line.their_status, refunded: line.their_refunded_halalas }
    const isClosed = line.outcome === 'otherStatus' && agrees(ours, theirs)
    if (isClosed) await close(tx, ctx, lineSlno, { by: null, remarks: '' })
    return { isClosed }
  })
})

export const closeDifference = route(calls.closeDifference, (ctx, { lineSlno, remarks }) =>
  ctx.db.transaction().execute(async (tx) => {
    await openDifference(tx, lineSlno, { lock: true })
    await close(tx, ctx, lineSlno, { by: ctx.caller.personId, remarks })
    return { isClosed: true }
  }),
)
