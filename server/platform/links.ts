import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { addSeconds } from './clock.ts'
import type { Link } from './db/schema.ts'
import type { Queryable } from './db/db.ts'
import type { Ctx } from './http/context.ts'

/**
 * Single-use links in messages. The token has 256 random bits and is kept as its hash alone; a link leads to a page with the token behind `#`,
 * which no server, log or `Referer` ever sees, and the page posts it.
 */
type New = {
  purpose: Selectable<Link>['purpose']
  /** Public id of what the link is about. */
  subject: string
  /** The address that it is sent to; using it proves that this address was reached. */
  recipient: string
  seconds: number
}

const hash = (token: string) => createHash('sha256').update(token).digest()

/** Makes a link and voids the earlier ones of the same purpose and subject. @returns the token, 43 characters */
export async function createLink(tx: Queryable, { now }: Pick<Ctx, 'now'>, { purpose, subject, recipient, seconds }: New): Promise<string> {
  await voidLinks(tx, { now }, { purpose, subject })
  const token = randomBytes(32).toString('base64url')
  await tx
    .insertInto('link')
    .values({ token_hash: hash(token), purpose, subject, recipient, created_at: now, expires_at: addSeconds(now, seconds) })
    .execute()
  return token
}

export async function voidLinks(
  tx: Queryable,
  { now }: Pick<Ctx, 'now'>,
  { purpose, subject }: Pick<New, 'purpose' | 'subject'>,
): Promise<void> {
  await tx
    .updateTable('link')
    .set({ void_at: now })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('used_at', 'is', null)
    .where('void_at', 'is', null)
    .execute()
}

/** Looks at a link without using it. */
export const findLink = (db: Queryable, token: string) =>
  db.selectFrom('link').selectAll().where('token_hash', '=', hash(token)).executeTakeFirst()

export const linkState = (link: Selectable<Link>, now: Date): 'open' | 'used' | 'expired' =>
  link.used_at ? 'used' : link.void_at || link.expires_at <= now ? 'expired' : 'open'

/** Uses a link up, once: of any number who try, one gets it. @returns undefined for a link that is unknown, used, void or expired */
export const takeLink = (tx: Queryable, { now }: Pick<Ctx, 'now'>, token: string, purpose: Selectable<Link>['purpose']) =>
  tx
    .updateTable('link')
    .set({ used_at: now })
    .where('token_hash', '=', hash(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('void_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['subject', 'recipient'])
    .executeTakeFirst()
