import type { Tx } from '#server/platform/db/db.ts'
import { newPublicId } from '#server/platform/secrets.ts'

type Offer = { ar: string; en: string; transactions: number; validityDays: number; priceHalalas: number }

const offers: readonly Offer[] = [
  { ar: 'باقة البداية', en: 'Starter', transactions: 10, validityDays: 180, priceHalalas: 5_000 },
  { ar: 'باقة الأفراد', en: 'Personal', transactions: 50, validityDays: 365, priceHalalas: 20_000 },
  { ar: 'باقة الأعمال الحرة', en: 'Freelance', transactions: 100, validityDays: 365, priceHalalas: 36_000 },
  { ar: 'الباقة المهنية', en: 'Professional', transactions: 250, validityDays: 365, priceHalalas: 80_000 },
]

/** VAT, the products and their prices. @returns the pricing ids, the welcome pack's apart */
export async function addCatalogue(tx: Tx, since: Date): Promise<{ welcomePack: number; plans: number[] }> {
  await tx.insertInto('vat_rate').values({ valid_from: since, basis_points: 1_500 }).execute()
  const product = async (kind: 'esignPlan' | 'welcomePack', ar: string, en: string) =>
    (await tx.insertInto('product').values({ kind, name_ar: ar, name_en: en }).returning('id').executeTakeFirstOrThrow()).id
  const pricing = async (
    productId: number,
    position: number,
    { ar, en, transactions, validityDays, priceHalalas }: Offer,
    onSale: boolean,
  ) =>
    (
      await tx
        .insertInto('product_pricing')
        .values({
          public_id: newPublicId(),
          product_id: productId,
          plan_name_ar: ar,
          plan_name_en: en,
          transactions,
          validity_days: validityDays,
          price_halalas: priceHalalas,
          on_sale: onSale,
          position,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const welcome = await product('welcomePack', 'هدية الترحيب', 'Welcome pack')
  const welcomePack = await pricing(
    welcome,
    0,
    { ar: 'باقة ترحيبية', en: 'Welcome pack', transactions: 3, validityDays: 90, priceHalalas: 0 },
    false,
  )
  const esign = await product('esignPlan', 'التوقيع الإلكتروني', 'Electronic signature')
  const plans: number[] = []
  for (const [position, offer] of offers.entries()) plans.push(await pricing(esign, position, offer, true))
  return { welcomePack, plans }
}
