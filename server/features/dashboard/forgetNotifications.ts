import type { App } from '#server/app.ts'
import { addDays } from '#server/platform/clock.ts'

const keptDays = 365
/** What is told once stays on record for longer than a plan lives, or it would be told again. */
const toldOnceDays = 3 * 365

/** What happened long ago is no news; the transactions, payments and certificates themselves have their own records. */
export async function forgetNotifications({ db, clock }: App): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('notification').where('once_key', 'is', null).where('created_at', '<', addDays(now, -keptDays)).execute()
  await db.deleteFrom('notification').where('created_at', '<', addDays(now, -toldOnceDays)).execute()
}
