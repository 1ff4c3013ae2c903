/** What an approved change writes. */
import { putCertificateOnSale, putOnSale, takeOffSale } from '#server/features/catalogue/offers.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { Problem } from '#server/platform/problems.ts'
import { type Change, changeSentences } from './changeSentences.ts'

/** Writes what was approved: the catalogue follows it by itself from the first moment of its day. */
export async function putChange(tx: Tx, change: Change): Promise<void> {
  const { kind, code, holds_from: from, class_id: classId, years } = change
  // A text is read where it was approved, and the sweep takes those of a class over.
  if (kind === 'agreement' || kind === 'classTexts') return
  if (kind === 'vat') {
    await tx.insertInto('vat_rate').values({ valid_from: from, basis_points: change.vat_basis_points! }).execute()
    return
  }
  if (kind === 'offSale') {
    if (!(await takeOffSale(tx, code, from))) throw new Problem('WRONG_STATE', { title: changeSentences.notOnSale, cause: 'not on sale' })
    return
  }
  const { plan_name_ar, plan_name_en, transactions, validity_days, price_halalas } = change
  const terms = {
    code,
    plan_name_ar: plan_name_ar!,
    plan_name_en: plan_name_en!,
    transactions: transactions!,
    validity_days: validity_days!,
    price_halalas: price_halalas!,
  }
  if (kind === 'certificate') {
    const { product_id } = await tx
      .selectFrom('certificate_class')
      .select('product_id')
      .where('id', '=', classId!)
      .executeTakeFirstOrThrow()
    await putCertificateOnSale(tx, { ...terms, product_id, position: years! - 1 }, { classId: classId!, years: years! }, from)
    return
  }
  await putOnSale(tx, { ...terms, ...(await placeOf(tx, code)) }, from)
}

/** Where a plan stands among the others: where it stood, or after all of them. */
async function placeOf(tx: Tx, code: string) {
  const plans = tx
    .selectFrom('product_pricing as p')
    .innerJoin('product', 'product.id', 'p.product_id')
    .select(['p.product_id', 'p.position'])
    .where('product.kind', '=', 'esignPlan')
  const own = await plans.where('p.code', '=', code).orderBy('p.sold_from', 'desc').limit(1).executeTakeFirst()
  if (own) return own
  const last = await plans.orderBy('p.position', 'desc').limit(1).executeTakeFirst()
  if (last) return { ...last, position: last.position + 1 }
  const product = { kind: 'esignPlan', name_ar: 'التوقيع الإلكتروني', name_en: 'Electronic signature' } as const
  const known = await tx.selectFrom('product').select('id').where('kind', '=', 'esignPlan').orderBy('id').limit(1).executeTakeFirst()
  const { id } = known ?? (await tx.insertInto('product').values(product).returning('id').executeTakeFirstOrThrow())
  return { product_id: id, position: 0 }
}
