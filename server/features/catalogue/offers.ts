/** What is sold, from when to when. The console and the operator's command change it by these alone. */
import { type Insertable, type Selectable, sql, type SqlBool } from 'kysely'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { newPublicId } from '#server/platform/secrets.ts'

/** Whether terms hold at a moment, of the rows of `product_pricing` that a query calls so. */
export const onSale = (at: Date, rows = 'product_pricing') =>
  sql<SqlBool>`(${sql.ref(`${rows}.sold_from`)} <= ${at} and (${sql.ref(`${rows}.sold_until`)} is null or ${sql.ref(`${rows}.sold_until`)} > ${at}))`

/** Serialises everybody who changes what is sold; freed at the end of the transaction. */
export const lockCatalogue = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('catalogue'))`.execute(tx)

export type Terms = Pick<
  Insertable<DB['product_pricing']>,
  'code' | 'product_id' | 'plan_name_ar' | 'plan_name_en' | 'transactions' | 'validity_days' | 'price_halalas' | 'position'
>

/** The terms that an offer has at a moment. */
export const termsAt = (db: Queryable, code: string, at: Date): Promise<Selectable<DB['product_pricing']> | undefined> =>
  db.selectFrom('product_pricing').selectAll().where('code', '=', code).where(onSale(at)).executeTakeFirst()

/**
 * Puts terms on sale from a moment on, in the place of those that the offer has then. Terms are never rewritten, for orders point to them.
 * @param until where other terms follow, or none @returns the number of the terms
 */
export async function putOnSale(tx: Tx, terms: Terms, from: Date, until: Date | null = null): Promise<number> {
  await takeOffSale(tx, terms.code, from)
  const { id } = await tx
    .insertInto('product_pricing')
    .values({ ...terms, public_id: newPublicId(), sold_from: from, sold_until: until })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends the sale of an offer at a moment. @returns whether it was on sale then */
export async function takeOffSale(tx: Tx, code: string, from: Date): Promise<boolean> {
  const ended = await tx
    .updateTable('product_pricing')
    .set({ sold_until: from })
    .where('code', '=', code)
    .where(onSale(from))
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Undoes what was to happen to an offer at a moment that is still to come: nobody can have ordered what begins then. */
export async function undoFrom(tx: Tx, code: string, from: Date): Promise<void> {
  const begins = tx.selectFrom('product_pricing').select('id').where('code', '=', code).where('sold_from', '=', from)
  await tx.deleteFrom('certificate_price').where('pricing_id', 'in', begins).execute()
  await tx.deleteFrom('product_pricing').where('id', 'in', begins).execute()
  await tx
    .updateTable('product_pricing')
    .set({ sold_until: null })
    .where('code', '=', code)
    .where('sold_until', '=', from)
    .where('sold_from', '<', from)
    .execute()
}

/** Codes of what is to change: it waits for a decision, or was approved and its day is still to come. */
export const changesAhead = (db: Queryable, now: Date) =>
  db
    .selectFrom('catalogue_change')
    .selectAll()
    .where((e) => e.or([e('status', '=', 'proposed'), e.and([e('status', '=', 'approved'), e('holds_from', '>', now)])]))
    .orderBy('id')

/** A price of a class of certificates for so many years. */
export const certificateCode = (classCode: string, years: number) => `certificate:${classCode}:${years}`

const validities: Record<number, { ar: string; en: string }> = {
  1: { ar: 'سنة واحدة', en: '1 year' },
  2: { ar: 'سنتان', en: '2 years' },
  3: { ar: 'ثلاث سنوات', en: '3 years' },
}

/** What a price of a class is, besides the price. */
export const certificateTerms = (one: { code: string; nameAr: string; nameEn: string; productId: number }, years: number) => ({
  code: certificateCode(one.code, years),
  product_id: one.productId,
  plan_name_ar: `${one.nameAr}، ${validities[years]!.ar}`,
  plan_name_en: `${one.nameEn}, ${validities[years]!.en}`,
  transactions: 1,
  validity_days: 365 * years,
  position: years - 1,
})

/** Puts a price of a class on sale from a moment on. @returns its number */
export async function putCertificateOnSale(
  tx: Tx,
  terms: Terms,
  of: { classId: number; years: number },
  from: Date,
  until: Date | null = null,
): Promise<number> {
  const pricing_id = await putOnSale(tx, terms, from, until)
  await tx.insertInto('certificate_price').values({ pricing_id, class_id: of.classId, years: of.years }).execute()
  return pricing_id
}
