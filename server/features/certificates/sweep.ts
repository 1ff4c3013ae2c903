import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { lockOrder, payableSince } from '#server/features/payments/orders.ts'
import { sweepSeals } from '#server/features/seals/sweep.ts'
import { systemActor } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import { finishIssue } from './issue.ts'
import { destroyKeys } from './keys.ts'
import { tellHolder } from './news.ts'
import { revokeOldNames } from './oldNames.ts'
import { type Acting, certificates } from './states.ts'

const atOnce = 100
/** Before a certificate's end its holder is told this many days ahead, each once. */
export const reminderDays = [90, 30, 7] as const

/** What the clock does to certificates and applications. */
export async function sweepCertificates(app: App): Promise<void> {
  const acting = systemActor(app)
  await finishHalfIssued(acting)
  await giveUpUnpaid(acting)
  await expire(acting)
  await revokeOldNames(acting)
  await remind(acting)
  await forgetKeyFiles(acting)
  await destroyKeys(app)
  await sweepSeals(app)
}

/** Certificates that were made when the process stopped, or the hand-over failed. One whose key goes into a file waits for its holder, who has the passphrase. */
async function finishHalfIssued(acting: Acting): Promise<void> {
  const rows = await acting.app.db
    .selectFrom('dsc')
    .innerJoin('certificate', 'certificate.dsc_id', 'dsc.id')
    .select('dsc.id')
    .where('dsc.state', 'in', ['identityVerified', 'approved'])
    .where((e) => e.or([e('dsc.leased_until', 'is', null), e('dsc.leased_until', '<=', acting.now)]))
    .where('dsc.key_source', '<>', 'pkcs12')
    .where('dsc.organisation_id', 'is', null)
    .where('certificate.certificate', 'is not', null)
    .orderBy('dsc.id')
    .limit(atOnce)
    .execute()
  for (const { id } of rows)
    await finishIssue(acting, id).catch((cause: unknown) => acting.app.log.error({ certificate: id, cause }, 'half issued certificate'))
}

/** Applications that nobody paid while their price held. Money may still come: then they are taken up again. */
async function giveUpUnpaid(acting: Acting): Promise<void> {
  const { db } = acting.app
  const rows = await db
    .selectFrom('dsc')
    .select(['id', 'order_id'])
    .where('state', '=', 'applied')
    .where('created_at', '<=', payableSince(acting.now))
    .orderBy('id')
    .limit(atOnce)
    .execute()
  for (const { id, order_id } of rows)
    await db.transaction().execute(async (tx) => {
      await lockOrder(tx, order_id)
      const locked = await certificates.lock(tx, id)
      if (locked.state === 'applied') await certificates.move(tx, acting, locked, 'cancelled', { cause: 'not paid in time' })
    })
}

async function expire(acting: Acting): Promise<void> {
  const { app, now } = acting
  const rows = await app.db
    .selectFrom('dsc')
    .innerJoin('certificate', 'certificate.serial_number', 'dsc.serial_number')
    .select('dsc.id')
    .where('dsc.state', 'in', ['active', 'suspended'])
    .where('certificate.not_after', '<', now)
    .orderBy('dsc.id')
    .limit(atOnce)
    .execute()
  for (const { id } of rows) {
    await app.db.transaction().execute(async (tx) => {
      const locked = await certificates.lock(tx, id)
      if (locked.state !== 'active' && locked.state !== 'suspended') return
      await certificates.move(tx, acting, locked, 'expired', { cause: 'clock' })
      const successor = await tx.selectFrom('dsc').select('id').where('renews', '=', id).where('state', '=', 'active').executeTakeFirst()
      if (!successor) await tellHolder(tx, acting, id, 'expired')
    })
  }
}

/** The nearest of the days that is due; one that was missed while nobody swept is not told beside it. */
async function remind(acting: Acting): Promise<void> {
  const { app, now } = acting
  const rows = await app.db
    .selectFrom('dsc')
    .innerJoin('certificate', 'certificate.serial_number', 'dsc.serial_number')
    .select(['dsc.id', 'certificate.not_after'])
    .where('dsc.state', 'in', ['active', 'suspended'])
    .where('certificate.not_after', '<=', addDays(now, reminderDays[0]))
    .where('certificate.not_after', '>', now)
    .where((e) =>
      e.not(
        e.exists(e.selectFrom('dsc as next').select('next.id').whereRef('next.renews', '=', 'dsc.id').where('next.state', '=', 'active')),
      ),
    )
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('dsc_reminder')
            .select('dsc_reminder.dsc_id')
            .whereRef('dsc_reminder.dsc_id', '=', 'dsc.id')
            .where(
              'days_left',
              '=',
              sql<number>`(select min(due) from unnest(${[...reminderDays]}::int[]) as due
              where certificate.not_after <= ${now}::timestamptz + make_interval(days => due))`,
            ),
        ),
      ),
    )
    .orderBy('dsc.id')
    .limit(atOnce)
    .execute()
  for (const { id, not_after: until } of rows) {
    const due = reminderDays.findLast((days) => until! <= addDays(now, days))!
    const daysLeft = Math.ceil((until!.getTime() - now.getTime()) / 86_400_000) // fewer than are due where nobody swept on the day
    await app.db.transaction().execute(async (tx) => {
      const { state } = await certificates.lock(tx, id)
      if (state !== 'active' && state !== 'suspended') return
      const told = await tx
        .insertInto('dsc_reminder')
        .values({ dsc_id: id, days_left: due, at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('dsc_id')
        .executeTakeFirst()
      if (told) await tellHolder(tx, acting, id, 'expiring', { daysLeft })
    })
  }
}

async function forgetKeyFiles({ app, now }: Acting): Promise<void> {
  await app.db.updateTable('dsc').set({ pkcs12_sealed: null, pkcs12_until: null }).where('pkcs12_until', '<=', now).execute()
}
