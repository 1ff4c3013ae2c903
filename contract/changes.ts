/** What is to change about a user of an organisation: who asks for it, and who decides. */
import { z } from 'zod'
import { organisation } from './actingOrganisation.ts'
import { column, type Words } from './columns.ts'
import { decisionCalls } from './decisions.ts'
import { call, list, moment, period, slno } from './kit.ts'
import { exportOf, flagsFor, organizationSlno } from './lists.ts'
import { changeTypes, orgRoles, orgRoleWords, waitsFor } from './members.ts'
import { submissionStatuses, submissionStatusWords } from './submissions.ts'
import { remarksText, searchText } from './texts.ts'

const readers = { org: ['enrolmentAdmin', 'authorizedSignatory'], operator: ['registrationOfficer'] } as const
const signatories = { org: ['authorizedSignatory'] } as const

export const changeTypeWords: Record<(typeof changeTypes)[number], Words> = {
  email: { ar: 'البريد الإلكتروني للعمل', en: 'Work e-mail' },
  mobile: { ar: 'جوال العمل', en: 'Work mobile' },
  unit: { ar: 'الوحدة', en: 'Unit' },
  role: { ar: 'الدور', en: 'Role' },
}

export const ChangeRow = z.object({
  slNo: slno,
  fullName: z.string(),
  fullNameAr: z.string(),
  status: z.enum(submissionStatuses),
  /** The status in words; of what waits, also for whom. */
  statusLabel: z.string(),
  userType: z.enum(orgRoles),
  requestDate: moment,
  changeType: z.enum(changeTypes),
})

export const listChangeRequests = list({
  path: 'POST /api/v1/approval/org/users/change/requests',
  summary: 'The changes that are asked for about users of an organisation.',
  access: readers,
  filters: {
    ...flagsFor(submissionStatuses),
    /** "1" admins and signatories, "2" organisation users, "3" both. */
    type: z.enum(['1', '2', '3']).default('3'),
    /** The language of the labels in the rows. */
    language: z.enum(['ar', 'en']).default('en'),
    ...period,
    ...organizationSlno,
    search: searchText.optional(),
  },
  row: ChangeRow,
  columns: {
    fullName: column('text', 'الاسم', 'Name', { arabic: 'fullNameAr', part: 'title' }),
    userType: column('text', 'الدور', 'Role', { names: orgRoleWords, under: 'fullName' }),
    changeType: column('text', 'ما يتغيّر', 'What changes', { names: changeTypeWords, part: 'line' }),
    status: column('status', 'الحالة', 'Status', { names: submissionStatusWords, part: 'state' }),
    requestDate: column('moment', 'طُلب في', 'Requested', { part: 'line' }),
  },
})

export const exportChangeRequests = exportOf(
  listChangeRequests,
  { ar: 'طلبات التغيير', en: 'Change requests' },
  'POST /api/v1/excel/report/exportOrganizationApprovalUserChangeRequest',
)

export const ChangeDetail = z.object({
  slNo: slno,
  userSlNo: slno,
  fullName: z.string(),
  fullNameAr: z.string(),
  orgUserType: z.enum(orgRoles),
  changeType: z.enum(changeTypes),
  requestStatus: z.enum(submissionStatuses),
  statusLabel: z.string(),
  requestDate: moment,
  /** Their work e-mail as it is. */
  email: z.string(),
  /** Set where the e-mail address is what changes. */
  newEmail: z.string().nullable(),
  /** What changes, as it was when it was asked for and as it would be: an address, a role, or a unit by its name. */
  oldValue: z.string(),
  newValue: z.string(),
  requestedBy: z.string(),
  /** Why it was asked for. */
  reason: z.string(),
  waitsFor,
  /** Who approved it half-way, for the registration officer. */
  approvedBy: z.string().nullable(),
  /** No seat of the role is free, so it cannot be approved now. */
  isFull: z.boolean(),
  /** Of whoever decided it. */
  remarks: z.string().nullable(),
})

const request = { ...organizationSlno, slNo: slno }

export const readChangeRequest = call({
  path: 'POST /api/v1/approval/org/users/change/viewChangeRequestDetails',
  summary: 'One change that is asked for; the user sees that it was viewed.',
  access: readers,
  whenFull: true,
  refuses: ['NOT_FOUND'],
  body: request,
  output: ChangeDetail,
})

export const { initiate: initiateChangeDecision, verify: verifyChangeDecision } = decisionCalls({
  path: '/api/v1/approval/org/users/change/decision',
  access: signatories,
  of: request,
  on: 'a change',
  after: 'the change is made at once. A new admin or signatory waits for the registration officer first.',
  refuses: ['NO_BALANCE'],
})

const ask = {
  access: { org: ['enrolmentAdmin'] },
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  output: z.object({ slNo: slno }),
} as const
const about = { orgSlNo: organisation, userSlNo: slno, remarks: remarksText(500) }

export const requestUnitChange = call({
  path: 'POST /api/v1/user/org/orgUser/change/unit',
  summary: 'Asks that a user belong to another unit; a signatory decides.',
  ...ask,
  body: { ...about, orgUnitSlNo: slno },
})

export const requestRoleChange = call({
  path: 'POST /api/v1/user/org/orgUser/change/role',
  summary: 'Asks that a user have another role; a signatory decides and, of a new admin or signatory, the registration officer after that.',
  ...ask,
  stepUp: true,
  body: { ...about, userType: z.enum(orgRoles) },
})
