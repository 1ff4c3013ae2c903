import type { StatusComponent } from '#contract/site.ts'
import { statusDays } from '#contract/site.ts'
import type { App } from '#server/app.ts'
import { addDays, addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { look } from './status.ts'

/** Two looks of a minute and some: a fault that no process still sees is over, and a time without a look was not watched. */
const silentSeconds = 150

/** What this process saw and could not write down yet: while the database is away, the record is too. */
type Unwritten = { faults: Map<StatusComponent, { beganAt: Date; seenAt: Date }>; lookedAt: Date | null }
const kept = new WeakMap<App, Unwritten>()

/** Looks once, and writes down what does not work: nothing is recorded of a minute in which all does. */
export async function keepHealth(app: App): Promise<void> {
  const unwritten = kept.getOrInsertComputed(app, () => ({ faults: new Map(), lookedAt: null }))
  const now = app.clock.now()
  for (const { component, state } of await look(app)) {
    if (state !== 'unwell') continue
    const beganAt = unwritten.faults.get(component)?.beganAt ?? now
    unwritten.faults.set(component, { beganAt, seenAt: now })
  }
  const hasLooked = unwritten.lookedAt !== null && addSeconds(unwritten.lookedAt, silentSeconds) > now
  unwritten.lookedAt = now
  await app.probe.transaction().execute(async (tx) => {
    await noteWatch(tx, now, hasLooked)
    for (const [component, { beganAt, seenAt }] of unwritten.faults) await noteFault(tx, component, beganAt, seenAt)
    const silent = addSeconds(now, -silentSeconds)
    await tx
      .updateTable('health_fault')
      .set((e) => ({ ended_at: e.ref('seen_at') }))
      .where('ended_at', 'is', null)
      .where('seen_at', '<', silent)
      .execute()
    await tx.deleteFrom('health_fault').where('seen_at', '<', addDays(now, -statusDays)).execute()
  })
  unwritten.faults.clear()
}

/** @param hasLooked whether this process did, all the time, though it may not have been able to say so */
async function noteWatch(tx: Tx, now: Date, hasLooked: boolean): Promise<void> {
  const watch = await tx.selectFrom('health_watch').select('looked_at').forUpdate().executeTakeFirst()
  if (watch && !hasLooked && addSeconds(watch.looked_at, silentSeconds) < now)
    await tx.insertInto('health_fault').values({ component: 'watch', began_at: watch.looked_at, seen_at: now, ended_at: now }).execute()
  await tx
    .insertInto('health_watch')
    .values({ since: now, looked_at: now })
    .onConflict((conflict) =>
      conflict.column('is_only').doUpdateSet((e) => ({ looked_at: e.fn<Date>('greatest', ['health_watch.looked_at', e.val(now)]) })),
    )
    .execute()
}

/** Goes on with the fault that is open, whichever process found it. */
async function noteFault(tx: Tx, component: StatusComponent, beganAt: Date, seenAt: Date): Promise<void> {
  const going = await tx
    .updateTable('health_fault')
    .set((e) => ({ seen_at: e.fn<Date>('greatest', ['seen_at', e.val(seenAt)]) }))
    .where('component', '=', component)
    .where('ended_at', 'is', null)
    .where('seen_at', '>=', addSeconds(beganAt, -silentSeconds))
    .returning('id')
    .executeTakeFirst()
  if (going) return
  await tx
    .updateTable('health_fault')
    .set((e) => ({ ended_at: e.ref('seen_at') }))
    .where('component', '=', component)
    .where('ended_at', 'is', null)
    .execute()
  await tx.insertInto('health_fault').values({ component, began_at: beganAt, seen_at: seenAt }).execute()
}
