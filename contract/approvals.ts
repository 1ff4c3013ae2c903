import { z } from 'zod'
import { call, list, moment, opaqueId, period, slno } from './kit.ts'
import { searchText } from './texts.ts'
import { exportOf, flagsFor, organizationSlno } from './lists.ts'
import { orgRoles, personAddress } from './members.ts'

const readers = { org: ['enrolmentAdmin', 'authorizedSignatory'], operator: ['registrationOfficer'] } as const

export const newUserStatuses = ['pending', 'approved', 'rejected', 'userRejected'] as const
export type NewUserStatus = (typeof newUserStatuses)[number]
export const newUserEdges: Record<NewUserStatus, readonly NewUserStatus[]> = {
  pending: ['approved', 'rejected', 'userRejected'],
  approved: [],
  rejected: [],
  userRejected: [],
}

export const changeStatuses = ['pending', 'approved', 'rejected'] as const
export type ChangeStatus = (typeof changeStatuses)[number]
export const changeEdges: Record<ChangeStatus, readonly ChangeStatus[]> = { pending: ['approved', 'rejected'], approved: [], rejected: [] }

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
  statusLabel: z.string(),
  userType: z.enum(orgRoles),
  employeeId: z.string(),
  createdDate: moment,
})

/** With no status asked for, the approved ones. */
export const listNewUserRequests = list({
  path: 'POST /api/v1/approval/org/users/new/requests',
  summary: 'The requests to join an organisation.',
  access: readers,
  filters: { ...flagsFor(newUserStatuses), ...filters },
  row: NewUserRow,
})

export const exportNewUserRequests = exportOf(listNewUserRequests, {
  path: 'POST /api/v1/excel/report/exportOrganizationApprovalUserNewRequest',
  summary: 'The requests to join an organisation, as a spreadsheet.',
  title: { ar: 'طلبات الانضمام', en: 'Requests to join' },
})

export const RequestDocument = z.object({
  ID: slno,
  docCategoryID: slno,
  docName: z.string(),
  docStatus: z.string(),
  docTypeID: slno,
  uniqueFileID: opaqueId,
})

export const NewUserDetail = NewUserRow.extend({
  ...personAddress,
  email: z.string(),
  phone: z.string(),
  ISDCode: z.string(),
  unitName: z.string(),
  unitNameAr: z.string(),
  /** Masked. */
  nationalID: z.string(),
  kycStatusLabel: z.string(),
  /** Why it was rejected. */
  remarks: z.string().nullable(),
  Docs: z.array(RequestDocument),
})

export const readNewUserRequest = call({
  path: 'POST /api/v1/approval/org/users/new/viewNewRequestDetails',
  summary: 'One request to join an organisation.',
  access: readers,
  whenFull: true,
  body: { userSlNo: slno },
  output: NewUserDetail,
})

export const changeTypes = ['email', 'mobile', 'unit', 'role', 'deactivation'] as const

export const ChangeRow = z.object({
  slNo: slno,
  fullName: z.string(),
  fullNameAr: z.string(),
  status: z.enum(changeStatuses),
  statusLabel: z.string(),
  userType: z.enum(orgRoles),
  requestDate: moment,
  changeType: z.enum(changeTypes),
})

export const listChangeRequests = list({
  path: 'POST /api/v1/approval/org/users/change/requests',
  summary: 'The changes that users of an organisation ask for.',
  access: readers,
  filters: { ...flagsFor(changeStatuses), ...filters },
  row: ChangeRow,
})

export const ChangeDetail = z.object({
  slNo: slno,
  fullName: z.string(),
  fullNameAr: z.string(),
  orgUserType: z.enum(orgRoles),
  changeType: z.enum(changeTypes),
  requestStatus: z.enum(changeStatuses),
  requestDate: moment,
  email: z.string(),
  /** Set where the e-mail address is what changes. */
  newEmail: z.string().nullable(),
  /** What changes, for every other kind: as it is, and as it would be. */
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  remarks: z.string().nullable(),
})

export const readChangeRequest = call({
  path: 'POST /api/v1/approval/org/users/change/viewChangeRequestDetails',
  summary: 'One change that a user of an organisation asks for.',
  access: readers,
  whenFull: true,
  body: { slNo: slno },
  output: ChangeDetail,
})
