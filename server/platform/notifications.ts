import type { Selectable } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { NotificationKind } from '#contract/dashboard.ts'
import type { Queryable } from './db/db.ts'
import type { Person } from './db/schema.ts'
import type { NotificationFacts } from './notificationFacts.ts'
import { newPublicId } from './secrets.ts'

/**
 * Writes the notice of something, in the transaction of the event itself, so that one never stands without the other. Whoever has something to
 * say calls `tell`, which knows every way.
 * @param facts what the sentence needs, in either language; `server/platform/notificationSentences.ts` has the sentence
 * @param onceKey tells the same thing once, however often it is called
 * @returns who a letter about it goes to; undefined where it was told before
 */
export async function notify<K extends NotificationKind>(
  tx: Queryable,
  personId: number,
  kind: K,
  facts: NotificationFacts[K],
  now: Date,
  onceKey: string | null = null,
): Promise<Recipient | undefined> {
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
    .returning((e) =>
      jsonObjectFrom(e.selectFrom('person').select(recipientColumns).whereRef('person.id', '=', 'notification.person_id'))
        .$notNull()
        .as('recipient'),
    )
    .executeTakeFirst()
  return written?.recipient
}

const recipientColumns = ['email', 'language', 'letters_left_out'] as const

/** A person as letters know them. */
export type Recipient = Pick<Selectable<Person>, (typeof recipientColumns)[number]>

export const recipientOf = (tx: Queryable, personId: number): Promise<Recipient> =>
  tx.selectFrom('person').select(recipientColumns).where('id', '=', personId).executeTakeFirstOrThrow()
