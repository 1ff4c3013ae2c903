import { z } from 'zod'
import { organisation, organisationInPath } from './actingOrganisation.ts'
import { column, type Statuses, type Words } from './columns.ts'
import { call, list, moment, type OrgRole, period, slno, wholeList } from './kit.ts'
import { remarksText, searchText, text } from './texts.ts'
import { exportOf, flagsFor, organizationSlno } from './lists.ts'

export const orgRoles = ['enrolmentAdmin', 'authorizedSignatory', 'organizationUser'] as const
const readers = { org: ['enrolmentAdmin', 'authorizedSignatory'], operator: ['registrationOfficer'] } as const

export const memberStatuses = ['initiated', 'pending', 'approved', 'rejected', 'userRejected', 'deactivated'] as const
export type MemberStatus = (typeof memberStatuses)[number]

export const memberStatusWords: Statuses<MemberStatus> = {
  initiated: { ar: 'مدعو', en: 'Invited', tone: 'info' },
  pending: { ar: 'بانتظار الموافقة', en: 'Pending', tone: 'warning' },
  approved: { ar: 'موافق عليه', en: 'Approved', tone: 'success' },
  rejected: { ar: 'مرفوض', en: 'Rejected', tone: 'error' },
  userRejected: { ar: 'رفض الدعوة', en: 'Declined', tone: 'neutral' },
  deactivated: { ar: 'أُلغي تفعيله', en: 'Deactivated', tone: 'neutral' },
}
/** The flag beside the status, by the names of its filters. */
export const memberActivityWords: Record<'active' | 'inActive', Words> = {
  active: { ar: 'نشط', en: 'Active' },
  inActive: { ar: 'غير نشط', en: 'Inactive' },
}
export const orgRoleWords: Record<OrgRole, Words> = {
  enrolmentAdmin: { ar: 'مسؤول التسجيل', en: 'Enrolment Admin' },
  authorizedSignatory: { ar: 'مفوّض بالتوقيع', en: 'Authorized Signatory' },
  organizationUser: { ar: 'مستخدم المنشأة', en: 'Organization User' },
}

/** The list of users leaves out whose invitation was cancelled; the list of invitations has them. */
export type MembershipStatus = MemberStatus | 'cancelled'

/** Where a membership may go from each status; active and inactive are a flag beside it. The database enforces the same table. */
export const memberEdges: Record<MembershipStatus, readonly MembershipStatus[]> = {
  initiated: ['pending', 'userRejected', 'cancelled'],
  pending: ['approved', 'rejected', 'userRejected', 'cancelled'],
  approved: ['deactivated'],
  rejected: [],
  userRejected: [],
  deactivated: [],
  cancelled: [],
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
    fullName: column('text', 'الاسم', 'Name', { arabic: 'fullNameAr', part: 'title' }),
    userType: column('text', 'الدور', 'Role', { names: orgRoleWords, under: 'fullName' }),
    organizationUnit: column('text', 'الوحدة', 'Unit', { arabic: 'organizationUnitAr', sheetOnly: true }),
    employeeId: column('id', 'الرقم الوظيفي', 'Employee number', { part: 'line' }),
    email: column('email', 'البريد الإلكتروني', 'E-mail', { part: 'line' }),
    mobileNo: column('mobile', 'الجوال', 'Mobile', { under: 'email' }),
    status: column('status', 'الحالة', 'Status', { names: memberStatusWords, part: 'state' }),
    active: column('flag', 'النشاط', 'Activity', { names: memberActivityWords, sheetOnly: true }),
    createdDate: column('date', 'أضيف في', 'Added on', { part: 'line' }),
  },
  paging: { page: 'pageNumber', size: 'pageSize' },
})

export const exportMembers = exportOf(listMembers, { ar: 'مستخدمو المنشأة', en: 'Users' }, 'POST /api/v1/excel/report/exportManageUsers')

/** Whom a request waits for; null where it waits for nobody. */
export const waitsFor = z.enum(['authorizedSignatory', 'registrationOfficer']).nullable()

/** What can change about a user; one change of a kind waits at a time. */
export const changeTypes = ['email', 'mobile', 'unit', 'role'] as const
export type ChangeType = (typeof changeTypes)[number]

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
  /** Nobody else is an active enrolment admin, or authorized signatory, of the organisation. */
  isLastOfRole: z.boolean(),
  /** Whether it is the caller. */
  isOwn: z.boolean(),
  /** Why the user was last made inactive, active or deactivated. */
  remarks: z.string(),
  /** Changes that wait for a decision; the new value is an address, a role, or a unit by its name. */
  changes: z.array(z.object({ slNo: slno, changeType: z.enum(changeTypes), newValue: z.string(), waitsFor, requestDate: moment })),
})
export type Member = z.infer<typeof MemberDetail>

export type MemberAction = 'deactivate' | 'inactivate' | 'activate' | 'resign'
/** Why something may not be done to a user now. */
export type MemberRefusal = 'notApproved' | 'lastOfRole' | 'own' | 'activeAlready' | 'inactiveAlready'

/** Why `action` would be refused, as the screen says it beforehand and the server says it; null where it may be done. */
export function memberRefusal(
  { status, active, isLastOfRole, isOwn }: Pick<Member, 'active' | 'isLastOfRole' | 'isOwn'> & { status: MembershipStatus },
  action: MemberAction,
): MemberRefusal | null {
  if (status !== 'approved') return 'notApproved'
  if (action === 'activate') return active ? 'activeAlready' : null
  if (action === 'inactivate' && !active) return 'inactiveAlready'
  if (isOwn !== (action === 'resign')) return 'own'
  return isLastOfRole ? 'lastOfRole' : null
}

export const memberRefusalWords: Record<MemberRefusal, Words> = {
  notApproved: { ar: 'ليس مستخدمًا معتمدًا في المنشأة.', en: 'They are not an approved user of the organisation.' },
  lastOfRole: {
    ar: 'لا بد للمنشأة من مسؤول تسجيل ومفوّض بالتوقيع نشطين. عيّن غيره أولًا.',
    en: 'An organisation needs an active enrolment admin and an active authorized signatory. Appoint another one first.',
  },
  own: {
    ar: 'لا يغيّر أحد حاله بنفسه هنا. يمكنك مغادرة المنشأة من حسابك فيها.',
    en: 'Nobody changes their own status here. You can leave the organisation from your account in it.',
  },
  activeAlready: { ar: 'المستخدم نشط.', en: 'The user is active.' },
  inactiveAlready: { ar: 'المستخدم غير نشط.', en: 'The user is inactive.' },
}

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

const change = {
  access: { org: ['enrolmentAdmin'] },
  stepUp: true,
  whenFull: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { orgSlNo: organisation, userSlNo: slno, remarks: remarksText(500) },
  output: MemberDetail,
} as const

export const deactivateMember = call({
  path: 'POST /api/v1/user/org/orgUser/deactivate',
  summary: 'Ends a user’s membership for good. Their seat is free again, and they are told why.',
  ...change,
})

export const inactivateMember = call({
  path: 'POST /api/v1/user/org/orgUser/inactivate',
  summary: 'Lets a user do nothing for the organisation until they are active again. They keep their seat, and are told why.',
  ...change,
})

export const activateMember = call({
  path: 'POST /api/v1/user/org/orgUser/activate',
  summary: 'Lets an inactive user act for the organisation again. They are told why.',
  ...change,
})

export const readOwnMembership = call({
  path: 'POST /api/v1/user/org/orgUser/own',
  summary: 'The caller as a user of an organisation.',
  access: { org: orgRoles },
  whenFull: true,
  body: { orgSlNo: organisation },
  output: MemberDetail,
})

export const resignMembership = call({
  path: 'POST /api/v1/user/org/orgUser/resign',
  summary: 'Ends the caller’s own membership for good. The organisation’s enrolment admins are told.',
  access: { org: orgRoles },
  stepUp: true,
  whenFull: true,
  refuses: ['WRONG_STATE'],
  body: { orgSlNo: organisation, remarks: remarksText(500) },
  output: z.object({ status: z.enum(memberStatuses) }),
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
