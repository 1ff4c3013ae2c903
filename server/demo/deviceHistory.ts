import { addDays, addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { notify } from '#server/platform/notifications.ts'

const used: readonly { kind: 'browser' | 'mobile'; model: string; firstDaysAgo: number; lastDaysAgo: number; revoked?: true }[] = [
  { kind: 'browser', model: 'Chrome, Windows', firstDaysAgo: 64, lastDaysAgo: 2 },
  { kind: 'mobile', model: 'Safari, iOS', firstDaysAgo: 60, lastDaysAgo: 1 },
  { kind: 'browser', model: 'Edge, Windows', firstDaysAgo: 47, lastDaysAgo: 31, revoked: true },
  { kind: 'browser', model: 'Safari, macOS', firstDaysAgo: 33, lastDaysAgo: 12 },
  { kind: 'mobile', model: 'Samsung Internet, Android', firstDaysAgo: 21, lastDaysAgo: 9 },
  { kind: 'browser', model: 'Firefox, Linux', firstDaysAgo: 14, lastDaysAgo: 14 },
]

/** Where the subscriber has signed in before. */
export async function addDeviceHistory(tx: Tx, personId: number, now: Date): Promise<void> {
  for (const [i, { kind, model, firstDaysAgo, lastDaysAgo, revoked }] of used.entries()) {
    const seen = addSeconds(addDays(now, -lastDaysAgo), -600)
    const created = addSeconds(addDays(now, -firstDaysAgo), -3_600)
    await tx
      .insertInto('device')
      .values({
        person_id: personId,
        public_id: `demonstration-device-${i + 1}`,
        kind,
        model,
        created_at: created,
        seen_at: seen,
        revoked_at: revoked ? seen : null,
      })
      .execute()
    await notify(tx, personId, 'newDevice', { model }, created)
  }
}
