import { z } from 'zod'
import { organisation, organisationInPath } from './actingOrganisation.ts'
import { column } from './columns.ts'
import { call, list, moment, opaqueId, slno, wholeList } from './kit.ts'
import { memberActivityWords } from './members.ts'
import { searchText } from './texts.ts'

const readers = { org: ['enrolmentAdmin', 'authorizedSignatory'], operator: ['registrationOfficer'] } as const

/** What an organisation submits and the provider decides: units, seal images, contacts. */
export const submissionStatuses = ['pending', 'approved', 'rejected'] as const
export type SubmissionStatus = (typeof submissionStatuses)[number]
export const submissionEdges: Record<SubmissionStatus, readonly SubmissionStatus[]> = {
  pending: ['approved', 'rejected'],
  approved: [],
  rejected: [],
}

/** Left out by a member: the selected organisation. */
const orgSlNo = { orgSlNo: organisation.optional() }

export const Unit = z.object({
  orgUnitSlNo: slno,
  organizationalUnitName: z.string(),
  organizationalUnitNameAr: z.string(),
  /** Its name. */
  supportingDocument: z.string().nullable(),
  uniqueFileID: opaqueId.nullable(),
  createdDate: moment,
  status: z.enum(submissionStatuses),
  isActive: z.boolean(),
  remarks: z.string().nullable(),
})

export const listUnits = list({
  path: 'POST /api/v1/profile/org/units',
  summary: 'The units of an organisation. Pages count from 0.',
  access: readers,
  filters: {
    ...orgSlNo,
    /** "1" the active ones, "2" the others, "3" all. */
    display: z.enum(['1', '2', '3']).default('3'),
    search: searchText.optional(),
  },
  row: Unit,
  paging: { page: 'page', size: 'limit', zeroBased: true },
})

/** The picture of a seal, and how it stands. */
const Stamp = z.object({ uniqueFileID: opaqueId, status: z.enum(submissionStatuses), createdDate: moment })

export const OrganisationProfile = z.object({
  organizationSlno: slno,
  organizationName: z.string(),
  organizationNameAr: z.string(),
  /** Number of the application by which it was registered; empty where it was registered without one. */
  uavUniqueReferenceNo: z.string(),
  sipId: z.string(),
  DBAName: z.string(),
  DBANameAr: z.string(),
  crNumber: z.string().nullable(),
  unifiedOrgNo: z.string(),
  email: z.string(),
  /** Until when it is registered; null: without an end. */
  validTill: moment.nullable(),
  telephoneNumber: z.string(),
  address: z.string(),
  country: z.string(),
  stateProvinceRegion: z.string(),
  city: z.string(),
  postalCodeZIPCode: z.string(),
  /** The active one stays until the new one is approved. */
  newDigitalStamp: Stamp.nullable(),
  oldDigitalStamp: Stamp.nullable(),
  digitalSealStatus: z.enum(['none', 'pending', 'active', 'suspended', 'revoked', 'expired']),
  remarks: z.string().nullable(),
})

export const readOrganisation = call({
  path: 'POST /api/v1/profile/org/view/:orgSlNo',
  summary: 'An organisation as it is registered.',
  access: readers,
  whenFull: true,
  params: { orgSlNo: organisationInPath },
  output: OrganisationProfile,
})

export const openOrganisationStamp = call({
  path: 'GET /api/v1/profile/org/stamp/:uniqueFileID',
  summary: 'The picture of the selected organisation’s seal.',
  access: { org: ['enrolmentAdmin', 'authorizedSignatory'] },
  params: { uniqueFileID: opaqueId },
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/octet-stream' },
})

export const CertificateInfo = z.object({
  issuedBy: z.string(),
  issuedTo: z.string(),
  validFrom: moment,
  validTo: moment,
  classofCertificate: z.string(),
  isDocumentSigner: z.boolean(),
  serialNumberHex: z.string(),
  serialNumberDecimal: z.string(),
  keyUsage: z.array(z.string()),
})

export const listOrganisationCertificates = call({
  path: 'GET /api/v1/profile/org/cert/info/:orgSlNo',
  summary: 'The certificates of an organisation, the newest first.',
  access: readers,
  params: { orgSlNo: organisationInPath },
  output: wholeList(CertificateInfo),
})

export const Contact = z.object({
  slNo: slno,
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  isPrimary: z.boolean(),
  status: z.enum(submissionStatuses),
  isActive: z.boolean(),
})

export const readPrimaryContacts = call({
  path: 'POST /api/v1/profile/org/sponsor/tpoc/info',
  summary: 'The primary sponsor and technical contact of an organisation.',
  access: readers,
  whenFull: true,
  body: orgSlNo,
  output: z.object({ sponsor: Contact.nullable(), tpoc: Contact.nullable() }),
})

const people = { ...orgSlNo, search: searchText.optional() }

export const listSponsors = list({
  path: 'POST /api/v1/profile/org/sponsors',
  summary: 'The sponsors of an organisation’s applications.',
  access: readers,
  filters: people,
  row: Contact,
})

export const listTechnicalContacts = list({
  path: 'POST /api/v1/profile/org/tpocs',
  summary: 'The technical contacts of an organisation’s applications.',
  access: readers,
  filters: people,
  row: Contact,
})

export const Admin = z.object({
  userSlno: slno,
  fullName: z.string(),
  fullNameAr: z.string(),
  email: z.string(),
  mobileNumber: z.string(),
  employeeID: z.string(),
  /** How they can sign in; `credentials`: with a password, too. */
  loginType: z.enum(['nafath', 'credentials']),
  isActive: z.boolean(),
  designation: z.string(),
})

const adminActivity = {
  true: { ...memberActivityWords.active, tone: 'success' },
  false: { ...memberActivityWords.inActive, tone: 'warning' },
} as const

export const listAdmins = list({
  path: 'POST /api/v1/profile/org/admin',
  summary: 'The enrolment admins of an organisation.',
  access: readers,
  filters: people,
  row: Admin,
  columns: {
    fullName: column('text', 'الاسم', 'Name', { arabic: 'fullNameAr' }),
    email: column('text', 'البريد الإلكتروني', 'E-mail'),
    employeeID: column('id', 'الرقم الوظيفي', 'Employee number'),
    isActive: column('status', 'النشاط', 'Activity', { names: adminActivity }),
  },
})
