/** Fetches the gateway's statement of a period, page by page, and then compares it with our books. */
import type { Selectable } from 'kysely'
import { runEdges } from '#contract/reconciliation.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import type { App } from '#server/app.ts'
import { type Actor, systemActor } from '#server/platform/audit.ts'
import { addDays, addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { machine } from '#server/platform/machine.ts'
import { dayStarts, riyadhDay } from '#server/platform/riyadh.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { keepComparison } from './keepComparison.ts'

type Acting = Actor & { app: App }
type Period = { from: Date; to: Date }
export type Run = Selectable<DB['reconciliation']>

export const runs = machine({ table: 'reconciliation', edges: runEdges, event: null, action: (_, to) => `reconciliation.${to}` })

/** @returns the run's public id; null where the day was taken up already */
export async function beginRun(tx: Tx, acting: Acting, { from, to }: Period): Promise<string | null> {
  const { app, now, caller } = acting
  const run = await tx
    .insertInto('reconciliation')
    .values({
      public_id: newPublicId(),
      gateway: app.payments.name,
      period_from: from,
      period_to: to,
      made_by: caller?.personId ?? null,
      made_at: now,
      next_page: 1,
      next_try_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'public_id', 'state'])
    .executeTakeFirst()
  if (!run) return null
  await runs.begin(tx, acting, run)
  return run.public_id
}

const leaseSeconds = 120
/** One run leaves the others their turn after so many pages. */
const pagesAtOnce = 50
/** A statement of more is none that a person chose to read, or leads nowhere: 31 days have fewer. */
export const mostPages = 20_000
const mostTries = 20
const pauseAfter = (tries: number) => Math.min(15 * 2 ** tries, 3_600)

/** Goes on with the runs that are due: each by some pages, and the comparison once its statement is here. */
export async function sweepReconciliations(app: App): Promise<void> {
  await beginDaily(app)
  for (;;) {
    const acting = systemActor(app)
    const run = await claim(app, acting.now)
    if (!run) return
    try {
      await goOn(acting, run)
    } catch (cause) {
      if (!(cause instanceof ProviderUnavailable)) throw cause
      app.log.warn({ reconciliation: run.public_id, cause }, 'statement not fetched')
      await putOff(acting, run.id)
    }
  }
}

const claim = ({ db }: App, now: Date) =>
  db
    .updateTable('reconciliation')
    .set({ leased_until: addSeconds(now, leaseSeconds) })
    .where('id', 'in', (e) =>
      e
        .selectFrom('reconciliation')
        .select('id')
        .where('next_try_at', '<=', now)
        .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<=', now)]))
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()

async function goOn(acting: Acting, run: Run): Promise<void> {
  const { app } = acting
  for (let read = 0; read < pagesAtOnce && run.next_page !== null; read++) {
    if (run.page_count >= mostPages || run.gateway !== app.payments.name || !app.payments.listPayments) return giveUp(acting, run.id)
    const { lines, nextPage } = await app.payments.listPayments({
      from: addDays(run.period_from, -1),
      to: addDays(run.period_to, 1),
      page: run.next_page,
    })
    const next = await app.db.transaction().execute(async (tx) => {
      const held = await runs.lock(tx, run.id)
      if (held.state !== 'fetching' || held.next_page !== run.next_page) return null // somebody else went on with it
      for (const line of lines) await keepLine(tx, run.id, line)
      const now = app.clock.now()
      const page = { next_page: nextPage, page_count: held.page_count + 1, try_count: 0 }
      const lease = { leased_until: addSeconds(now, leaseSeconds), next_try_at: now }
      return tx
        .updateTable('reconciliation')
        .set({ ...page, ...lease })
        .where('id', '=', run.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    })
    if (!next) return
    run = next
  }
  if (run.next_page === null) await app.db.transaction().execute((tx) => finish(tx, acting, run.id))
  else await app.db.updateTable('reconciliation').set({ leased_until: null }).where('id', '=', run.id).execute()
}

type Line = Awaited<ReturnType<NonNullable<App['payments']['listPayments']>>>['lines'][number]

const keepLine = (tx: Tx, runId: number, { id, invoiceId, ourReference, status, halalas, refundedHalalas, at }: Line) => {
  const held = { invoice_id: invoiceId, reference: ourReference, status, halalas, refunded_halalas: refundedHalalas, at }
  return tx
    .insertInto('statement_line')
    .values({ run_id: runId, gateway_payment_id: id, ...held })
    .onConflict((conflict) => conflict.columns(['run_id', 'gateway_payment_id']).doUpdateSet(held))
    .execute()
}

/** All of it is here: it is compared, once, and whoever handles payments is told where both differ. */
async function finish(tx: Tx, acting: Acting, runId: number): Promise<void> {
  const run = await runs.lock(tx, runId)
  if (run.state !== 'fetching' || run.next_page !== null) return
  const facts = await keepComparison(tx, acting, run)
  const ended = { next_try_at: null, leased_until: null, ended_at: acting.app.clock.now() }
  await runs.move(tx, acting, run, 'done', { set: ended, facts })
  await tx.deleteFrom('statement_line').where('run_id', '=', runId).execute()
}

const giveUp = ({ app, ...actor }: Acting, runId: number) =>
  app.db.transaction().execute(async (tx) => {
    const run = await runs.lock(tx, runId)
    if (run.state !== 'fetching') return
    await runs.move(tx, actor, run, 'failed', { set: { next_try_at: null, leased_until: null, ended_at: app.clock.now() } })
  })

async function putOff(acting: Acting, runId: number): Promise<void> {
  const { app, now } = acting
  const run = await app.db
    .updateTable('reconciliation')
    .set((e) => ({ try_count: e('try_count', '+', 1), leased_until: null }))
    .where('id', '=', runId)
    .returning('try_count')
    .executeTakeFirstOrThrow()
  if (run.try_count >= mostTries) return giveUp(acting, runId)
  await app.db
    .updateTable('reconciliation')
    .set({ next_try_at: addSeconds(now, pauseAfter(run.try_count)) })
    .where('id', '=', runId)
    .where('state', '=', 'fetching')
    .execute()
}

/** The day before is compared once it is an hour past: notices that were late have arrived by then. */
async function beginDaily(app: App): Promise<void> {
  if (!app.payments.listPayments) return
  const acting = systemActor(app)
  const today = dayStarts(riyadhDay(new Date(acting.now.getTime() - 3_600_000)))
  const period = { from: addDays(today, -1), to: today }
  const begun = await app.db
    .selectFrom('reconciliation')
    .select('id')
    .where('gateway', '=', app.payments.name)
    .where('period_from', '=', period.from)
    .where('made_by', 'is', null)
    .executeTakeFirst()
  if (!begun) await app.db.transaction().execute((tx) => beginRun(tx, acting, period))
}
