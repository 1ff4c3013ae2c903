import { z } from 'zod'
import { call, opaqueId, riyals, slno } from './kit.ts'

/** A plan that can be bought. Prices are the server's; `totalPrice` = `price` + `tax`. */
export const BuyablePlan = z.object({
  planName: z.string(),
  planNameAr: z.string(),
  productName: z.string(),
  productNameAr: z.string(),
  transactionLimit: z.int(),
  /** Days from the moment of credit. */
  validity: z.int(),
  price: riyals,
  tax: riyals,
  totalPrice: riyals,
  productPricingDetailsSlno: slno,
  encodedPlanSlno: opaqueId,
})

export const listEsignPlans = call({
  path: 'GET /api/v1/common/esign/plans',
  summary: 'The signing plans on sale, with VAT.',
  access: 'anyone',
  forEverybody: true,
  output: z.object({ state: z.literal('1'), responseMessage: z.string(), vat: z.string(), planDetailsDTOList: z.array(BuyablePlan) }),
})

export const readVat = call({
  path: 'GET /api/v1/common/get/vat',
  summary: 'The rate of VAT in per cent.',
  access: 'anyone',
  forEverybody: true,
  output: z.object({ vat: z.string() }),
})
