/** The one queue of what the provider's staff are to decide. */
import { z } from 'zod'
import { column, type Statuses } from './columns.ts'
import { call, list, moment, opaqueId, type OperatorRole } from './kit.ts'
import { mayRead } from './operatorAccess.ts'

/** What waits for the staff, by kind; `operations/queue.ts` says how each is found. */
export const waitingKinds = [
  'erasure',
  'organisation',
  'membership',
  'change',
  'unit',
  'organisationChange',
  'seal',
  'closure',
  'compromise',
  'contact',
  'refund',
  'catalogueChange',
] as const
export type WaitingKind = (typeof waitingKinds)[number]

export const waitingKindWords: Statuses<WaitingKind> = {
  erasure: { ar: 'إتلاف بيانات', en: 'Data erasure', tone: 'neutral' },
  organisation: { ar: 'تسجيل منشأة', en: 'Organisation', tone: 'info' },
  membership: { ar: 'مسؤول أو مفوض جديد', en: 'New admin or signatory', tone: 'info' },
  change: { ar: 'تغيير بيانات مستخدم', en: 'Change to a user', tone: 'neutral' },
  unit: { ar: 'وحدة تنظيمية', en: 'Unit', tone: 'neutral' },
  organisationChange: { ar: 'تغيير بيانات منشأة', en: 'Change to an organisation', tone: 'neutral' },
  seal: { ar: 'ختم منشأة', en: 'Seal', tone: 'info' },
  closure: { ar: 'إغلاق حساب', en: 'Closing an account', tone: 'warning' },
  compromise: { ar: 'بلاغ عاجل عن شهادة', en: 'Urgent report', tone: 'error' },
  contact: { ar: 'رسالة تواصل', en: 'Contact message', tone: 'neutral' },
  refund: { ar: 'إعادة مبلغ', en: 'Refund', tone: 'warning' },
  catalogueChange: { ar: 'تغيير المعروض للبيع', en: 'Change to the catalogue', tone: 'info' },
}

const finance = ['finance', 'auditor', 'administrator'] as const
/** Which of the staff are shown what waits, by kind. */
export const mayReadWaiting: Record<WaitingKind, readonly OperatorRole[]> = {
  erasure: mayRead.operator,
  organisation: mayRead.operator,
  membership: mayRead.operator,
  change: mayRead.operator,
  unit: mayRead.operator,
  organisationChange: mayRead.operator,
  seal: mayRead.operator,
  closure: mayRead.operator,
  compromise: mayRead.operator,
  contact: mayRead.operator,
  refund: finance,
  catalogueChange: finance,
}
const readers = { operator: ['registrationOfficer', 'finance', 'auditor', 'administrator'] } as const

/**
 * How long each may wait, in hours: from `soon` on it is pressing, from `late` on it is overdue. An erasure has the days that the law gives
 * (PDPL Implementing Regulation, Article 3); a certificate is revoked within a day of the report (ETSI EN 319 411-1, REV-6.2.4).
 */
export const serviceHours: Record<WaitingKind, { soon: number; late: number }> = {
  erasure: { soon: 20 * 24, late: 30 * 24 },
  organisation: { soon: 3 * 24, late: 5 * 24 },
  membership: { soon: 24, late: 3 * 24 },
  change: { soon: 24, late: 3 * 24 },
  unit: { soon: 3 * 24, late: 5 * 24 },
  organisationChange: { soon: 24, late: 3 * 24 },
  seal: { soon: 24, late: 3 * 24 },
  closure: { soon: 24, late: 3 * 24 },
  compromise: { soon: 4, late: 24 },
  contact: { soon: 24, late: 3 * 24 },
  refund: { soon: 24, late: 3 * 24 },
  catalogueChange: { soon: 24, late: 3 * 24 },
}

export const serviceLevels = ['inTime', 'soon', 'late'] as const
export type ServiceLevel = (typeof serviceLevels)[number]
export const serviceLevelWords: Statuses<ServiceLevel> = {
  inTime: { ar: 'في الموعد', en: 'In time', tone: 'success' },
  soon: { ar: 'اقترب موعده', en: 'Due soon', tone: 'warning' },
  late: { ar: 'متأخر', en: 'Overdue', tone: 'error' },
}

const filters = { kind: z.enum(waitingKinds).optional(), serviceLevel: z.enum(serviceLevels).optional() }

export const listWaitingRequests = list({
  path: 'GET /api/v1/operations/requests',
  summary: 'Requests that wait for the staff, of the kinds that the caller reads, soonest due first.',
  access: readers,
  filters,
  row: z.object({
    requestID: opaqueId,
    kind: z.enum(waitingKinds),
    serviceLevel: z.enum(serviceLevels),
    /** The organisation that it is for; null where the request names a person alone. */
    organizationName: z.string().nullable(),
    organizationNameAr: z.string().nullable(),
    /** What tells it from others of its kind: a unit's name, an offer's, the number of a message or a payment; empty where nothing does. */
    about: z.string(),
    aboutAr: z.string(),
    waitingSince: moment,
    waitingDays: z.int(),
    answerDueDate: moment,
  }),
  columns: {
    kind: column('text', 'الطلب', 'Request', { names: waitingKindWords, part: 'title' }),
    about: column('text', 'الموضوع', 'About', { arabic: 'aboutAr', under: 'kind' }),
    serviceLevel: column('status', 'الموعد', 'Deadline', { names: serviceLevelWords, part: 'state' }),
    organizationName: column('text', 'المنشأة', 'Organisation', { arabic: 'organizationNameAr', part: 'line' }),
    waitingSince: column('moment', 'ينتظر منذ', 'Waiting since', { part: 'line' }),
    waitingDays: column('number', 'أيام الانتظار', 'Days waiting', { part: 'line' }),
    answerDueDate: column('moment', 'الجواب قبل', 'Answer due'),
  },
})

export const countWaitingRequests = call({
  path: 'GET /api/v1/operations/requests/counts',
  summary: 'How many requests of each kind wait for the staff, and how many of them are due soon or overdue.',
  access: readers,
  passive: true,
  output: z.object({
    dataList: z.array(z.object({ kind: z.enum(waitingKinds), count: z.int(), soon: z.int(), late: z.int() })),
  }),
})
