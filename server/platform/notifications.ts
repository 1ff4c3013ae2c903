import type { NotificationKind } from '#contract/dashboard.ts'
import type { Queryable } from './db/db.ts'
import type { NotificationFacts } from './notificationFacts.ts'
import { newPublicId } from './secrets.ts'

/**
 * Writes the notice of something, in the transaction of the event itself, so that one never stands without the other. Whoever has something to
 * say calls `tell`, which knows every way.
 * @param facts what the sentence needs, in either language; `server/platform/notificationSentences.ts` has the sentence
 * @param onceKey tells the same thing once, however often it is called
 * @returns whether it was told now
 */
export async function notify<K extends NotificationKind>(
  tx: Queryable,
  personId: number,
  kind: K,
  facts: NotificationFacts[K],
  now: Date,
  onceKey: string | null = null,
): Promise<boolean> {
  const written = await tx
    .insertInto('notification')
    .values({
      public_id: newPublicId(),
      person_id: personId,
      kind,
      facts: JSON.stringify(facts),
      once_key: onceKey,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}
