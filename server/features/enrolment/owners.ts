import type { Channel } from '#contract/enrolment.ts'
import type { Queryable } from '#server/platform/db/db.ts'

/** The account, other than that of this ID, to which an e-mail address or a mobile number belongs. */
export const ownerOf = (db: Queryable, channel: Channel, address: string, idHash: Uint8Array) =>
  db
    .selectFrom('person')
    .select(['id', 'language'])
    .where((e) => (channel === 'email' ? e(e.fn('lower', ['email']), '=', address) : e('mobile', '=', address)))
    .where('national_id_hash', '<>', Buffer.from(idHash))
    .where('status', '<>', 'closed')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
