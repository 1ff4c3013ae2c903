import { z } from 'zod'
import { list, moment, opaqueId, riyals } from './kit.ts'
import { searchText } from './texts.ts'

export const planStatuses = ['active', 'used', 'expired'] as const
export type PlanStatus = (typeof planStatuses)[number]

/** A plan that was credited: what it had, what is used, what is left. */
export const SubscriptionPlan = z.object({
  planName: z.string(),
  planNameAr: z.string(),
  productName: z.string(),
  productNameAr: z.string(),
  planUniqueID: opaqueId,
  transactions: z.int(),
  utilized: z.int(),
  balance: z.int(),
  validFrom: moment,
  validTo: moment,
  encodedOrderSlno: opaqueId.nullable(),
  price: riyals,
  tax: riyals,
  totalPrice: riyals,
  statusLabel: z.enum(planStatuses),
})

const filters = { search: searchText.optional() }

export const listPurchasedPlans = list({
  path: 'GET /api/v1/esign/my/subscription/plans/purchased/:page/:size',
  summary: 'The caller’s plans that can still be used, welcome packs apart.',
  access: 'person',
  filters,
  row: SubscriptionPlan,
  rowsAlso: ['purchasedPlanList'],
  extra: { welcomePackList: z.array(SubscriptionPlan) },
})

export const listPlanHistory = list({
  path: 'GET /api/v1/esign/my/subscription/plans/history/:page/:size',
  summary: 'The caller’s plans that are used up or expired.',
  access: 'person',
  filters,
  row: SubscriptionPlan,
})
