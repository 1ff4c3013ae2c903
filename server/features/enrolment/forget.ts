import type { App } from '#server/app.ts'
import { addDays } from '#server/platform/clock.ts'

/** Who a person is, is kept for an account and not for an enrolment that came to nothing; a link is remembered as spent for a month. */
export async function forgetEnrolments({ db, clock }: App): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('enrolment').where('expires_at', '<=', now).execute()
  await db.deleteFrom('link').where('expires_at', '<', addDays(now, -30)).execute()
}
