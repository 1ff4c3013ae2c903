/** How the product itself is, for the provider's own staff. */
import { z } from 'zod'
import { call, moment } from './kit.ts'
import { operatorRoles } from './operatorAccess.ts'

/** What each process looks at before it says that it is ready. */
export const readinessChecks = ['database', 'migrations', 'disk', 'books', 'clock'] as const
export type ReadinessCheck = (typeof readinessChecks)[number]

/** What is done again and again. */
export const sweepNames = [
  'messages',
  'time',
  'payments',
  'refunds',
  'reconciliation',
  'plans',
  'catalogue',
  'dueNotices',
  'signings',
  'enrolments',
  'invitations',
  'contents',
  'incoming',
  'certificates',
  'spent',
  'oldNotifications',
  'contact',
  'erasures',
  'authority',
  'health',
  'outside',
] as const
export type SweepName = (typeof sweepNames)[number]

/** What is under way and not ended: too many, or too old, and something is stuck. */
export const waitingWork = ['messages', 'signings', 'payments', 'issuing'] as const

/** Those outside whom the product asks. */
export const outsideParties = ['identity', 'payments', 'mail', 'sms', 'commercialRegister'] as const
export type OutsideParty = (typeof outsideParties)[number]
/** Why a party gave no answer. */
export const outsideReasons = ['network', 'timeout', 'status', 'answer', 'keys', 'crowded'] as const
export type OutsideReason = (typeof outsideReasons)[number]

export const readSystemState = call({
  path: 'GET /api/v1/operations/state',
  summary: 'The state of the system: its own checks, the certification authority, work in progress, and recurring jobs.',
  access: { operator: operatorRoles },
  passive: true,
  output: z.object({
    checks: z.array(z.object({ check: z.enum(readinessChecks), isWell: z.boolean() })),
    /** Octets that can still be written. */
    freeBytes: z.int().nullable(),
    /** Whether time stamps, and with them signatures, are given now. */
    knowsTime: z.boolean(),
    /** Whether status requests are answered and lists are fresh, as others get them. */
    publishing: z.object({ ocsp: z.boolean(), lists: z.boolean() }),
    /** Whether a document can be stored, read and destroyed. */
    storesDocuments: z.boolean(),
    /** As the process that answers saw them; null of what it did not come to. */
    outside: z.array(
      z.object({
        party: z.enum(outsideParties),
        /** Whether a connection opens. */
        isReached: z.boolean().nullable(),
        /** Whether the last call was answered. */
        isWell: z.boolean().nullable(),
        answeredDate: moment.nullable(),
        failedDate: moment.nullable(),
        /** Of the last call that failed. */
        fault: z.enum(outsideReasons).nullable(),
      }),
    ),
    /** The certificates of the authority that are in use, with the list that each signed last. */
    authorities: z.array(
      z.object({
        authorityKey: z.string(),
        issuedTo: z.string(),
        validTo: moment,
        listUpdated: moment.nullable(),
        listNextUpdate: moment.nullable(),
      }),
    ),
    waiting: z.array(z.object({ work: z.enum(waitingWork), count: z.int(), since: moment.nullable() })),
    /** Letters and texts of the last 30 days that could not be delivered. */
    undelivered: z.int(),
    /** Of the process that answers; null where it did not come to it yet. */
    sweeps: z.array(z.object({ sweep: z.enum(sweepNames), everySeconds: z.int(), lastRun: moment.nullable(), isWell: z.boolean() })),
  }),
})
