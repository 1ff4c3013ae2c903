import { Attachment } from './attachments.ts'
import { z } from 'zod'
import { call, moment, opaqueId } from './kit.ts'
import { nameText } from './texts.ts'

/** States of an e-sign transaction, in order; the last four are final. */
export const transactionStates = [
  'received',
  'reserved',
  'authentication',
  'signing',
  'success',
  'failed',
  'expired',
  'rejected',
  'cancelled',
] as const
export type TransactionState = (typeof transactionStates)[number]

/** Where an e-sign transaction may go from each state. The database enforces the same table. */
export const transactionEdges: Record<TransactionState, readonly TransactionState[]> = {
  received: ['reserved', 'failed'],
  reserved: ['authentication', 'failed', 'expired', 'cancelled'],
  authentication: ['signing', 'failed', 'expired', 'rejected', 'cancelled'],
  signing: ['success', 'failed'],
  success: [],
  failed: [],
  expired: [],
  rejected: [],
  cancelled: [],
}

export const maxDocuments = 10

/** A page as it is shown: points of 1/72 inch, rotation applied. */
const Page = z.object({ width: z.number(), height: z.number(), rotation: z.int() })

/** A signature field's full name, as far as it can be named in a request. */
export const fieldName = nameText(255)

/** As in a placement; what stands in the document may be of any size. */
const Place = z.object({ page: z.int(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** A signature field that the document's author left empty: whoever signs into it stands where, and as large as, it was meant. */
const EmptyField = z.object({
  name: z.string(),
  /** Null: a signature in it is not shown. */
  place: Place.nullable(),
  /** Why no signature of ours can go into it; empty where one can. */
  refusal: z.string(),
})

/** A document that was uploaded and can be signed. */
export const Upload = z.object({
  uniqueFileID: opaqueId,
  documentName: z.string(),
  size: z.int(),
  sha256: z.string(),
  pages: z.array(Page),
  /** Signatures that stand in it already; they stay valid. */
  signatures: z.int(),
  /** Where those that are shown stand: no other may cover them. */
  signedPlaces: z.array(Place),
  emptyFields: z.array(EmptyField),
  /** Files inside it, which the signature covers too. Their type is what the document says it is; size and hash are null where they are too large to unpack. */
  attachments: z.array(Attachment),
  /** So many bytes stood before the PDF in what was sent, as servers put them there. They are no part of it: `size` and `sha256` are without them. */
  leadingBytes: z.int(),
  isEncrypted: z.boolean(),
  expiresAt: moment,
})

export const uploadDocument = call({
  path: 'POST /api/v1/esign/my/uploads',
  summary: 'Takes one PDF, stores it and says whether it can be signed without touching a byte of it.',
  access: 'person',
  refuses: ['REFUSED_DOCUMENT', 'TOO_MANY'],
  query: { name: nameText(255) },
  body: { bytes: 'application/pdf', takesPassword: true },
  output: Upload,
})

export const discardUpload = call({
  path: 'POST /api/v1/esign/my/uploads/discard',
  summary: 'Forgets an upload that is not part of a transaction.',
  access: 'person',
  refuses: ['NOT_FOUND'],
  body: { uniqueFileID: opaqueId },
  output: z.object({ status: z.literal('1') }),
})

/** Where the visible signature stands: page from 1, points from the top left of the page as it is shown. */
export const Placement = z.strictObject({
  page: z.int().min(1).max(10_000),
  x: z.number().min(0).max(20_000),
  y: z.number().min(0).max(20_000),
  width: z.number().min(120).max(600),
  height: z.number().min(40).max(400),
})
export type Placement = z.output<typeof Placement>

export const appearanceDesigns = ['full', 'line', 'mark'] as const

/** How a visible signature looks (the appearance of its widget, ISO 32000-2 §12.7.5.5). */
export const SignatureAppearance = z.strictObject({
  /** `full`: everything, with a QR code; `line`: the names over a rule; `mark`: a small one with the service's sign. */
  design: z.enum(appearanceDesigns),
  /** Whose name comes first, and the words beside it. */
  language: z.enum(['ar', 'en']),
  /** White paper under it, for a page that is dark there. */
  background: z.enum(['none', 'white']),
})
export type SignatureAppearance = z.output<typeof SignatureAppearance>

export const DocumentToSign = z.strictObject({
  uniqueFileID: opaqueId,
  placement: Placement.nullable(),
  /** Left out: the design `full` in the caller's language. */
  appearance: SignatureAppearance.optional(),
  /** An empty signature field to sign into, which has a place of its own: the placement is null then. */
  field: fieldName.optional(),
})

export const previewAppearance = call({
  path: 'POST /api/v1/esign/my/sign/appearance',
  summary: 'A visible signature as it would be drawn now, as a PDF whose one page it is.',
  access: 'person',
  passive: true,
  body: { ...SignatureAppearance.shape, width: Placement.shape.width, height: Placement.shape.height },
  output: { bytes: 'application/pdf' },
})

/** A document that a person means to sign, and how. */
export const DraftDocument = z.strictObject({
  uniqueFileID: opaqueId,
  placement: Placement.nullable(),
  field: fieldName.nullable(),
  /** The person put the signature where it stands; otherwise it may give way to what is written. */
  isPlaced: z.boolean(),
  /** Every page of it was looked at. */
  isRead: z.boolean(),
  design: z.enum(appearanceDesigns),
  /** Null: that of the document. */
  language: z.enum(['ar', 'en']).nullable(),
})

const draftVersion = z.int().min(0).max(2_000_000_000)

export const readSigningDraft = call({
  path: 'GET /api/v1/esign/my/draft',
  summary: 'What the person chose to sign and did not sign yet.',
  access: 'person',
  passive: true,
  refuses: ['NOT_FOUND'],
  /** A signing that came to nothing, whose documents are told where nothing else was chosen. */
  query: { transactionID: opaqueId.optional() },
  output: z.object({
    /** 0: nothing was ever kept. */
    version: draftVersion,
    documents: z.array(z.object({ ...DraftDocument.shape, upload: Upload })),
  }),
})

export const saveSigningDraft = call({
  path: 'POST /api/v1/esign/my/draft',
  summary: 'Keeps what the person chose to sign, in place of what was kept before.',
  access: 'person',
  passive: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: {
    /** Of the draft that it replaces. */
    version: draftVersion,
    documents: z.array(DraftDocument).max(maxDocuments),
  },
  output: z.object({ version: draftVersion }),
})

/** How a signing stands; the waiting screen shows every hash that the approval covers. */
export const SigningState = z.object({
  transactionID: opaqueId,
  state: z.enum(transactionStates),
  /** "3" waiting for the person, "1" signed, anything else ended. */
  status: z.enum(['0', '1', '2', '3', '4', '5']),
  errorMessage: z.string(),
  /** Empty until the identity app was asked: another approval of the same person goes first. */
  random: z.string(),
  expiresAt: moment,
  documents: z.array(z.object({ uniqueFileID: opaqueId, documentName: z.string(), sha256: z.string(), signedSize: z.int().nullable() })),
  planName: z.string(),
  planNameAr: z.string(),
  /** The signer's own certificate, where they chose one; null: one made for this signing alone. */
  certificate: z
    .object({
      encodedCertificateSlno: opaqueId,
      classofCertificate: z.string(),
      classofCertificateAr: z.string(),
      serialNumberHex: z.string(),
      validTo: moment,
    })
    .nullable(),
})

export const initiateSigning = call({
  path: 'POST /api/v1/esign/my/sign/initiate',
  summary: 'Reserves one transaction of a plan and asks the person to approve exactly these documents.',
  access: 'person',
  refuses: ['HUMAN_CHECK', 'KYC_DUE', 'NOT_FOUND', 'WRONG_STATE', 'REFUSED_DOCUMENT', 'NO_BALANCE', 'TOO_MANY'],
  body: {
    documents: z.array(DocumentToSign).min(1).max(maxDocuments),
    /** Left out: the plan that expires first. */
    planUniqueID: opaqueId.optional(),
    /** The caller's own certificate to sign with (active, its key in the key store); left out: one made for this signing alone. */
    encodedCertificateSlno: opaqueId.optional(),
    acceptTerms: z.literal(true),
  },
  output: SigningState,
})

export const verifySigning = call({
  path: 'POST /api/v1/esign/my/sign/verify',
  summary: 'How a signing stands; an approval that has arrived is carried out.',
  access: 'person',
  passive: true,
  refuses: ['NOT_FOUND'],
  body: { transactionID: opaqueId },
  output: SigningState,
})

export const cancelSigning = call({
  path: 'POST /api/v1/esign/my/sign/cancel',
  summary: 'Gives up a signing that is not approved yet; the reserved transaction returns to the plan.',
  access: 'person',
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { transactionID: opaqueId },
  output: SigningState,
})
