import { z } from 'zod'
import { column, type Statuses } from './columns.ts'
import { decisionCalls } from './decisions.ts'
import { EvidenceFile } from './evidence.ts'
import { call, list, moment, numberInPath, opaqueId, period, slno } from './kit.ts'
import { searchText } from './texts.ts'
import { exportOf, flagsFor, organizationSlno } from './lists.ts'
import { orgRoles, orgRoleWords, personAddress, waitsFor } from './members.ts'

const readers = { org: ['enrolmentAdmin', 'authorizedSignatory'], operator: ['registrationOfficer'] } as const

export const newUserStatuses = ['pending', 'approved', 'rejected', 'userRejected'] as const
export type NewUserStatus = (typeof newUserStatuses)[number]
export const newUserStatusWords: Statuses<NewUserStatus> = {
  pending: { ar: 'بانتظار الموافقة', en: 'Pending', tone: 'warning' },
  approved: { ar: 'موافق عليه', en: 'Approved', tone: 'success' },
  rejected: { ar: 'مرفوض', en: 'Rejected', tone: 'error' },
  userRejected: { ar: 'اعتذر الشخص', en: 'Declined', tone: 'neutral' },
}

const filters = {
  /** "1" admins and signatories, "2" organisation users, "3" both. */
  type: z.enum(['1', '2', '3']).default('3'),
  /** The language of the labels in the rows. */
  language: z.enum(['ar', 'en']).default('en'),
  ...period,
  ...organizationSlno,
  search: searchText.optional(),
}

export const NewUserRow = z.object({
  slNo: slno,
  fullName: z.string(),
  fullNameAr: z.string(),
  status: z.enum(newUserStatuses),
  /** The status in words; of what waits, also for whom. */
  statusLabel: z.string(),
  userType: z.enum(orgRoles),
  employeeId: z.string(),
  /** When the person sent their details. */
  createdDate: moment,
})

/** With no status asked for, the approved ones. */
export const listNewUserRequests = list({
  path: 'POST /api/v1/approval/org/users/new/requests',
  summary: 'The requests to join an organisation.',
  access: readers,
  filters: { ...flagsFor(newUserStatuses), ...filters },
  row: NewUserRow,
  columns: {
    fullName: column('text', 'الاسم', 'Name', { arabic: 'fullNameAr', part: 'title' }),
    userType: column('text', 'الدور', 'Role', { names: orgRoleWords, part: 'line' }),
    employeeId: column('id', 'الرقم الوظيفي', 'Employee number', { part: 'line' }),
    status: column('status', 'الحالة', 'Status', { names: newUserStatusWords, part: 'state' }),
    createdDate: column('moment', 'أُرسل في', 'Sent on', { part: 'line' }),
  },
})

export const exportNewUserRequests = exportOf(
  listNewUserRequests,
  { ar: 'طلبات الانضمام', en: 'Requests to join' },
  'POST /api/v1/excel/report/exportOrganizationApprovalUserNewRequest',
)

/** A file that came with a request, as `uniqueFileID` opens it. */
export const RequestDocument = EvidenceFile.extend({
  ID: slno,
  docCategoryID: slno,
  docName: z.string(),
  docStatus: z.string(),
  docTypeID: slno,
})

/** What somebody who wants to join says of themselves, and how the request stands. */
export const joiningFacts = {
  ...personAddress,
  email: z.string(),
  phone: z.string(),
  ISDCode: z.string(),
  unitName: z.string(),
  unitNameAr: z.string(),
  /** What they are called at work, as they say; empty where they do not. */
  designation: z.string(),
  /** Masked. */
  nationalID: z.string(),
  kycStatusLabel: z.string(),
  invitedBy: z.string(),
  waitsFor,
  /** Who approved it half-way, for the registration officer. */
  approvedBy: z.string().nullable(),
  approvedDate: moment.nullable(),
  /** No seat of the role is free, so it cannot be approved now. */
  isFull: z.boolean(),
  /** Why it was rejected or declined. */
  remarks: z.string().nullable(),
  Docs: z.array(RequestDocument),
}
export const NewUserDetail = NewUserRow.extend(joiningFacts)

const newUser = { ...organizationSlno, userSlNo: slno }

export const readNewUserRequest = call({
  path: 'POST /api/v1/approval/org/users/new/viewNewRequestDetails',
  summary: 'One request to join an organisation; the person sees that it was viewed.',
  access: readers,
  whenFull: true,
  body: newUser,
  output: NewUserDetail,
})

export const openNewUserDocument = call({
  path: 'GET /api/v1/approval/org/users/new/:userSlNo/documents/:uniqueFileID',
  summary: 'A file that came with a request to join the selected organisation; the person sees that it was viewed.',
  access: { org: ['enrolmentAdmin', 'authorizedSignatory'] },
  params: { userSlNo: numberInPath(1), uniqueFileID: opaqueId },
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/octet-stream' },
})

const signatories = { org: ['authorizedSignatory'] } as const

export const { initiate: initiateNewUserDecision, verify: verifyNewUserDecision } = decisionCalls({
  path: '/api/v1/approval/org/users/new/decision',
  access: signatories,
  of: newUser,
  on: 'a request to join',
  after: 'the request is decided. A new admin or signatory then waits for the registration officer.',
  refuses: ['NO_BALANCE'],
})
