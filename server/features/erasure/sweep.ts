import type { App } from '#server/app.ts'
import { erasures } from '#server/features/profile/erasure.ts'
import { systemActor } from '#server/platform/audit.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { sql } from 'kysely'
import { destroyRest } from './destroy.ts'
import { destroyKeptWhenDue } from './kept.ts'
import { sealKept } from './seal.ts'

const atOnce = 10

/** Carries out the erasures that were granted, and destroys what was kept once its day has come. Each step can be begun again. */
export async function sweepErasures(app: App): Promise<void> {
  const due = await app.db
    .selectFrom('erasure_request')
    .select(['id', 'public_id'])
    .where('state', '=', 'decided')
    .where('is_granted', '=', true)
    .orderBy('id')
    .limit(atOnce)
    .execute()
  for (const { id, public_id } of due)
    await erase(app, id).catch((cause: unknown) => app.log.error({ erasure: public_id, cause }, 'erasure'))
  await destroyKeptWhenDue(app)
}

/** Seals in pieces, then destroys in one. Whoever comes second finds the request moved, or waits for its row. */
async function erase(app: App, id: number): Promise<void> {
  const request = await app.db.selectFrom('erasure_request').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { person_id: personId, ended_at: decidedAt } = request
  if (await isUnderWay(app.db, personId)) return
  const erased = { personId, decidedAt: decidedAt! }
  await sealKept(app, erased)
  await app.db.transaction().execute(async (tx) => {
    const locked = await erasures.lock(tx, id)
    const { state } = locked
    if (state !== 'decided' || (await isUnderWay(tx, personId))) return
    await destroyRest(tx, systemActor(app), { ...erased, request: { ...locked, state } })
  })
}

/** Letters on their way go out first, and what was approved or paid comes to its end. */
async function isUnderWay(db: Queryable, personId: number): Promise<boolean> {
  const { is } = await db
    .selectFrom('person as p')
    .where('p.id', '=', personId)
    .select(
      sql<boolean>`p.status <> 'closed'
        or exists (select from message where sent_at is null and gave_up_at is null and (lower(recipient) = lower(p.email) or recipient = p.mobile))
        or exists (select from esign_transaction where person_id = p.id and ended_at is null)
        or exists (select from payment join sales_order o on o.id = payment.order_id where o.person_id = p.id and payment.status = 'initiated')
        or exists (select from certificate where person_id = p.id and certificate is null and revoked_at is null)`.as('is'),
    )
    .executeTakeFirstOrThrow()
  return is
}
