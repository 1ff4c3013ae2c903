/** PDF files that members of an organisation seal in its name, with the seal that is in force. */
import { z } from 'zod'
import { column, type Statuses } from './columns.ts'
import { Proposed } from './decisions.ts'
import { call, list, moment, numberInPath, slno } from './kit.ts'
import { Unapproved } from './sessions.ts'
import { nameText, searchText, text } from './texts.ts'

export const sealedStates = ['uploaded', 'sealing', 'sealed', 'failed'] as const
export type SealedState = (typeof sealedStates)[number]
/** Where a document may go from each state. The database enforces the same table. */
export const sealedEdges: Record<SealedState, readonly SealedState[]> = {
  uploaded: ['sealing'],
  sealing: ['sealed', 'failed'],
  sealed: [],
  failed: [],
}
export const sealedStateWords: Statuses<SealedState> = {
  uploaded: { ar: 'بانتظار الختم', en: 'Not sealed yet', tone: 'warning' },
  sealing: { ar: 'قيد الختم', en: 'Being sealed', tone: 'info' },
  sealed: { ar: 'مختوم', en: 'Sealed', tone: 'success' },
  failed: { ar: 'تعذّر ختمه', en: 'Failed', tone: 'error' },
}

const sealers = { org: ['enrolmentAdmin', 'authorizedSignatory'] } as const

export const SealedDocument = z.object({
  slNo: slno,
  fileName: z.string(),
  state: z.enum(sealedStates),
  /** Who sealed it, or uploaded it while nobody has. */
  fullName: z.string(),
  fullNameAr: z.string(),
  size: z.int(),
  /** So many bytes stood before the PDF in what was sent, as servers put them there. They are no part of it. */
  leadingBytes: z.int(),
  pages: z.int(),
  uploadedDate: moment,
  sealedDate: moment.nullable(),
})

export const uploadDocumentToSeal = call({
  path: 'POST /api/v1/profile/org/seal/documents',
  summary: 'Takes one PDF that is to be sealed in the name of the selected organisation; it is forgotten after a day.',
  access: sealers,
  refuses: ['REFUSED_DOCUMENT', 'TOO_MANY', 'WRONG_STATE'],
  query: { name: nameText(255) },
  body: { bytes: 'application/pdf', takesPassword: true },
  output: SealedDocument,
})

export const listSealedDocuments = list({
  path: 'POST /api/v1/profile/org/seal/documents/list',
  summary: 'What members sealed in the name of the selected organisation, the newest first, and what of it waits.',
  access: sealers,
  filters: { state: z.enum(sealedStates).optional(), search: searchText.optional() },
  row: SealedDocument,
  columns: {
    fileName: column('text', 'المستند', 'Document', { part: 'title' }),
    fullName: column('text', 'ختمه', 'By', { arabic: 'fullNameAr', part: 'line' }),
    state: column('status', 'الحالة', 'Status', { names: sealedStateWords, part: 'state' }),
    uploadedDate: column('moment', 'رُفع في', 'Uploaded', { part: 'line' }),
  },
})

export const sealPages = ['first', 'last', 'none'] as const
export const sealCorners = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'] as const

const place = {
  slNo: slno,
  /** The page on which the picture of the seal stands; `none`: it is sealed unseen. */
  page: z.enum(sealPages).default('last'),
  corner: z.enum(sealCorners).default('bottomLeft'),
}

export const initiateSealing = call({
  path: 'POST /api/v1/profile/org/seal/documents/approve/initiate',
  summary: 'Asks the caller’s identity app to approve sealing exactly this document with the seal that is in force.',
  access: sealers,
  refuses: ['NOT_FOUND', 'WRONG_STATE', 'HUMAN_CHECK', 'TOO_MANY'],
  body: place,
  output: Proposed,
})

export const verifySealing = call({
  path: 'POST /api/v1/profile/org/seal/documents/approve/verify',
  summary: 'How the approval stands; once it is given, the document is sealed, checked again and can be downloaded.',
  access: sealers,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { ...place, transId: text(64), random: text(8) },
  output: z.discriminatedUnion('status', [
    z.object({ status: z.literal('1'), errorMessage: z.string(), document: SealedDocument }),
    Unapproved,
  ]),
})

export const downloadSealedDocument = call({
  path: 'GET /api/v1/profile/org/seal/documents/:slNo/download',
  summary: 'A document that was sealed in the name of the selected organisation.',
  access: sealers,
  params: { slNo: numberInPath(1) },
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/pdf' },
})

export const discardDocumentToSeal = call({
  path: 'POST /api/v1/profile/org/seal/documents/discard',
  summary: 'Forgets a document of the selected organisation that was not sealed.',
  access: sealers,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { slNo: slno },
  output: z.object({ status: z.literal('1') }),
})
