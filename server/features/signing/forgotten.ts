import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { cameToNothing } from './states.ts'

/**
 * Whether a `document` is one of a signing that came to nothing, and its day is over: its name and hash stay with the record of that signing,
 * and it refers to its bytes no more.
 */
export const isForgotten = (now: Date) => sql<boolean>`(document.expires_at <= ${now}::timestamptz and exists (
  select from esign_transaction as t where t.id = document.transaction_id and t.state = any(${cameToNothing})))`

/** Uploads that were discarded or that nobody signed. */
export async function forgetUploads({ db, clock }: App): Promise<void> {
  await db.deleteFrom('document').where('transaction_id', 'is', null).where('expires_at', '<=', clock.now()).execute()
}
