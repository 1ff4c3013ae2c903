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
] as const
export type SweepName = (typeof sweepNames)[number]

/** What is under way and not ended: too many, or too old, and something is stuck. */
export const waitingWork = ['messages', 'signings', 'payments', 'issuing'] as const

export const readSystemState = call({
  path: 'GET /api/v1/operations/state',
  summary: 'How the product is: what it looks at itself, the authority, what waits, and what is done again and again.',
  access: { operator: operatorRoles },
  passive: true,
  output: z.object({
    checks: z.array(z.object({ check: z.enum(readinessChecks), isWell: z.boolean() })),
    /** Octets that can still be written. */
    freeBytes: z.int().nullable(),
    /** Whether time stamps, and with them signatures, are given now. */
    knowsTime: z.boolean(),
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
