/** Inviting people into an organisation, and how an invited person joins: requests to create a user account (UAV) on the wire. */
import { z } from 'zod'
import { postalCode } from './applications.ts'
import { column, type Statuses } from './columns.ts'
import { emailAddress, mobileNumber } from './addresses.ts'
import { evidenceOf } from './evidence.ts'
import { call, country, list, moment, opaqueId, type OrgRole, period, slno } from './kit.ts'
import { exportOf, flagsFor, organizationSlno } from './lists.ts'
import { memberEdges, type MembershipStatus, orgRoles, orgRoleWords, waitsFor } from './members.ts'
import { originatorCodes, originators } from './originators.ts'
import { nameText, remarksText, searchText, writtenText } from './texts.ts'
import { nationalId } from './typedDigits.ts'

const readers = { org: ['enrolmentAdmin', 'authorizedSignatory'], operator: ['registrationOfficer'] } as const
const makers = { org: ['enrolmentAdmin'] } as const

/** By their number on the wire. */
export const accountRequestStatuses = ['initiated', 'pending', 'approved', 'rejected', 'cancelled'] as const
export type AccountRequestStatus = (typeof accountRequestStatuses)[number]

export const accountRequestStatusWords: Statuses<AccountRequestStatus> = {
  initiated: { ar: 'أُرسلت الدعوة', en: 'Invited', tone: 'info' },
  pending: { ar: 'بانتظار الموافقة', en: 'Pending', tone: 'warning' },
  approved: { ar: 'موافق عليها', en: 'Approved', tone: 'success' },
  rejected: { ar: 'مرفوضة', en: 'Rejected', tone: 'error' },
  cancelled: { ar: 'ملغاة', en: 'Cancelled', tone: 'neutral' },
}

/** What the list of invitations says of a membership: who joined stays approved there, and who declined ends it as cancelling does. */
export const accountRequestStatusOf: Record<MembershipStatus, AccountRequestStatus> = {
  initiated: 'initiated',
  pending: 'pending',
  approved: 'approved',
  deactivated: 'approved',
  rejected: 'rejected',
  userRejected: 'cancelled',
  cancelled: 'cancelled',
}

/** Whether an invitation can still be cancelled. */
export const mayCancel = (status: MembershipStatus) => memberEdges[status].includes('cancelled')

/** Whoever is to act as an admin or a signatory shows by what right; a user need not. */
export const needsEvidence = (role: OrgRole) => role !== 'organizationUser'

/** How long the link of an invitation serves. */
export const invitationDays = 14

export const AccountRequestRow = z.object({
  id: slno,
  /** Masked. */
  nationalID: z.string(),
  fullName: z.string(),
  email: z.string(),
  mobileNo: z.string(),
  userType: z.enum(orgRoles),
  /** Who decided it, or approved it half-way; null while nobody has. */
  processedBy: z.string().nullable(),
  status: z.int().min(0).max(4),
  statusLabel: z.enum(accountRequestStatuses),
  createdDate: moment,
})

export const listAccountRequests = list({
  path: 'POST /api/v1/user/org/uav/viewCreateUavUsersGrid',
  summary: 'The people whom an organisation invited, the latest first.',
  access: readers,
  filters: {
    originator: z.literal(originatorCodes).default(originators.organisationPortal),
    ...flagsFor(accountRequestStatuses),
    ...period,
    ...organizationSlno,
    search: searchText.optional(),
  },
  row: AccountRequestRow,
  columns: {
    fullName: column('text', 'الاسم', 'Name', { part: 'title' }),
    nationalID: column('id', 'رقم الهوية', 'National ID', { part: 'line' }),
    userType: column('text', 'الدور', 'Role', { names: orgRoleWords, under: 'fullName' }),
    statusLabel: column('status', 'الحالة', 'Status', { names: accountRequestStatusWords, part: 'state' }),
    processedBy: column('text', 'صاحب القرار', 'Decided by'),
    createdDate: column('moment', 'دُعي في', 'Invited on', { part: 'line' }),
  },
  paging: { page: 'pageNumber', size: 'pageSize' },
})

export const exportAccountRequests = exportOf(
  listAccountRequests,
  { ar: 'الدعوات', en: 'Invitations' },
  'POST /api/v1/excel/report/exportCreateUavUsers',
)

export const AccountRequest = AccountRequestRow.extend({
  employeeId: z.string(),
  organizationUnit: z.string(),
  organizationUnitAr: z.string(),
  /** Until when the link serves; null once it was used or the invitation is over. */
  expiresAt: moment.nullable(),
  /** When the person sent their details. */
  submittedDate: moment.nullable(),
  waitsFor,
  /** Why it was rejected, cancelled or declined. */
  remarks: z.string(),
})

const one = { ...organizationSlno, id: slno }

export const readAccountRequest = call({
  path: 'POST /api/v1/user/org/uav/viewUavUser',
  summary: 'One invitation.',
  access: readers,
  whenFull: true,
  body: one,
  output: AccountRequest,
})

export const createAccountRequest = call({
  path: 'POST /api/v1/user/org/uav/createUavUser',
  summary: 'Invites a person to an organisation, by e-mail and text message. The link serves fourteen days, once.',
  access: makers,
  stepUp: true,
  refuses: ['TOO_MANY'],
  body: {
    ...organizationSlno,
    nationalID: nationalId,
    /** As the organisation knows the person; once they joined, the name is the one their identity proves. */
    fullName: nameText(200),
    email: emailAddress,
    mobileNo: mobileNumber,
    userType: z.enum(orgRoles),
    employeeId: nameText(40, { least: 0 }).default(''),
    /** A unit in use; left out, the organisation’s only one where it has one. */
    orgUnitSlNo: slno.optional(),
  },
  output: AccountRequest,
})

export const resendAccountRequest = call({
  path: 'POST /api/v1/user/org/uav/resendUavUser',
  summary: 'Sends an invitation again, with a new link; the earlier one serves no more.',
  access: makers,
  refuses: ['NOT_FOUND', 'WRONG_STATE', 'TOO_MANY'],
  body: one,
  output: AccountRequest,
})

export const cancelAccountRequest = call({
  path: 'POST /api/v1/user/org/uav/cancelUavUser',
  summary: 'Cancels an invitation that is not decided. Its link serves no more; whoever sent their details is told why.',
  access: makers,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { ...one, remarks: remarksText(500) },
  output: AccountRequest,
})

/** An invitation as the invited person sees it. */
export const MyInvitation = z.object({
  requestID: opaqueId,
  organizationName: z.string(),
  organizationNameAr: z.string(),
  unifiedOrgNo: z.string(),
  userType: z.enum(orgRoles),
  status: z.enum(['initiated', 'pending']),
  /** As the organisation gave them. */
  email: z.string(),
  mobileNo: z.string(),
  employeeId: z.string(),
  invitedDate: moment,
  expiresAt: moment,
  submittedDate: moment.nullable(),
})

export const listMyInvitations = call({
  path: 'GET /api/v1/orguser/invitations',
  summary: 'The invitations of organisations to the caller that wait: for the caller’s details, or for the organisation’s decision.',
  access: 'person',
  output: z.object({ dataList: z.array(MyInvitation), totalCount: z.int() }),
})

export const submitUserDetails = call({
  path: 'POST /api/v1/orguser/userDetails',
  summary: 'Sends an invited person’s details; the request then waits for the organisation’s decision.',
  access: 'person',
  stepUp: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: {
    requestID: opaqueId,
    country,
    state: nameText(100),
    city: nameText(100),
    postalCode,
    /** What the person is called at work. */
    designation: nameText(100, { least: 0 }).default(''),
    /** Files that were uploaded for this purpose. */
    evidence: evidenceOf,
    acceptTerms: z.literal(true),
  },
  output: z.object({ status: z.literal('1'), requestNo: slno }),
})

export const declineInvitation = call({
  path: 'POST /api/v1/orguser/decline',
  summary: 'Declines an invitation, before or after the details were sent. The organisation is told.',
  access: 'person',
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { requestID: opaqueId, remarks: writtenText(500).default('') },
  output: z.object({ status: z.literal('1') }),
})
