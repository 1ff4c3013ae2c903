/** What an organisation submits and somebody else decides: its units, and those who answer for its applications. */
import type { Statuses } from './columns.ts'
import { organisation } from './actingOrganisation.ts'
import { remarksText } from './texts.ts'
import { slno } from './kit.ts'

export const submissionStatuses = ['pending', 'approved', 'rejected'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]
export const submissionEdges: Record<SubmissionStatus, readonly SubmissionStatus[]> = {
  pending: ['approved', 'rejected'],
  approved: [],
  rejected: [],
}
export const submissionStatusWords: Statuses<SubmissionStatus> = {
  pending: { ar: 'بانتظار الموافقة', en: 'Pending', tone: 'warning' },
  approved: { ar: 'موافق عليه', en: 'Approved', tone: 'success' },
  rejected: { ar: 'مرفوض', en: 'Rejected', tone: 'error' },
}
/** Of what was approved: whether it is in use. */
export const inUseWords = {
  true: { ar: 'نشط', en: 'Active', tone: 'success' },
  false: { ar: 'غير نشط', en: 'Inactive', tone: 'warning' },
} as const

/** Who reads what was submitted, who submits it, and who decides it for the organisation. */
export const submissionReaders = { org: ['enrolmentAdmin', 'authorizedSignatory'], operator: ['registrationOfficer'] } as const
export const submissionMakers = { org: ['enrolmentAdmin'] } as const
export const submissionDeciders = { org: ['authorizedSignatory'] } as const

/** Left out by a member: the selected organisation. */
export const orgSlNo = { orgSlNo: organisation.optional() }

/** A change to what was approved, with its reason. */
export const submissionChange = {
  access: submissionMakers,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { ...orgSlNo, slNo: slno, remarks: remarksText(500) },
} as const
