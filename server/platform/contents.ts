/**
 * Files lie in the store under their content, so that two uploads of one file share its bytes. Who stores and who removes meet at the
 * content's row: it is written before the bytes are, and locked while they are removed.
 */
import { sql, type RawBuilder } from 'kysely'
import type { App } from '#server/app.ts'
import { addSeconds } from './clock.ts'
import type { Queryable } from './db/db.ts'
import type { DB } from './db/schema.ts'
import { Problem } from './problems.ts'

/** Longer than storing and recording ever take. */
const onItsWaySeconds = 3_600
const atOnce = 100

/** Before the bytes are stored. Waits for a removal of the same content to end; what is stored after this call stays for an hour. */
export async function expectContent(app: App, sha256: Buffer): Promise<void> {
  const needed_until = addSeconds(app.clock.now(), onItsWaySeconds)
  await app.db
    .insertInto('stored_content')
    .values({ sha256, needed_until })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ needed_until }))
    .execute()
}

/**
 * In the transaction that records who refers to the content: whoever removes sees this reference, or has been here before.
 * @throws Problem BUSY when it was removed meanwhile
 */
export async function referToContent(tx: Queryable, sha256: Buffer): Promise<void> {
  const row = await tx.selectFrom('stored_content').select('sha256').where('sha256', '=', sha256).forShare().executeTakeFirst()
  if (!row) throw new Problem('BUSY', { cause: 'the content was removed before it was referred to' })
}

/** A column that names stored content by its SHA-256. */
export type ContentReference = {
  table: keyof DB
  column: string
  /** Rows that name content which they need no more. */
  unless?: (now: Date) => RawBuilder<boolean>
}

/** Removes content that no row of these columns needs, so many at a time. The columns are indexed: each is asked for every content. */
export async function removeUnneeded(app: App, references: readonly ContentReference[]): Promise<void> {
  const now = app.clock.now()
  const due = await app.db
    .selectFrom('stored_content')
    .select('sha256')
    .where('needed_until', '<=', now)
    .where(isNeeded(references, sql.ref('stored_content.sha256'), now), '=', false)
    .orderBy('needed_until')
    .orderBy('sha256')
    .limit(atOnce)
    .execute()
  for (const { sha256 } of due) await remove(app, references, sha256)
}

const isNeeded = (references: readonly ContentReference[], sha256: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    references.map(({ table, column, unless }) => {
      const refers = sql`${sql.ref(`${table}.${column}`)} = ${sha256}`
      return sql`exists (select from ${sql.table(table)} where ${refers} ${unless ? sql`and not ${unless(now)}` : sql``})`
    }),
    sql` or `,
  )})`

async function remove(app: App, references: readonly ContentReference[], sha256: Buffer): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('stored_content')
      .select('needed_until')
      .where('sha256', '=', sha256)
      .forUpdate()
      .skipLocked() // somebody stores it, or another server removes it
      .executeTakeFirst()
    const now = app.clock.now()
    if (!row || row.needed_until > now) return
    // A statement of its own, after the lock: it sees every reference that was written before.
    const { is } = await tx.selectNoFrom(isNeeded(references, sql`${sha256}::bytea`, now).as('is')).executeTakeFirstOrThrow()
    if (is) return
    // The bytes first: a crash between the two leaves a row, and the next sweep ends what was begun.
    await app.documents.delete(sha256.toString('hex'))
    await tx.deleteFrom('stored_content').where('sha256', '=', sha256).execute()
  })
}
