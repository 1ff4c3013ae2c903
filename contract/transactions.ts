import { z } from 'zod'
import { organisationInPath } from './actingOrganisation.ts'
import { column, type Statuses } from './columns.ts'
import { call, list, moment, numberInPath, opaqueId, period, wholeList } from './kit.ts'
import { originatorCodes } from './originators.ts'
import { searchText, text } from './texts.ts'
import { exportOf, flagsFor, organizationSlno, sortBy } from './lists.ts'

export const transactionLabels = ['pending', 'success', 'failed'] as const

export const transactionStatuses: Statuses<(typeof transactionLabels)[number]> = {
  pending: { tone: 'warning', ar: 'قيد الانتظار', en: 'Pending' },
  success: { tone: 'success', ar: 'ناجحة', en: 'Succeeded' },
  failed: { tone: 'error', ar: 'لم تكتمل', en: 'Not completed' },
}

export const TransactionRow = z.object({
  transactionDate: moment,
  /** Of the first document, by which people know a signing. */
  documentName: z.string(),
  numberOfDocuments: z.int(),
  transactionID: opaqueId,
  planType: z.string(),
  planTypeAr: z.string(),
  userRole: z.string(),
  statusID: z.int(),
  statusLabel: z.enum(transactionLabels),
  originator: z.literal(originatorCodes),
  /** Leads to what was exchanged with an application, and to nothing else. */
  esignLogsID: opaqueId,
})

export const listMyTransactions = list({
  path: 'POST /api/v1/esign/my/transactions',
  summary: 'The caller’s signings, newest first.',
  access: 'person',
  filters: {
    /** Narrows to one status; left out or empty, all. */
    type: z.enum(['', ...transactionLabels]).optional(),
    search: searchText.optional(),
    ...period,
    sort: sortBy('transactionDate', 'documentName', 'planType'),
  },
  row: TransactionRow,
  columns: {
    transactionDate: column('moment', 'التاريخ', 'Date', { part: 'line' }),
    documentName: column('text', 'المستند', 'Document', { part: 'title' }),
    numberOfDocuments: column('number', 'عدد المستندات', 'Number of documents', { sheetOnly: true }),
    transactionID: column('id', 'رمز المعاملة', 'Transaction', { part: 'line', shows: 'start' }),
    planType: column('text', 'الباقة', 'Plan', { arabic: 'planTypeAr', part: 'line' }),
    statusLabel: column('status', 'الحالة', 'Status', { names: transactionStatuses, part: 'state' }),
  },
})

export const exportMyTransactions = exportOf(listMyTransactions, { ar: 'معاملات التوقيع', en: 'Signing transactions' })

export const DocumentRow = z.object({
  rowCount: z.int(),
  documentName: z.string(),
  uniqueFileID: opaqueId,
  sha256: z.string(),
  /** The signed file's size in bytes; null while there is none. */
  signedSize: z.int().nullable(),
  signedAt: moment.nullable(),
  /** Whether it can still be downloaded: a document of a signing that came to nothing is kept for a day. */
  isKept: z.boolean(),
})

export const listMyDocuments = call({
  path: 'POST /api/v1/esign/my/documents',
  summary: 'The documents of one of the caller’s signings.',
  access: 'person',
  whenFull: true,
  refuses: ['NOT_FOUND'],
  body: { transactionID: opaqueId },
  /** With how the signing itself stands. */
  output: wholeList(DocumentRow).extend({ statusLabel: z.enum(transactionLabels) }),
})

/** So many documents are covered by one approval at most. */
const mostDocuments = 10

export const readThumbnail = call({
  path: 'GET /api/v1/esign/my/thumbnails/:transactionID/:position',
  summary: 'The first page of a document of the caller’s, so small that it is known and not read.',
  access: 'person',
  passive: true,
  whenFull: false,
  refuses: ['NOT_FOUND', 'BUSY'],
  params: { transactionID: opaqueId, position: numberInPath(1, mostDocuments) },
  /** A PNG, as base64; null where there is none: the file has a password, is large, or is kept no more. */
  output: z.object({ picture: z.base64().nullable() }),
})

export const downloadDocument = call({
  path: 'GET /api/v1/esign/my/documents/:uniqueFileID/:edition',
  summary: 'One document of the caller’s, as it was uploaded or as it was signed.',
  access: 'person',
  params: { uniqueFileID: opaqueId, edition: z.enum(['original', 'signed']) },
  output: { bytes: 'application/pdf' },
})

export const downloadSignedDocuments = call({
  path: 'GET /api/v1/esign/my/archives/:transactionID',
  summary: 'The signed documents of one of the caller’s signings, as a ZIP file.',
  access: 'person',
  params: { transactionID: opaqueId },
  output: { bytes: 'application/zip' },
})

export const signedLetters = { name: 'signedLetters', quota: 5, windowSeconds: 3_600 }

export const sendSignedLetter = call({
  path: 'POST /api/v1/esign/my/documents/letter',
  summary: 'Sends a link to the signed documents to the caller’s own confirmed address.',
  access: 'person',
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  limit: signedLetters,
  body: { transactionID: opaqueId },
  /** The address, most of it hidden. */
  output: z.object({ sentTo: z.string() }),
})

export const downloadEvidence = call({
  path: 'GET /api/v1/esign/my/evidence/:transactionID/:language',
  summary: 'Who signed what, when and by which means, as one sealed PDF.',
  access: 'person',
  params: { transactionID: opaqueId, language: z.enum(['ar', 'en']) },
  output: { bytes: 'application/pdf' },
})

const orgReaders = { org: ['enrolmentAdmin', 'authorizedSignatory'], operator: ['auditor'] } as const

/** A signing that an organisation's application asked for. What was exchanged is read through the three viewers. */
export const OrgTransactionRow = z.object({
  esignLogsID: opaqueId,
  /** Debited from the organisation's pool, not from a user's allocation. */
  globalCounter: z.boolean(),
  requestedDate: moment,
  /** The calling application's own number. */
  sipTxnId: z.string(),
  planType: z.string(),
  planTypeAr: z.string(),
  roleType: z.string(),
  status: z.int(),
  transactionStatus: z.enum(transactionLabels),
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  responseTs: moment.nullable(),
  respMessage: z.string().nullable(),
})

export const listOrgTransactions = list({
  path: 'POST /api/v1/org/esigntransactions/getOrgEsignTransactions',
  summary: 'An organisation’s signings, newest first.',
  access: orgReaders,
  filters: {
    ...flagsFor(transactionLabels),
    planType: text(40).optional(),
    ...period,
    ...organizationSlno,
    search: searchText.optional(),
  },
  row: OrgTransactionRow,
})

export const exportOrgTransactions = exportOf(
  listOrgTransactions,
  { ar: 'معاملات المنشأة', en: 'Signings of the organisation' },
  'POST /api/v1/excel/report/exportOrgEsignTransactions',
)

export const listTransactionPlanTypes = call({
  path: 'POST /api/v1/org/esigntransactions/getPlanType',
  summary: 'The kinds of plan that an organisation’s signings were paid from.',
  access: orgReaders,
  whenFull: true,
  query: { orgSlno: organisationInPath },
  output: z.object({ dataList: z.array(z.object({ planType: z.string(), planTypeAr: z.string() })), totalCount: z.int() }),
})

const logNumber = { esignlogsSlNo: opaqueId }

export const readTransactionRequest = call({
  path: 'POST /api/v1/org/esigntransactions/transactions/request',
  summary: 'What the application sent, byte for byte.',
  access: orgReaders,
  whenFull: true,
  query: logNumber,
  output: z.object({ requestData: z.string() }),
})

export const readTransactionResponse = call({
  path: 'POST /api/v1/org/esigntransactions/transactions/response',
  summary: 'What the application was answered, byte for byte.',
  access: orgReaders,
  whenFull: true,
  query: logNumber,
  output: z.object({ responseData: z.string() }),
})

export const readTransactionSignResponse = call({
  path: 'POST /api/v1/org/esigntransactions/transactions/signresponse',
  summary: 'The signed answer that the application was given, byte for byte.',
  access: orgReaders,
  whenFull: true,
  query: logNumber,
  output: z.object({ signResponseData: z.string() }),
})
