/** Counters, role plans, special plans and purchase orders: one request with lines, told apart by its kind. */
import { z } from 'zod'
import { organisationInPath } from './actingOrganisation.ts'
import { call, list, moment, numberInPath, opaqueId, period, riyals, slno } from './kit.ts'
import { searchText } from './texts.ts'
import { exportOf, flagsFor, organizationSlno } from './lists.ts'
import { orgRoles } from './members.ts'

const readers = { org: ['enrolmentAdmin', 'authorizedSignatory'], operator: ['sales', 'finance'] } as const

export const purchaseKinds = ['counter', 'rolePlan', 'specialPlan', 'purchaseOrder'] as const
export type PurchaseKind = (typeof purchaseKinds)[number]

export const purchaseStatuses = [
  'initiated',
  'pending',
  'pendingForApproval',
  'approved',
  'rejected',
  'paymentInitiated',
  'success',
  'failure',
  'paymentSuccess',
  'paymentFailure',
] as const
export type PurchaseStatus = (typeof purchaseStatuses)[number]

type Edges = Partial<Record<PurchaseStatus, readonly PurchaseStatus[]>>
const boughtAtOnce: Edges = {
  initiated: ['paymentInitiated'],
  paymentInitiated: ['success', 'failure'],
  success: [],
  failure: ['paymentInitiated'],
}
const negotiated: Edges = {
  pendingForApproval: ['approved', 'rejected'],
  approved: ['paymentSuccess', 'paymentFailure'],
  rejected: [],
  paymentSuccess: [],
  paymentFailure: ['paymentSuccess', 'paymentFailure'],
}

/** Where a request of each kind may go from each status that it can have. */
export const purchaseEdges: Record<PurchaseKind, Edges> = {
  counter: boughtAtOnce,
  rolePlan: boughtAtOnce,
  specialPlan: negotiated,
  purchaseOrder: {
    ...negotiated,
    pending: ['pendingForApproval'],
    approved: ['paymentInitiated'],
    paymentInitiated: ['paymentSuccess', 'paymentFailure'],
    paymentFailure: ['paymentInitiated'],
  },
}

export const paymentModes = ['online', 'offline'] as const
export const paymentTypes = ['card', 'sadad', 'transfer'] as const

/** One request; `price` and `vat` make `totalPrice`. */
export const PurchaseRow = z.object({
  productKeyRequestSlNo: slno,
  transactionNo: z.string(),
  requestDate: moment,
  planName: z.string(),
  planNameAr: z.string(),
  planType: z.string(),
  price: riyals,
  vat: riyals,
  totalPrice: riyals,
  paymentMode: z.enum(paymentModes).nullable(),
  paymentType: z.enum(paymentTypes).nullable(),
  /** How many products, over all lines. */
  productsInQuantity: z.int(),
  status: z.enum(purchaseStatuses),
})

/** A negotiated or offline request, with what the gateway or the provider's staff answered. */
export const AnsweredPurchaseRow = PurchaseRow.extend({
  errorMessage: z.string().nullable(),
  errorCode: z.string().nullable(),
  responseStatus: z.string().nullable(),
})

const filters = { ...period, ...organizationSlno, search: searchText.optional() }
const boughtFilters = { ...flagsFor(['success', 'failure']), ...filters }
const negotiatedFlags = ['pendingForApproval', 'approved', 'rejected', 'paymentSuccess', 'paymentFailure'] as const

/** What a line of a request, or a plan on offer, is of. */
export const purchaseCategories = ['counter', 'rolePlan', 'specialPlan', 'certificate'] as const

export const QuantityLine = z.object({
  planId: slno,
  planDescription: z.string(),
  planDescriptionAr: z.string(),
  productName: z.string(),
  productNameAr: z.string(),
  userType: z.enum(orgRoles).nullable(),
  category: z.enum(purchaseCategories),
  planType: z.string(),
  /** Days. */
  validity: z.int(),
  /** Counters or seats in one. */
  size: z.int(),
  quantity: z.int(),
  price: riyals,
  vat: riyals,
  totalPrice: riyals,
})

/** Seats of a role in a request. */
export const PaxLine = z.object({
  name: z.string(),
  nameAr: z.string(),
  paxDescription: z.string(),
  paxSize: z.int(),
  paxTypeName: z.string(),
  paxUniqueId: z.string(),
  salesPrice: riyals,
  tax: riyals,
  totalPrice: riyals,
  totalQuantity: z.int(),
})

const quantities = z.object({ dataList: z.array(QuantityLine), paxList: z.array(PaxLine), totalCount: z.int() })

/** A plan that an organisation can buy. */
export const OrganisationPlan = QuantityLine.omit({ quantity: true }).extend({ encodedPlanSlno: opaqueId })
const plansOnOffer = z.object({ dataList: z.array(OrganisationPlan), totalCount: z.int(), vat: z.string() })

export const listCounterPurchases = list({
  path: 'POST /api/v1/buy/org/counters',
  summary: 'An organisation’s purchases of counters.',
  access: readers,
  filters: boughtFilters,
  row: PurchaseRow,
})

export const exportCounterPurchases = exportOf(
  listCounterPurchases,
  { ar: 'مشتريات العدادات', en: 'Counter purchases' },
  'POST /api/v1/excel/report/exportPurchaseCounter',
)

export const readCounterQuantities = call({
  path: 'POST /api/v1/buy/org/counters/quantityGridCounter/:id',
  summary: 'What was bought in one purchase of counters.',
  access: readers,
  whenFull: true,
  params: { id: numberInPath(1) },
  output: quantities,
})

export const listCounterPlans = call({
  path: 'POST /api/v1/buy/org/counters/plans/:id',
  summary: 'The counters that an organisation can buy.',
  access: readers,
  whenFull: true,
  params: { id: organisationInPath },
  output: plansOnOffer,
})

export const listRolePlanPurchases = list({
  path: 'POST /api/v1/buy/org/role/plans',
  summary: 'An organisation’s purchases of seats.',
  access: readers,
  filters: boughtFilters,
  row: PurchaseRow,
})

export const exportRolePlanPurchases = exportOf(
  listRolePlanPurchases,
  { ar: 'مشتريات المقاعد', en: 'Seat purchases' },
  'POST /api/v1/excel/report/exportPurchaseOrgRolePlan',
)

export const readRolePlanQuantities = call({
  path: 'POST /api/v1/buy/org/role/quantityGridRole/:id',
  summary: 'What was bought in one purchase of seats.',
  access: readers,
  whenFull: true,
  params: { id: numberInPath(1) },
  output: quantities,
})

export const listRolePlanDescriptions = call({
  path: 'GET /api/v1/buy/org/role/rolePlanDescription',
  summary: 'The packs of seats on offer, for each role.',
  access: readers,
  output: plansOnOffer,
})

export const listSpecialPlanRequests = list({
  path: 'POST /api/v1/purchase/org/special/plans',
  summary: 'The special plans that an organisation asked for.',
  access: readers,
  filters: { ...flagsFor(negotiatedFlags), ...filters },
  row: AnsweredPurchaseRow,
})

export const exportSpecialPlanRequests = exportOf(
  listSpecialPlanRequests,
  { ar: 'الباقات الخاصة', en: 'Special plans' },
  'POST /api/v1/excel/report/exportSpecialPlan',
)

const requestAndType = { requestSlNo: numberInPath(1), planType: z.enum(purchaseCategories) }

export const readSpecialPlanQuantities = call({
  path: 'POST /api/v1/purchase/org/special/quantityGridSpecialPlan/:requestSlNo/:planType',
  summary: 'The lines of one kind in a special plan.',
  access: readers,
  whenFull: true,
  params: requestAndType,
  output: quantities,
})

export const listPurchaseOrders = list({
  path: 'POST /api/v1/purchase/org/requests',
  summary: 'An organisation’s purchase orders.',
  access: readers,
  filters: { ...flagsFor([...negotiatedFlags, 'pending', 'paymentInitiated']), ...filters },
  row: AnsweredPurchaseRow,
})

export const exportPurchaseOrders = exportOf(
  listPurchaseOrders,
  { ar: 'أوامر الشراء', en: 'Purchase orders' },
  'POST /api/v1/excel/report/exportPurchaseOrderRequest',
)

export const listPurchaseOrderPlans = call({
  path: 'POST /api/v1/purchase/org/requests/plans/:category/:orgSlno',
  summary: 'What an organisation can put into a purchase order, by category.',
  access: readers,
  whenFull: true,
  params: { category: z.enum(purchaseCategories), orgSlno: organisationInPath },
  output: plansOnOffer,
})

export const readPurchaseOrderQuantities = call({
  path: 'POST /api/v1/purchase/org/requests/quantityGridPurchaseOrder/:requestSlNo/:planType',
  summary: 'The lines of one kind in a purchase order.',
  access: readers,
  whenFull: true,
  params: requestAndType,
  output: quantities,
})
