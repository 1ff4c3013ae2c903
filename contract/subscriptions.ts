import { z } from 'zod'
import { column, type Columns, type Statuses } from './columns.ts'
import { list, moment, opaqueId, riyals } from './kit.ts'
import { searchText } from './texts.ts'

export const planStatuses = ['active', 'used', 'refunded', 'expired'] as const
export type PlanStatus = (typeof planStatuses)[number]

export const planStatusWords: Statuses<PlanStatus> = {
  active: { tone: 'success', ar: 'سارية', en: 'Active' },
  used: { tone: 'neutral', ar: 'مستخدمة بالكامل', en: 'Used up' },
  refunded: { tone: 'neutral', ar: 'أُعيد مبلغها', en: 'Refunded' },
  expired: { tone: 'warning', ar: 'منتهية', en: 'Expired' },
}

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

const columns: Columns<keyof z.output<typeof SubscriptionPlan>> = {
  planName: column('text', 'الباقة', 'Plan', { arabic: 'planNameAr', part: 'title' }),
  productName: column('text', 'المنتج', 'Product', { arabic: 'productNameAr', under: 'planName' }),
  transactions: column('number', 'المعاملات', 'Transactions', { sheetOnly: true }),
  utilized: column('number', 'الاستخدام', 'Usage'),
  balance: column('number', 'الرصيد', 'Balance', { sheetOnly: true }),
  validFrom: column('date', 'من', 'From', { part: 'line' }),
  validTo: column('date', 'حتى', 'Until', { part: 'line' }),
  price: column('money', 'قبل الضريبة', 'Before VAT', { sheetOnly: true }),
  tax: column('money', 'الضريبة', 'VAT', { sheetOnly: true }),
  totalPrice: column('money', 'المدفوع', 'Paid', { part: 'line' }),
  encodedOrderSlno: column('id', 'الطلب', 'Order', { shows: 'start' }),
  statusLabel: column('status', 'الحالة', 'Status', { names: planStatusWords, part: 'state' }),
}

const filters = { search: searchText.optional() }

export const listPurchasedPlans = list({
  path: 'GET /api/v1/esign/my/subscription/plans/purchased/:page/:size',
  summary: 'The caller’s plans that can still be used, welcome packs apart.',
  access: 'person',
  filters,
  row: SubscriptionPlan,
  columns,
  rowsAlso: ['purchasedPlanList'],
  extra: { welcomePackList: z.array(SubscriptionPlan) },
})

export const listPlanHistory = list({
  path: 'GET /api/v1/esign/my/subscription/plans/history/:page/:size',
  summary: 'The caller’s plans that are used up or expired.',
  access: 'person',
  filters,
  row: SubscriptionPlan,
  columns,
})
