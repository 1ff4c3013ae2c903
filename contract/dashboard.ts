import { z } from 'zod'
import { gatewayNumber, organisation } from './actingOrganisation.ts'
import { column } from './columns.ts'
import { call, day, flag, list, moment, opaqueId, period } from './kit.ts'
import { organizationSlno } from './lists.ts'
import { orgRoles } from './members.ts'
import { RoleCounts } from './reports.ts'
import { SubscriptionPlan } from './subscriptions.ts'
import { TransactionRow } from './transactions.ts'

/** How many signings ended in each way. */
export const TransactionCounts = z.object({ success: z.int(), failed: z.int(), pending: z.int() })

export const usageSteps = ['day', 'week', 'month'] as const
export type UsageStep = (typeof usageSteps)[number]

/** More bars than this are not drawn, and not counted. */
export const mostBars = 93

/** What came of the signings that were begun on these days, both inclusive, in Riyadh. */
export const UsageBar = TransactionCounts.extend({ fromDate: day, toDate: day })

/** What `usage` of a dashboard covers. */
const wantedUsage = {
  /** Left out, the thirty days until today. */
  ...period,
  /** What each bar counts; left out, whatever keeps them few. Weeks begin on Sunday. */
  per: z.enum(usageSteps).optional(),
}
const Usage = z.object({ fromDate: day, toDate: day, per: z.enum(usageSteps), bars: z.array(UsageBar) })

export const readEnrolmentAdminDashboard = call({
  path: 'POST /api/v1/dashboard/dashboardDetailsForEnrolmentAdmin',
  summary: 'The selected organisation at a glance.',
  access: { org: ['enrolmentAdmin'] },
  whenFull: true,
  body: { sipSlno: gatewayNumber, organizationSlNo: organisation, ...wantedUsage },
  output: z.object({
    organizationName: z.string(),
    organizationNameAr: z.string(),
    users: z.object({ active: z.int(), inActive: z.int() }),
    /** What waits: invited people, those who wait for a decision, changes that do, and purchases that can still be paid. */
    waiting: z.object({ uav: z.int(), newUsers: z.int(), changes: z.int(), purchases: z.int() }),
    roles: RoleCounts,
    counters: z.object({ totalCounters: z.int(), utilizedCounters: z.int(), remainingCounters: z.int() }),
    /** Since the first day of the month in Riyadh. */
    transactions: TransactionCounts,
    usage: Usage,
    recentTransactions: z.array(TransactionRow),
    /** When what is left of the counters, free seats that have an end, and the seal end next; null where nothing of it does. */
    expiry: z.object({ counters: moment.nullable(), seats: moment.nullable(), seal: moment.nullable() }),
  }),
})

/** What may wait in an organisation. `seal`: for a decision; `sealOrder`: for its payment, or for the admin who ordered it. */
export const waitingHereKinds = [
  'sealOrder',
  'newUser',
  'change',
  'unit',
  'sponsor',
  'technicalContact',
  'organisationChange',
  'seal',
  'invitation',
] as const
export type WaitingHereKind = (typeof waitingHereKinds)[number]

export const listWaitingHere = call({
  path: 'POST /api/v1/dashboard/org/waiting',
  summary: 'What waits in an organisation, for the caller and for others, and since when.',
  access: { org: orgRoles },
  whenFull: true,
  body: organizationSlno,
  output: z.object({
    dataList: z.array(
      z.object({
        kind: z.enum(waitingHereKinds),
        /** For the caller to do or to decide; for somebody else otherwise. */
        isOwn: z.boolean(),
        count: z.int(),
        /** Since when the one that waits longest does. */
        waitingSince: moment,
      }),
    ),
    totalCount: z.int(),
  }),
})

export const readMyDashboard = call({
  path: 'POST /api/v1/dashboard/my/dashboard',
  summary: 'The caller’s plans and signings at a glance.',
  access: 'person',
  whenFull: true,
  body: wantedUsage,
  output: z.object({
    /** Sums over the ledger of the plans that can be used now: transactions = utilized + reserved + balance. */
    plans: z.object({
      active: z.int(),
      transactions: z.int(),
      utilized: z.int(),
      /** Set aside for signings that wait. */
      reserved: z.int(),
      balance: z.int(),
      /** Plans with a balance that end within thirty days. */
      ending: z.int(),
      /** When the plan that ends first does; null without one. */
      nextValidTo: moment.nullable(),
    }),
    /** Those that end first. */
    soonestPlans: z.array(SubscriptionPlan),
    transactions: TransactionCounts,
    usage: Usage,
    recentTransactions: z.array(TransactionRow),
    /** Payments that were begun and can still be paid. */
    paymentsWaiting: z.int(),
    /** Organisations that invited the caller, and have no answer yet. */
    invitations: z.int(),
    devices: z.int(),
    kycValidTo: moment,
    /** `soon`: within thirty days; `due`: nothing can be signed until it is renewed. */
    kycState: z.enum(['valid', 'soon', 'due']),
  }),
})

/** What a notification is about; the server has a sentence and a place for each. */
export const notificationKinds = [
  'planLow',
  'planExpiring',
  'kycDue',
  'kycRenewed',
  'agreementDue',
  'paymentSettled',
  'paymentFailed',
  'paymentRefunded',
  'refundEnded',
  'reconciliationDiffers',
  'signingEnded',
  'newDevice',
  'identityChanged',
  'contactChanged',
  'passwordChanged',
  'requestDecided',
  'applicationSent',
  'applicationReturned',
  'accountSuspended',
  'accountReactivated',
  'organisationSuspended',
  'organisationReactivated',
  'membershipEnded',
  'membershipInactive',
  'membershipActive',
  'memberResigned',
  'memberWaits',
  'memberChanged',
  'organisationRequestWaits',
  'sealHalfApproved',
  'invitationEnded',
  'invitationCancelled',
  'certificateIssued',
  'certificateExpiring',
  'certificateExpired',
  'certificateSuspended',
  'certificateReactivated',
  'certificateRevoked',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** A screen of this application and nothing else: neither side sends or follows any other address. */
export const inAppAddress = z.string().regex(/^\/app\/(my|org|operations)(\/[\w-]+)*(\?\w+=[\w-]+)?$/)

export const NotificationRow = z.object({
  encodedNotificationSlno: opaqueId,
  kind: z.enum(notificationKinds),
  /** One sentence in the caller’s language. */
  message: z.string(),
  createdDate: moment,
  isRead: z.boolean(),
  /** Where the person can see or do what it is about. */
  link: inAppAddress,
})

const readStates = {
  false: { tone: 'info', ar: 'غير مقروء', en: 'Unread' },
  true: { tone: 'neutral', ar: 'مقروء', en: 'Read' },
} as const

export const listMyNotifications = list({
  path: 'GET /api/v1/dashboard/my/notifications',
  summary: 'What happened lately and what is due, newest first.',
  access: 'signedIn',
  passive: true,
  paging: { page: 'page', size: 'size' },
  /** Only those that were not read yet. */
  filters: { unread: flag.optional() },
  row: NotificationRow,
  columns: {
    message: column('text', 'التنبيه', 'Notification', { part: 'title' }),
    createdDate: column('moment', 'التاريخ', 'Date', { part: 'line' }),
    isRead: column('status', 'الحالة', 'Status', { names: readStates, part: 'state' }),
  },
  extra: { unreadCount: z.int() },
})

const Marked = z.object({ status: z.literal('1'), unreadCount: z.int() })

export const markNotificationRead = call({
  path: 'POST /api/v1/dashboard/my/notifications/read',
  summary: 'Marks one of the caller’s notifications as read.',
  access: 'signedIn',
  refuses: ['NOT_FOUND'],
  body: { encodedNotificationSlno: opaqueId },
  output: Marked,
})

export const markAllNotificationsRead = call({
  path: 'POST /api/v1/dashboard/my/notifications/readAll',
  summary: 'Marks all of the caller’s notifications as read.',
  access: 'signedIn',
  output: Marked,
})
