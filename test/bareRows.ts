/** Rows that others hang on, for tests of tables in a database without the product. */
import type { Db } from '#server/platform/db/db.ts'
import { accountOf } from '#server/platform/accounts.ts'

const at = new Date()
const one = Buffer.alloc(1)

/** Somebody, and something that is sold. */
export async function personAndPricing(db: Db): Promise<{ personId: number; accountId: number; pricingId: number }> {
  const names = Object.fromEntries(
    ['first', 'father', 'grandfather', 'family'].flatMap((part) => ['ar', 'en'].map((language) => [`${part}_name_${language}`, 'x'])),
  ) as Record<`${'first' | 'father' | 'grandfather' | 'family'}_name_${'ar' | 'en'}`, string>
  const person = await db
    .insertInto('person')
    .values({
      ...names,
      national_id_hash: one,
      national_id_sealed: one,
      national_id_masked: '',
      born_on: '1990-01-01',
      gender: 'F',
      nationality_code: 'SA',
      kyc_until: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const product = await db
    .insertInto('product')
    .values({ kind: 'esignPlan', name_ar: 'x', name_en: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pricing = await db
    .insertInto('product_pricing')
    .values({
      public_id: 'x',
      product_id: product.id,
      plan_name_ar: 'x',
      plan_name_en: 'x',
      transactions: 1,
      validity_days: 1,
      price_halalas: 100,
      position: 1,
      code: 'x',
      sold_from: new Date('2026-01-01T00:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { personId: person.id, accountId: await accountOf(db, person.id), pricingId: pricing.id }
}
