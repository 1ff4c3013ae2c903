/** People and their accounts, for the provider's own staff. */
import { z } from 'zod'
import type { Statuses } from './columns.ts'
import { call, moment, slno } from './kit.ts'
import { orgRoles } from './members.ts'
import { mayDecide, mayRead, operatorRoles } from './operatorAccess.ts'
import { remarksText, text } from './texts.ts'

export const personStates = ['active', 'suspended', 'closed'] as const
export type PersonState = (typeof personStates)[number]
export const personStateWords: Statuses<PersonState> = {
  active: { tone: 'success', ar: 'نشط', en: 'Active' },
  suspended: { tone: 'warning', ar: 'معلّق', en: 'Suspended' },
  closed: { tone: 'neutral', ar: 'مغلق', en: 'Closed' },
}
/** Where an account may go from each state; who comes back after closing theirs opens it again. The database enforces the same table. */
export const personEdges: Record<PersonState, readonly PersonState[]> = {
  active: ['suspended', 'closed'],
  suspended: ['active', 'closed'],
  closed: ['active'],
}

const Person = z.object({
  personSlno: slno,
  fullName: z.string(),
  fullNameAr: z.string(),
  /** These three are masked. */
  nationalID: z.string(),
  email: z.string(),
  mobileNo: z.string(),
  state: z.enum(personStates),
  createdDate: moment,
  kycExpiryDate: moment,
  /** Null where nobody signed in yet. */
  lastSignIn: moment.nullable(),
  certificatesInForce: z.int(),
  signings: z.int(),
  organizationList: z.array(
    z.object({ organizationName: z.string(), organizationNameAr: z.string(), role: z.enum(orgRoles), isActive: z.boolean() }),
  ),
  /** Of the provider's own staff. */
  operatorRoles: z.array(z.enum(operatorRoles)),
})
export type FoundPerson = z.infer<typeof Person>

export const findPeople = call({
  path: 'POST /api/v1/operations/people/find',
  summary:
    'Finds a person by a complete national ID, e-mail address or mobile number. Takes the reason; the person sees that they were looked up.',
  access: mayRead,
  body: { search: text(254, 1), reason: remarksText(500) },
  output: z.object({ dataList: z.array(Person) }),
})

const change = {
  access: mayDecide,
  stepUp: true,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'WRONG_STATE'],
  body: { personSlno: slno, remarks: remarksText(1_000) },
  output: Person,
} as const

export const suspendPerson = call({
  path: 'POST /api/v1/operations/people/suspend',
  summary: 'Suspends an account: its sessions end, and nobody signs in to it. The person is told why.',
  ...change,
})

export const reactivatePerson = call({
  path: 'POST /api/v1/operations/people/reactivate',
  summary: 'Lets the person of a suspended account sign in again. They are told why.',
  ...change,
})
