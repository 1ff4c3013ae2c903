/** The units of an organisation: its enrolment admin submits one, and a signatory or the provider's registration officer decides it. */
import { z } from 'zod'
import { column } from './columns.ts'
import { decisionCalls } from './decisions.ts'
import { EvidenceFile } from './evidence.ts'
import { call, list, moment, numberInPath, opaqueId, slno } from './kit.ts'
import {
  inUseWords,
  orgSlNo,
  submissionChange,
  submissionDeciders,
  submissionMakers,
  submissionReaders,
  submissionStatuses,
  submissionStatusWords,
} from './submissions.ts'
import { nameText, remarksText, searchText } from './texts.ts'

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
  access: submissionReaders,
  filters: {
    ...orgSlNo,
    /** "1" the active ones, "2" the others, "3" all. */
    display: z.enum(['1', '2', '3']).default('3'),
    search: searchText.optional(),
  },
  row: Unit,
  columns: {
    organizationalUnitName: column('text', 'الوحدة', 'Unit', { arabic: 'organizationalUnitNameAr', part: 'title' }),
    status: column('status', 'الحالة', 'Status', { names: submissionStatusWords, part: 'state' }),
    isActive: column('status', 'النشاط', 'Activity', { names: inUseWords, part: 'line' }),
    createdDate: column('moment', 'أُرسلت في', 'Submitted', { part: 'line' }),
  },
  paging: { page: 'page', size: 'limit', zeroBased: true },
})

const person = z.object({ fullName: z.string(), fullNameAr: z.string() })

export const UnitDetail = Unit.extend({
  madeBy: person,
  /** Null while nobody has. */
  decidedBy: person.nullable(),
  decidedDate: moment.nullable(),
  /** Users of the organisation who belong to it. */
  users: z.int(),
  document: EvidenceFile.nullable(),
})

export const readUnit = call({
  path: 'POST /api/v1/profile/org/units/view',
  summary: 'One unit, who submitted it and who decided it.',
  access: submissionReaders,
  whenFull: true,
  refuses: ['NOT_FOUND'],
  body: { ...orgSlNo, orgUnitSlNo: slno },
  output: UnitDetail,
})

/** So many units, waiting or approved, are the most that one organisation has. */
export const mostUnits = 500

export const createUnit = call({
  path: 'POST /api/v1/profile/org/units/create',
  summary: 'Submits a unit, with a document that supports it where there is one.',
  access: submissionMakers,
  refuses: ['WRONG_STATE'],
  body: {
    ...orgSlNo,
    organizationalUnitName: nameText(100),
    organizationalUnitNameAr: nameText(100),
    /** One file that was uploaded for this purpose. */
    evidence: z.array(opaqueId).max(1).default([]),
  },
  output: UnitDetail,
})

const change = { ...submissionChange, body: { ...orgSlNo, orgUnitSlNo: slno, remarks: remarksText(500) }, output: UnitDetail } as const

export const inactivateUnit = call({
  path: 'POST /api/v1/profile/org/units/inactivate',
  summary: 'Offers a unit for no further user; those who belong to it stay.',
  ...change,
})

export const activateUnit = call({
  path: 'POST /api/v1/profile/org/units/activate',
  summary: 'Offers a unit for users again.',
  ...change,
})

export const openUnitDocument = call({
  path: 'GET /api/v1/profile/org/units/:orgUnitSlNo/document',
  summary: 'The document that supports a unit of the selected organisation.',
  access: { org: ['enrolmentAdmin', 'authorizedSignatory'] },
  params: { orgUnitSlNo: numberInPath(1) },
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/octet-stream' },
})

export const { initiate: initiateUnitDecision, verify: verifyUnitDecision } = decisionCalls({
  path: '/api/v1/profile/org/units/decision',
  access: submissionDeciders,
  of: { ...orgSlNo, orgUnitSlNo: slno },
  on: 'a unit',
  after: 'the unit is decided.',
})
