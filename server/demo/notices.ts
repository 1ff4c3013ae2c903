import type { App } from '#server/app.ts'
import { tellWhatIsDue } from '#server/features/dashboard/dueNotices.ts'
import { addDays } from '#server/platform/clock.ts'

/** What the sweep would have told over the past days, without its mails; and what people have read since. */
export async function addNotices(app: App): Promise<void> {
  const now = app.clock.now()
  const fiveDaysAgo = addDays(now, -5)
  await tellWhatIsDue({ ...app, clock: { now: () => fiveDaysAgo } })
  await app.db.deleteFrom('message').where('created_at', '=', fiveDaysAgo).execute()
  const newest = app.db
    .selectFrom('notification')
    .select('id')
    .where('kind', '<>', 'planExpiring')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(3)
  await app.db.updateTable('notification').set({ read_at: now }).where('id', 'in', newest).execute()
}
