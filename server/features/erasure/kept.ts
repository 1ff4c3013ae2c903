/**
 * What a law wants kept of somebody whose data is erased stays in its row without their words; the words are sealed beside it under a key for
 * the person, the ground and the day on which it ends. On that day the key is destroyed, and what it sealed is gone from every copy with it.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type ErasureGround, erasureGrounds, erasureGroundWords } from '#contract/erasure.ts'
import type { App } from '#server/app.ts'
import { audit, systemActor } from '#server/platform/audit.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { dayEnds, riyadhDay } from '#server/platform/riyadh.ts'
import { openWith, type Secrets, sealWith } from '#server/platform/secrets.ts'

/** The end of a ground's years, counted from the end of the year of `at`: no tax period and no certificate of that year ends later. */
export function keptUntil(ground: ErasureGround, at: Date): Date {
  const year = Number(riyadhDay(at).slice(0, 4)) + erasureGroundWords[ground].years
  return dayEnds(`${year}-12-31`)
}

const keyContext = (personId: number, ground: ErasureGround, until: Date) => `erasure ${personId} ${ground} ${until.toISOString()}`
const rowContext = (table: string, row: string) => `${table} ${row}`

export type KeptKey = { id: number; key: Buffer }

/** The key of a person for a ground and a day; made where there is none. */
export async function keptKey(
  db: Queryable,
  secrets: Secrets,
  { personId, ground, until }: { personId: number; ground: ErasureGround; until: Date },
): Promise<KeptKey> {
  const context = keyContext(personId, ground, until)
  await db
    .insertInto('erasure_key')
    .values({
      person_id: personId,
      ground,
      keep_until: until,
      key_sealed: secrets.seal(randomBytes(32).toString('base64'), context),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('erasure_key')
    .select(['id', 'key_sealed'])
    .where('person_id', '=', personId)
    .where('ground', '=', ground)
    .where('keep_until', '=', until)
    .executeTakeFirstOrThrow()
  return { id: row.id, key: Buffer.from(secrets.open(row.key_sealed, context), 'base64') }
}

/** The rows whose words can be sealed; the database knows how each gives them up (`seal_row`). */
export type SealedTable =
  | 'audit_event'
  | 'invoice'
  | 'certificate'
  | 'decision'
  | 'decision_approval'
  | 'agreement_acceptance'
  | 'challenge'
  | 'dsc'
  | 'person'

/** Moves what a row says of its person under the seal; a row that was sealed before stays as it is. */
export async function sealRow(db: Queryable, { id, key }: KeptKey, table: SealedTable, row: string, words: unknown): Promise<void> {
  const sealed = sealWith(key, JSON.stringify(words), rowContext(table, row))
  await sql`select seal_row(${id}, ${table}, ${row}, ${sealed})`.execute(db)
}

/** What was sealed of a row; null where nothing was, or its day is over. */
export async function openSealed(db: Queryable, secrets: Secrets, table: SealedTable, row: string): Promise<unknown> {
  const kept = await db
    .selectFrom('erasure_sealed as s')
    .innerJoin('erasure_key as k', 'k.id', 's.key_id')
    .select(['s.sealed', 'k.key_sealed', 'k.person_id', 'k.ground', 'k.keep_until'])
    .where('s.table_name', '=', table)
    .where('s.row_key', '=', row)
    .executeTakeFirst()
  if (!kept) return null
  const key = Buffer.from(secrets.open(kept.key_sealed, keyContext(kept.person_id, kept.ground, kept.keep_until)), 'base64')
  return JSON.parse(openWith(key, kept.sealed, rowContext(table, row))) as unknown
}

/** By which grounds something of a person is kept, and until when: as it is sealed, or as it would be if they were erased now. */
export async function keptOf(db: Queryable, personId: number, now: Date): Promise<{ ground: ErasureGround; keptUntil: Date }[]> {
  const sealed = await db
    .selectFrom('erasure_key')
    .select((e) => ['ground', e.fn.max('keep_until').as('keptUntil')])
    .where('person_id', '=', personId)
    .groupBy('ground')
    .execute()
  const { isErased, invoicedAt, isCertified } = await db
    .selectFrom('person as p')
    .where('p.id', '=', personId)
    .select([
      sql<boolean>`p.erased_at is not null`.as('isErased'),
      sql<boolean>`exists (select from certificate where person_id = p.id and certificate is not null)`.as('isCertified'),
      sql<Date | null>`(select max(i.issued_at) from invoice i join payment on payment.id = i.payment_id
        join sales_order o on o.id = payment.order_id join account a on a.id = o.account_id where a.person_id = p.id)`.as('invoicedAt'),
    ])
    .executeTakeFirstOrThrow()
  const due: Partial<Record<ErasureGround, Date>> = {
    ...(invoicedAt && { taxRecords: keptUntil('taxRecords', invoicedAt) }),
    ...(isCertified && { certification: keptUntil('certification', now) }),
    trail: keptUntil('trail', now),
  }
  const found = isErased ? Object.fromEntries(sealed.map((row) => [row.ground, row.keptUntil])) : due
  return erasureGrounds.flatMap((ground) => (found[ground] ? [{ ground, keptUntil: found[ground] }] : []))
}

/** Destroys the keys whose day has come; the database removes what they sealed with them. */
export async function destroyKeptWhenDue(app: App): Promise<void> {
  const acting = systemActor(app)
  await app.db.transaction().execute(async (tx) => {
    const over = await tx.deleteFrom('erasure_key').where('keep_until', '<=', acting.now).returning(['person_id', 'ground']).execute()
    for (const { person_id: personId, ground } of over) await audit(tx, acting, 'erasure.keptDestroyed', { personId, facts: { ground } })
  })
}
