import { z } from 'zod'
import { organisationInPath } from './actingOrganisation.ts'
import { column } from './columns.ts'
import { call, list, moment, opaqueId, slno, wholeList } from './kit.ts'
import { inUseWords, orgSlNo, submissionReaders as readers, submissionStatuses } from './submissions.ts'
import { searchText } from './texts.ts'

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
  vatNumber: z.string().nullable(),
  unifiedOrgNo: z.string(),
  email: z.string(),
  /** Until when it is registered. Null, without an end: neither the commercial register nor the provider sets one. */
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
  /** As they said when they joined; empty where they did not. */
  designation: z.string(),
})

export const listAdmins = list({
  path: 'POST /api/v1/profile/org/admin',
  summary: 'The enrolment admins of an organisation.',
  access: readers,
  filters: { ...orgSlNo, search: searchText.optional() },
  row: Admin,
  columns: {
    fullName: column('text', 'الاسم', 'Name', { arabic: 'fullNameAr', part: 'title' }),
    email: column('email', 'البريد الإلكتروني', 'E-mail', { part: 'line' }),
    mobileNumber: column('mobile', 'الجوال', 'Mobile', { under: 'email' }),
    designation: column('text', 'المسمى الوظيفي', 'Job title', { part: 'line' }),
    employeeID: column('id', 'الرقم الوظيفي', 'Employee number', { part: 'line' }),
    isActive: column('status', 'النشاط', 'Activity', { names: inUseWords, part: 'state' }),
  },
})
