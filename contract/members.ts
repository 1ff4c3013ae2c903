import { z } from 'zod'
import { organisation, organisationInPath } from './actingOrganisation.ts'
import { column, type Statuses } from './columns.ts'
import { call, list, moment, period, slno, wholeList } from './kit.ts'
import { searchText, text } from './texts.ts'
import { exportOf, flagsFor, organizationSlno } from './lists.ts'

export const orgRoles = ['enrolmentAdmin', 'authorizedSignatory', 'organizationUser'] as const
const readers = { org: ['enrolmentAdmin', 'authorizedSignatory'], operator: ['registrationOfficer'] } as const

export const memberStatuses = ['initiated', 'pending', 'approved', 'rejected', 'userRejected', 'deactivated'] as const
export type MemberStatus = (typeof memberStatuses)[number]

const statusNames: Statuses<MemberStatus> = {
  initiated: { ar: 'دُعي', en: 'Invited', tone: 'info' },
  pending: { ar: 'بانتظار الموافقة', en: 'Pending', tone: 'warning' },
  approved: { ar: 'موافق عليه', en: 'Approved', tone: 'success' },
  rejected: { ar: 'مرفوض', en: 'Rejected', tone: 'error' },
  userRejected: { ar: 'رفض الدعوة', en: 'Declined', tone: 'neutral' },
  deactivated: { ar: 'أُلغي تفعيله', en: 'Deactivated', tone: 'neutral' },
}
const roleNames = {
  enrolmentAdmin: { ar: 'مسؤول التسجيل', en: 'Enrolment Admin' },
  authorizedSignatory: { ar: 'مفوض بالتوقيع', en: 'Authorized Signatory' },
  organizationUser: { ar: 'مستخدم المنشأة', en: 'Organization User' },
}

/** Where a managed user may go from each status; active and inactive are a flag beside it. */
export const memberEdges: Record<MemberStatus, readonly MemberStatus[]> = {
  initiated: ['pending'],
  pending: ['approved', 'rejected', 'userRejected'],
  approved: ['deactivated'],
  rejected: [],
  userRejected: [],
  deactivated: [],
}

export const MemberRow = z.object({
  userSlno: slno,
  fullName: z.string(),
  fullNameAr: z.string(),
  userType: z.enum(orgRoles),
  organizationUnit: z.string(),
  organizationUnitAr: z.string(),
  employeeId: z.string(),
  email: z.string(),
  mobileNo: z.string(),
  createdDate: moment,
  active: z.boolean(),
  status: z.enum(memberStatuses),
})

export const listMembers = list({
  path: 'POST /api/v1/user/org/orgUser/viewManageOrganizationUsersGrid',
  summary: 'The users of an organisation.',
  access: readers,
  filters: {
    ...flagsFor([...memberStatuses, 'active', 'inActive']),
    ...period,
    ...organizationSlno,
    employeeId: text(40).optional(),
    search: searchText.optional(),
  },
  row: MemberRow,
  columns: {
    fullName: column('text', 'الاسم', 'Name', { arabic: 'fullNameAr' }),
    userType: column('text', 'الدور', 'Role', { names: roleNames }),
    employeeId: column('id', 'الرقم الوظيفي', 'Employee number'),
    email: column('text', 'البريد الإلكتروني', 'E-mail'),
    mobileNo: column('id', 'الجوال', 'Mobile'),
    status: column('status', 'الحالة', 'Status', { names: statusNames }),
    active: column('flag', 'نشط', 'Active'),
    createdDate: column('moment', 'أضيف في', 'Added on'),
  },
  paging: { page: 'pageNumber', size: 'pageSize' },
})

export const exportMembers = exportOf(listMembers, {
  path: 'POST /api/v1/excel/report/exportManageUsers',
  summary: 'The users of an organisation, as a spreadsheet.',
  title: { ar: 'مستخدمو المنشأة', en: 'Users' },
})

/** A person's address as the organisation gave it. */
export const personAddress = { city: z.string(), state: z.string(), postalCode: z.string(), country: z.string() }

export const MemberDetail = MemberRow.extend({
  ...personAddress,
  nationality: z.string(),
  /** National ID or iqama, masked. */
  nationalID: z.string(),
  orgUnitSlNo: slno.nullable(),
  /** The unit was assigned automatically. */
  isAutoOU: z.boolean(),
  /** The organisation's counters that are allotted to this user. */
  organizationCounters: z.object({ totalCounters: z.int(), utilizedCounters: z.int(), remainingCounters: z.int() }),
})

export const readMember = call({
  path: 'POST /api/v1/user/org/orgUser/viewOrganizationUser',
  summary: 'One user of an organisation.',
  access: readers,
  whenFull: true,
  body: {
    orgSlNo: organisation,
    userSlNo: slno,
    /** What is looked at: the user as they are, or the request that made them. */
    requestType: z.enum(['user', 'request']).default('user'),
    type: z.enum(orgRoles).optional(),
    ...flagsFor(['active', 'inActive']),
  },
  output: MemberDetail,
})

export const listUnitNames = call({
  path: 'POST /api/v1/user/org/orgUser/organizationUnitList/:id',
  summary: 'The units of an organisation, to choose from.',
  access: readers,
  whenFull: true,
  params: { id: organisationInPath },
  output: z.object({
    dataList: z.array(z.object({ orgUnitSlNo: slno, organizationalUnitName: z.string(), organizationalUnitNameAr: z.string() })),
    totalCount: z.int(),
  }),
})

export const listEmployeeIds = call({
  path: 'POST /api/v1/user/org/orgUser/viewEmployeeIdList/:orgSlno',
  summary: 'The employee numbers of an organisation, to choose from.',
  access: readers,
  whenFull: true,
  params: { orgSlno: organisationInPath },
  output: wholeList(z.object({ employeeId: z.string(), userSlno: slno })),
})

/** Requests to create an account for a person (UAV), by their number on the wire. */
export const accountRequestStatuses = ['initiated', 'pending', 'approved', 'rejected', 'cancelled'] as const
export type AccountRequestStatus = (typeof accountRequestStatuses)[number]
export const accountRequestStatusNumber: Record<AccountRequestStatus, number> = {
  initiated: 0,
  pending: 1,
  approved: 2,
  rejected: 3,
  cancelled: 4,
}

/** Where such a request may go from each status. */
export const accountRequestEdges: Record<AccountRequestStatus, readonly AccountRequestStatus[]> = {
  initiated: ['pending', 'cancelled'],
  pending: ['approved', 'rejected', 'cancelled'],
  approved: [],
  rejected: [],
  cancelled: [],
}

/** The request was made in the organisation's portal. */
export const originatorPortal = 5

export const AccountRequestRow = z.object({
  id: slno,
  /** Masked. */
  nationalID: z.string(),
  fullName: z.string(),
  email: z.string(),
  mobileNo: z.string(),
  /** Who decided it; null while nobody has. */
  processedBy: z.string().nullable(),
  status: z.int().min(0).max(4),
  statusLabel: z.enum(accountRequestStatuses),
  createdDate: moment,
})

export const listAccountRequests = list({
  path: 'POST /api/v1/user/org/uav/viewCreateUavUsersGrid',
  summary: 'The requests of an organisation to create accounts for people.',
  access: readers,
  filters: {
    originator: z.int().min(0).max(99).default(originatorPortal),
    ...flagsFor(accountRequestStatuses),
    ...period,
    ...organizationSlno,
    search: searchText.optional(),
  },
  row: AccountRequestRow,
  paging: { page: 'pageNumber', size: 'pageSize' },
})

/** What an opaque link from a message leads to, and whether it still does. */
export const LinkState = z.object({
  purpose: z.enum(['accountInvitation', 'emailConfirmation', 'payment']),
  state: z.enum(['open', 'used', 'expired']),
  /** Whom an open invitation comes from. */
  organizationName: z.string().nullable(),
  organizationNameAr: z.string().nullable(),
  expiresAt: moment,
})

export const openLink = call({
  path: 'POST /:hash',
  summary: 'What an invitation or e-mail link is for, and its state.',
  access: 'anyone',
  whenFull: true,
  params: { hash: z.string().regex(/^[A-Za-z0-9_-]{22,86}$/) },
  output: LinkState,
})
