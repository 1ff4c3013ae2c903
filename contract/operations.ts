/** What the provider's own staff read and decide. */
import { z } from 'zod'
import { organisation, organisationInPath } from './actingOrganisation.ts'
import { FieldRemark, MyApplication, organisationStates, returnableFields } from './applications.ts'
import { RegisterReport } from './commercialRegister.ts'
import { column, type Statuses } from './columns.ts'
import { decisionCalls } from './decisions.ts'
import { closingObstacles, Kept } from './erasure.ts'
import { EvidenceFile } from './evidence.ts'
import { call, list, moment, opaqueId, slno } from './kit.ts'
import { orgRoles } from './members.ts'
import { erasureStates } from './profile.ts'
import { mayDecide, mayRead, mayReadOrganisations } from './operatorAccess.ts'
import { remarksText, searchText, writtenText } from './texts.ts'

export const listErasuresToDecide = list({
  path: 'GET /api/v1/operations/erasure/requests',
  summary: 'Requests to have data erased, the first to be answered first.',
  access: mayRead,
  filters: { state: z.enum(erasureStates).default('requested') },
  row: z.object({
    requestID: opaqueId,
    state: z.enum(erasureStates),
    requestedDate: moment,
    answerDueDate: moment,
    endedDate: moment.nullable(),
  }),
})

export const readErasureToDecide = call({
  path: 'GET /api/v1/operations/erasure/requests/:requestID',
  summary: 'One request to have data erased, with who asks for it; the person sees that it was viewed.',
  access: mayRead,
  params: { requestID: opaqueId },
  refuses: ['NOT_FOUND'],
  output: z.object({
    requestID: opaqueId,
    state: z.enum(erasureStates),
    fullName: z.string(),
    fullNameAr: z.string(),
    /** Masked. */
    nationalID: z.string(),
    reason: z.string(),
    requestedDate: moment,
    answerDueDate: moment,
    isGranted: z.boolean().nullable(),
    answer: z.string().nullable(),
    endedDate: moment.nullable(),
    /** When everything that no law keeps was destroyed. */
    erasedDate: moment.nullable(),
    /** Why it cannot be granted as things are. */
    obstacles: z.array(z.enum(closingObstacles)),
    /** What is kept, or would be. */
    keptList: z.array(Kept),
    /** What came with it. */
    evidence: z.array(EvidenceFile),
  }),
})

export const openErasureEvidence = call({
  path: 'GET /api/v1/operations/erasure/requests/:requestID/evidence/:uniqueFileID',
  summary: 'A file that came with a request to have data erased; the person sees that it was viewed.',
  access: mayRead,
  params: { requestID: opaqueId, uniqueFileID: opaqueId },
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/octet-stream' },
})

export const { initiate: initiateErasureDecision, verify: verifyErasureDecision } = decisionCalls({
  path: '/api/v1/operations/erasure/decision',
  access: mayDecide,
  of: { requestID: opaqueId },
  on: 'the erasure of data',
  after: 'the request is decided and its maker told.',
})

const applicationID = { requestID: opaqueId }

export const readApplicationToDecide = call({
  path: 'GET /api/v1/operations/organisation/applications/:requestID',
  summary: 'One application to register an organisation, with who applies; the person sees that it was viewed.',
  access: mayRead,
  params: applicationID,
  refuses: ['NOT_FOUND'],
  output: MyApplication.extend({
    fullName: z.string(),
    fullNameAr: z.string(),
    /** Masked. */
    nationalID: z.string(),
    /** An organisation with this unified number is registered already, so it cannot be approved. */
    isRegistered: z.boolean(),
    /** What the commercial register said of its unified number last; null where nobody asked. */
    register: RegisterReport.nullable(),
    /** Whether it can be asked here. */
    hasRegister: z.boolean(),
  }),
})

export const askRegisterOfApplication = call({
  path: 'POST /api/v1/operations/organisation/applications/register',
  summary: 'Asks the commercial register about the organisation of an application that waits for its decision.',
  access: mayDecide,
  refuses: ['NOT_FOUND', 'WRONG_STATE', 'TOO_MANY'],
  body: applicationID,
  output: RegisterReport,
})

export const openApplicationEvidence = call({
  path: 'GET /api/v1/operations/organisation/applications/:requestID/evidence/:uniqueFileID',
  summary: 'A file that came with an application to register an organisation; the person sees that it was viewed.',
  access: mayRead,
  params: { ...applicationID, uniqueFileID: opaqueId },
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/octet-stream' },
})

export const returnApplication = call({
  path: 'POST /api/v1/operations/organisation/applications/return',
  summary: 'Gives an application back to its maker, who corrects it and sends it again.',
  access: mayDecide,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'WRONG_STATE'],
  body: {
    ...applicationID,
    remarks: writtenText(1_000).default(''),
    fieldRemarks: z.array(FieldRemark).min(1).max(returnableFields.length),
  },
  output: z.object({ status: z.literal('1') }),
})

export const { initiate: initiateApplicationDecision, verify: verifyApplicationDecision } = decisionCalls({
  path: '/api/v1/operations/organisation/decision',
  access: mayDecide,
  of: applicationID,
  on: 'an application',
  after: 'the application is decided, and the organisation exists where it was approved.',
})

export const organisationStateWords: Statuses<(typeof organisationStates)[number]> = {
  active: { ar: 'نشطة', en: 'Active', tone: 'success' },
  suspended: { ar: 'معلّقة', en: 'Suspended', tone: 'warning' },
}

export const listOrganisations = list({
  path: 'GET /api/v1/operations/organisations',
  summary: 'The registered organisations, the latest first.',
  access: mayReadOrganisations,
  filters: { state: z.enum(organisationStates).optional(), search: searchText.optional() },
  row: z.object({
    organizationSlno: slno,
    organizationName: z.string(),
    organizationNameAr: z.string(),
    unifiedOrgNo: z.string(),
    state: z.enum(organisationStates),
    remarks: z.string(),
    registeredDate: moment,
  }),
  columns: {
    organizationName: column('text', 'المنشأة', 'Organisation', { arabic: 'organizationNameAr', part: 'title' }),
    unifiedOrgNo: column('id', 'الرقم الوطني الموحد', 'Unified national number', { part: 'line' }),
    state: column('status', 'الحالة', 'Status', {
      names: organisationStateWords,
      part: 'state',
    }),
    registeredDate: column('moment', 'سُجّلت في', 'Registered', { part: 'line' }),
  },
})

export const readOrganisationOfStaff = call({
  path: 'GET /api/v1/operations/organisations/:organizationSlno',
  summary: 'One registered organisation: what is registered of it, and how much it has. No person is named; the look is recorded.',
  access: mayReadOrganisations,
  params: { organizationSlno: organisationInPath },
  refuses: ['NOT_FOUND'],
  output: listOrganisations.row.extend({
    dba: z.string(),
    dbaAr: z.string(),
    crNumber: z.string().nullable(),
    vatNumber: z.string().nullable(),
    email: z.string(),
    telephone: z.string(),
    address: z.string(),
    city: z.string(),
    stateProvinceRegion: z.string(),
    postalCodeZIPCode: z.string(),
    country: z.string(),
    /** Those who may act for it now, in each role. */
    members: z.array(z.object({ role: z.enum(orgRoles), count: z.int() })),
    units: z.int(),
    sealsInForce: z.int(),
    /** Transactions that it can still sign with. */
    transactionsLeft: z.int(),
  }),
})

const change = { organizationSlno: organisation, remarks: remarksText(1_000) }

export const suspendOrganisation = call({
  path: 'POST /api/v1/operations/organisations/suspend',
  summary: 'Suspends an organisation: its members no longer act for it. Its enrolment admins are told why.',
  access: mayDecide,
  stepUp: true,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'WRONG_STATE'],
  body: change,
  output: z.object({ state: z.enum(organisationStates) }),
})

export const reactivateOrganisation = call({
  path: 'POST /api/v1/operations/organisations/reactivate',
  summary: 'Lets a suspended organisation act again. Its enrolment admins are told why.',
  access: mayDecide,
  stepUp: true,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'WRONG_STATE'],
  body: change,
  output: z.object({ state: z.enum(organisationStates) }),
})
