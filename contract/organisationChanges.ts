/** What is to change about what is registered of an organisation: its enrolment admin asks, and a signatory and the provider decide. */
import { z } from 'zod'
import { organisation } from './actingOrganisation.ts'
import { applicationFields } from './applications.ts'
import { column, type Statuses } from './columns.ts'
import { decisionCalls } from './decisions.ts'
import { EvidenceFile } from './evidence.ts'
import { call, list, moment, numberInPath, opaqueId, slno } from './kit.ts'
import { waitsFor } from './members.ts'
import {
  orgSlNo,
  submissionDeciders,
  submissionMakers,
  submissionReaders,
  submissionStatuses,
  submissionStatusWords,
} from './submissions.ts'
import { remarksText } from './texts.ts'

/** The fields that change together, by the kind of change. The unified number never changes. */
export const organisationChangeFields = {
  name: ['organizationNameAr', 'organizationName'],
  tradingName: ['DBANameAr', 'DBAName'],
  vatNumber: ['vatNumber'],
  address: ['country', 'stateProvinceRegion', 'city', 'address', 'postalCodeZIPCode'],
  contact: ['email', 'telephoneNumber'],
} as const
export type OrganisationChangeKind = keyof typeof organisationChangeFields
export const organisationChangeKinds = Object.keys(organisationChangeFields) as [OrganisationChangeKind, ...OrganisationChangeKind[]]
export type OrganisationField = (typeof organisationChangeFields)[OrganisationChangeKind][number]
const fieldNames = Object.values(organisationChangeFields).flat() as [OrganisationField, ...OrganisationField[]]

/** What stands in a public register, on tax invoices or in certificates: the registration officer decides it after the signatory. */
export const isPublicChange = (kind: OrganisationChangeKind): boolean => kind !== 'contact'

export const organisationChangeWords: Statuses<OrganisationChangeKind> = {
  name: { ar: 'الاسم', en: 'Name', tone: 'info' },
  tradingName: { ar: 'الاسم التجاري', en: 'Trading name', tone: 'info' },
  vatNumber: { ar: 'الرقم الضريبي', en: 'VAT number', tone: 'info' },
  address: { ar: 'العنوان', en: 'Address', tone: 'info' },
  contact: { ar: 'بيانات التواصل', en: 'Contact details', tone: 'info' },
}

const person = z.object({ fullName: z.string(), fullNameAr: z.string() })

export const OrganisationChangeRow = z.object({
  slNo: slno,
  changeKind: z.enum(organisationChangeKinds),
  status: z.enum(submissionStatuses),
  requestDate: moment,
})

export const listOrganisationChanges = list({
  path: 'POST /api/v1/profile/org/changes',
  summary: 'The changes that are asked for to what is registered of an organisation.',
  access: submissionReaders,
  filters: { ...orgSlNo, status: z.enum(submissionStatuses).optional() },
  row: OrganisationChangeRow,
  columns: {
    changeKind: column('text', 'ما يتغيّر', 'What changes', { names: organisationChangeWords, part: 'title' }),
    status: column('status', 'الحالة', 'Status', { names: submissionStatusWords, part: 'state' }),
    requestDate: column('moment', 'طُلب في', 'Requested', { part: 'line' }),
  },
})

export const OrganisationChangeDetail = OrganisationChangeRow.extend({
  /** Field by field: as it was when it was asked for, and as it would be. */
  changedFields: z.array(z.object({ field: z.enum(fieldNames), oldValue: z.string(), newValue: z.string() })),
  reason: z.string(),
  madeBy: person,
  waitsFor,
  /** Who approved it half-way, for the registration officer. */
  approvedBy: person.nullable(),
  decidedBy: person.nullable(),
  decidedDate: moment.nullable(),
  remarks: z.string().nullable(),
  evidence: z.array(EvidenceFile),
})

const one = { ...orgSlNo, slNo: slno }

export const readOrganisationChange = call({
  path: 'POST /api/v1/profile/org/changes/view',
  summary: 'One change to what is registered of an organisation.',
  access: submissionReaders,
  whenFull: true,
  refuses: ['NOT_FOUND'],
  body: one,
  output: OrganisationChangeDetail,
})

export const openOrganisationChangeFile = call({
  path: 'GET /api/v1/profile/org/changes/:slNo/files/:uniqueFileID',
  summary: 'A file that supports a change to what is registered of the selected organisation.',
  access: { org: ['enrolmentAdmin', 'authorizedSignatory'] },
  params: { slNo: numberInPath(1), uniqueFileID: opaqueId },
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/octet-stream' },
})

type Fields = typeof applicationFields
const fieldsOf = <K extends OrganisationChangeKind>(kind: K) =>
  Object.fromEntries(organisationChangeFields[kind].map((name) => [name, applicationFields[name]])) as Pick<
    Fields,
    (typeof organisationChangeFields)[K][number]
  >

/** Asks for a change of one kind. `files`: the least number that has to support it. */
const asking = <K extends OrganisationChangeKind>(kind: K, summary: string) =>
  call({
    path: `POST /api/v1/profile/org/changes/${kind}/create`,
    summary,
    access: submissionMakers,
    refuses: ['WRONG_STATE'],
    body: {
      orgSlNo: organisation.optional(),
      ...fieldsOf(kind),
      reason: remarksText(500),
      /** Files that were uploaded for this purpose; at least one where the change is public. */
      evidence: z.array(opaqueId).max(5).default([]),
    },
    output: OrganisationChangeDetail,
  })

export const requestNameChange = asking('name', 'Asks that an organisation be registered under another name.')
export const requestTradingNameChange = asking('tradingName', 'Asks for another trading name of an organisation, or for none.')
export const requestVatNumberChange = asking('vatNumber', 'Asks for another VAT number of an organisation, or for none.')
export const requestAddressChange = asking('address', 'Asks for another address of an organisation.')
export const requestContactDetailsChange = asking('contact', 'Asks for another e-mail address or telephone of an organisation.')

export const { initiate: initiateOrganisationChangeDecision, verify: verifyOrganisationChangeDecision } = decisionCalls({
  path: '/api/v1/profile/org/changes/decision',
  access: submissionDeciders,
  of: one,
  on: 'a change to what is registered of an organisation',
  after: 'contact details are changed at once; everything else waits for the registration officer first.',
})
