import { z } from 'zod'
import { gatewayNumberInPath } from './actingOrganisation.ts'
import { call, list, moment, period, riyals } from './kit.ts'
import { searchText } from './texts.ts'
import { exportOf, flagsFor, organizationSlno } from './lists.ts'
import { orgRoles } from './members.ts'

const readers = { org: ['enrolmentAdmin', 'authorizedSignatory'], operator: ['auditor'] } as const
const filters = { ...period, ...organizationSlno, search: searchText.optional() }

export const counterStatuses = ['active', 'used', 'expired'] as const

/** An organisation's counters: what it had, what is used, what is left. Each number is a sum over the ledger. */
export const DeductionRow = z.object({
  planName: z.string(),
  planNameAr: z.string(),
  planType: z.string(),
  activeDate: moment,
  expiryDate: moment,
  salesPrice: riyals,
  vat: riyals,
  totalPrice: riyals,
  status: z.enum(counterStatuses),
  totalCounters: z.int(),
  utilizedCounters: z.int(),
  remainingCounters: z.int(),
})

export const listCounterDeductions = list({
  path: 'POST /api/v1/reports/org/esign/deduction/summary',
  summary: 'How an organisation’s counters were used, plan by plan.',
  access: readers,
  filters: { ...flagsFor(counterStatuses), ...filters },
  row: DeductionRow,
  /** Over all rows of the filter, not of the page. */
  extra: { totals: z.object({ totalCounters: z.int(), utilizedCounters: z.int(), remainingCounters: z.int() }) },
})

export const exportCounterDeductions = exportOf(
  listCounterDeductions,
  { ar: 'استخدام العدادات', en: 'Use of counters' },
  'POST /api/v1/excel/report/exportEsignCounderDeductionSummaryReport',
)

export const AllocationRow = z.object({
  createdDate: moment,
  /** `HH:mm:ss` in Riyadh. */
  createdTime: z.string(),
  paxUniqueId: z.string(),
  paxDescription: z.string(),
  userType: z.enum(orgRoles),
  paxType: z.string(),
  salesPrice: riyals,
  paxSize: z.int(),
  baseprice: riyals,
})

export const listAllocationHistory = list({
  path: 'POST /api/v1/reports/org/counter/allocation/history',
  summary: 'When an organisation was credited with seats, newest first.',
  access: readers,
  filters: { ...filters, userType: z.enum(orgRoles).optional() },
  row: AllocationRow,
})

export const exportAllocationHistory = exportOf(
  listAllocationHistory,
  { ar: 'سجل المقاعد', en: 'Seat history' },
  'POST /api/v1/excel/report/exportOrgRoleCounterDeductionSummary',
)

const RoleCount = z.object({ totalQuantity: z.int(), usedQuantity: z.int(), remainingQuantity: z.int() })
/** Seats of each role. */
export const RoleCounts = z.object({ enrolmentAdmin: RoleCount, authorizedSignatory: RoleCount, organizationUser: RoleCount })

export const readRoleSummary = call({
  path: 'GET /api/v1/reports/org/role/deduction/summary/:sipSlNo',
  summary: 'How many seats of each role an organisation has, uses and has left.',
  access: readers,
  params: { sipSlNo: gatewayNumberInPath },
  output: RoleCounts,
})
