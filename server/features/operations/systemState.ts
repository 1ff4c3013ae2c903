import { randomBytes } from 'node:crypto'
import { type Expression, sql } from 'kysely'
import * as calls from '#contract/systemState.ts'
import { summarize } from '#server/ca/describeCertificate.ts'
import type { App } from '#server/app.ts'
import { publishes } from '#server/features/site/status.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'
import { kept, readiness } from '#server/platform/readiness.ts'
import { runsOf } from '#server/platform/sweepRuns.ts'

const undeliveredDays = 30

/** The certificates of the authority in use, the root first, each with its latest list. */
async function authorities(db: Db) {
  const rows = await db
    .selectFrom('authority_key as k')
    .leftJoinLateral(
      (e) =>
        e
          .selectFrom('crl')
          .select(['this_update', 'next_update'])
          .whereRef('crl.issuer_id', '=', 'k.id')
          .orderBy('number', 'desc')
          .limit(1)
          .as('list'),
      (join) => join.onTrue(),
    )
    .select([
      'k.id as authorityKey',
      'k.certificate',
      'k.not_after as validTo',
      'list.this_update as listUpdated',
      'list.next_update as listNextUpdate',
    ])
    .where('k.state', '=', 'active')
    .orderBy('k.not_before')
    .orderBy('k.id')
    .execute()
  return rows.map(({ certificate, ...row }) => ({ ...row, issuedTo: summarize(certificate).issuedTo ?? row.authorityKey }))
}

/** What is under way, by kind: when each of it began. */
const waiting: Record<(typeof calls.waitingWork)[number], (db: Db) => Expression<{ at: Date | null }>> = {
  messages: (db) => db.selectFrom('message').select('created_at as at').where('sent_at', 'is', null).where('gave_up_at', 'is', null),
  signings: (db) => db.selectFrom('esign_transaction').select('created_at as at').where('ended_at', 'is', null),
  payments: (db) => db.selectFrom('payment').select('created_at as at').where('status', '=', 'initiated'),
  issuing: (db) =>
    db.selectFrom('certificate').select('intended_at as at').where('certificate', 'is', null).where('revoked_at', 'is', null),
}

/** How much of each there is, and since when the oldest waits. */
const waitingNow = (db: Db) =>
  Promise.all(
    calls.waitingWork.map(async (work) => {
      const { rows } = await sql<{ count: number; since: Date | null }>`
        select count(*)::int as count, min(at) as since from (${waiting[work](db)}) as one`.execute(db)
      return { work, ...rows[0]! }
    }),
  )

/** A document of its own goes the whole way: written, read back, destroyed. */
async function storesOne({ documents }: App): Promise<boolean> {
  const content = randomBytes(32)
  const { sha256 } = await documents.put(content)
  try {
    return Buffer.concat(await (await documents.read(sha256)).toArray()).equals(content)
  } finally {
    await documents.delete(sha256)
  }
}

const stores = new WeakMap<App, () => Promise<boolean>>()
const storing = (app: App) =>
  stores.getOrInsertComputed(app, () =>
    kept(
      () =>
        storesOne(app).catch((cause: unknown) => {
          app.log.error({ cause }, 'no document can be stored')
          return false
        }),
      false,
      5,
    ),
  )()

export const readSystemState = route(calls.readSystemState, async ({ app, db, now }) => {
  const gaveUp = db
    .selectFrom('message')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('gave_up_at', '>', addDays(now, -undeliveredDays))
    .executeTakeFirstOrThrow()
  const [checks, freeBytes, publishing, storesDocuments, known, work, { count }] = await Promise.all([
    readiness(app),
    app.freeBytes().catch(() => null),
    publishes(app),
    storing(app),
    authorities(db),
    waitingNow(db),
    gaveUp,
  ])
  return {
    checks: checks.map(({ check, fault }) => ({ check, isWell: fault === null })),
    freeBytes,
    knowsTime: app.authority.knowsTime(),
    publishing,
    storesDocuments,
    outside: app.outside.describe(),
    authorities: known,
    waiting: work,
    undelivered: count,
    sweeps: runsOf(app),
  }
})
