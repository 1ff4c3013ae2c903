import * as calls from '#contract/catalogue.ts'
import { route } from '#server/platform/http/route.ts'
import { onSale } from './offers.ts'
import { perCent, vatOf, vatRate } from './vat.ts'

const offered = { ar: 'الباقات المتاحة للشراء', en: 'Plans on sale' }

export const listEsignPlans = route(calls.listEsignPlans, async ({ db, now, language }) => {
  const basisPoints = await vatRate(db, now)
  const plans = await db
    .selectFrom('product_pricing')
    .innerJoin('product', 'product.id', 'product_pricing.product_id')
    .select([
      'plan_name_en as planName',
      'plan_name_ar as planNameAr',
      'product.name_en as productName',
      'product.name_ar as productNameAr',
      'transactions as transactionLimit',
      'validity_days as validity',
      'price_halalas as price',
      'product_pricing.id as productPricingDetailsSlno',
      'product_pricing.public_id as encodedPlanSlno',
    ])
    .where('product.kind', '=', 'esignPlan')
    .where(onSale(now))
    .orderBy('position')
    .orderBy('product_pricing.id')
    .execute()
  const planDetailsDTOList = plans.map((plan) => {
    const tax = vatOf(plan.price, basisPoints)
    return { ...plan, tax, totalPrice: plan.price + tax }
  })
  return { state: '1' as const, responseMessage: offered[language], vat: perCent(basisPoints), planDetailsDTOList }
})

export const readVat = route(calls.readVat, async ({ db, now }) => ({ vat: perCent(await vatRate(db, now)) }))
