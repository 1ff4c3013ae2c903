import { z } from 'zod'
import { Attachment } from './attachments.ts'
import { call, moment, opaqueId } from './kit.ts'
import { typedProofCode } from './proofCode.ts'
import { text } from './texts.ts'
import { maxUploadMegabytes, roomForSignatures } from './limits.ts'

/** Main indications of EN 319 102-1 §5.1.3. */
export const indications = ['TOTAL-PASSED', 'INDETERMINATE', 'TOTAL-FAILED'] as const

export const subIndications = [
  'FORMAT_FAILURE',
  'HASH_FAILURE',
  'SIG_CRYPTO_FAILURE',
  'REVOKED',
  'EXPIRED',
  'NOT_YET_VALID',
  'SIG_CONSTRAINTS_FAILURE',
  'CHAIN_CONSTRAINTS_FAILURE',
  'CERTIFICATE_CHAIN_GENERAL_FAILURE',
  'CRYPTO_CONSTRAINTS_FAILURE',
  'TIMESTAMP_ORDER_FAILURE',
  'NO_SIGNING_CERTIFICATE_FOUND',
  'NO_CERTIFICATE_CHAIN_FOUND',
  'REVOKED_NO_POE',
  'REVOKED_CA_NO_POE',
  'OUT_OF_BOUNDS_NO_POE',
  'NO_POE',
  'TRY_LATER',
  'SIGNED_DATA_NOT_FOUND',
] as const

/** Known ways to make a changed file look signed. */
export const forgeries = [
  'universalSignatureForgery',
  'incrementalSavingAttack',
  'signatureWrappingAttack',
  'shadowHide',
  'shadowReplace',
  'shadowHideAndReplace',
  'evilAnnotationAttack',
  'sneakySignatureAttack',
  'hybridCrossReference',
  'recycledSignatureField',
] as const

/** What may differ between the revision that was signed and the file as it is shown. */
export const changeCodes = [
  'signatureAdded',
  'timestampAdded',
  'validationDataAdded',
  'validationDataRemoved',
  'extensionsDeclared',
  'coloursDeclared',
  'fieldFilled',
  'fieldClosed',
  'fieldPrepared',
  'appearanceAdded',
  'annotationPermitted',
  'metadataUpdated',
  'structureExtended',
  'annotationUnjudged',
  'annotationEditUnjudged',
  'annotationRemovalUnjudged',
  'signatureUnjudged',
  'fieldUnjudged',
  'formUnjudged',
  'xfaUnjudged',
  'annotationAdded',
  'annotationChanged',
  'annotationRemoved',
  'actionChanged',
  'appearanceChanged',
  'bytesOutsideObjects',
  'catalogueChanged',
  'contentChanged',
  'crossReferenceHybrid',
  'fieldAdded',
  'fieldChanged',
  'fieldFilledAgainstLock',
  'fontChanged',
  'formChanged',
  'lostObjectDefined',
  'metadataChanged',
  'objectChanged',
  'objectRemoved',
  'objectReused',
  'optionalContentChanged',
  'pageChanged',
  'pageTreeChanged',
  'permissionsChanged',
  'signatureChanged',
  'signatureRemoved',
  'signatureUnfinished',
  'trailerChanged',
] as const

export const findingCodes = [
  'noSignatures',
  'attachmentsUnread',
  'securityStoreDamaged',
  'fileNotPdf',
  'fileNotReadable',
  'bytesBeforePdf',
  'fileEncrypted',
  'filePasswordWrong',
  'fileEncryptionUnknown',
  'fileTooComplex',
  'laterPartsUnreadable',
  'readersFindOtherPages',
  'signatureDictionaryMalformed',
  'signatureFormatUnknown',
  'byteRangeMalformed',
  'byteRangeLeavesBytesOut',
  'fileWrittenAnew',
  'byteRangeEndsInsideRevision',
  'bytesAfterSignedRevision',
  'contentsMalformed',
  'contentsPadding',
  'cmsMalformed',
  'digestMismatch',
  'digestAlgorithmWeak',
  'keyWeak',
  'algorithmUnknown',
  'severalSigners',
  'signatureMismatch',
  'signedAttributesMissing',
  'signingCertificateNotFound',
  'signingCertificateNotNamed',
  'signingTimeForbidden',
  'certificationNotFirst',
  'changedAfterSigning',
  'shownAfterSigning',
  'signatureRemovedLater',
  'signatureReplacedLater',
  'uncoveredBytesUnexplained',
  'chainNotFound',
  'chainInvalid',
  'chainWeak',
  'chainExpired',
  'chainNotYetValid',
  'keyPurposeWrong',
  'certificateRevoked',
  'certificateAuthorityRevoked',
  'revocationUnknown',
  'timestampMalformed',
  'timestampImprintMismatch',
  'timestampSignatureMismatch',
  'timestampChainInvalid',
  'timestampRevocationUnknown',
  'timestampOrder',
  'noProofOfExistence',
] as const

const Finding = z.object({ code: z.enum(findingCodes), detail: z.string().optional() })

const Change = z.object({
  code: z.enum(changeCodes),
  allowed: z.boolean(),
  object: z.int().optional(),
  field: z.string().optional(),
  forgery: z.enum(forgeries).optional(),
  /** Where it is seen: pages, from 1, and there a rectangle in the page's own coordinates, [left, bottom, right, top], or all of it. */
  places: z.array(z.object({ page: z.int(), box: z.array(z.number()).length(4).optional() })).optional(),
})

/** Moments inside stay text: a hostile certificate may state one that no calendar has. */
const CertificateReport = z.object({
  subject: z.string(),
  issuer: z.string(),
  serialNumber: z.string(),
  sha256: z.string(),
  notBefore: z.string(),
  notAfter: z.string(),
})

export const SignatureReport = z.object({
  kind: z.enum(['signature', 'documentTimestamp']),
  field: z.string(),
  revision: z.int().nullable(),
  coversWholeFile: z.boolean(),
  /** So many bytes of the file are the revision as it was signed; null where it signs no whole revision. */
  signedBytes: z.int().nullable(),
  indication: z.enum(indications),
  subIndication: z.enum(subIndications).optional(),
  level: z.enum(['B-B', 'B-T', 'B-LT', 'B-LTA']).nullable(),
  /** Permission of a certifying signature (DocMDP, ISO 32000-2 §12.8.2.2). */
  certifies: z.literal([1, 2, 3]).nullable(),
  /** From the signer to the trust anchor. */
  chain: z.array(CertificateReport),
  /** The name of the trusted authority to which the chain leads; null where it leads to none, or nobody looked. */
  anchor: z.string().nullable(),
  /** What the signer says of itself, unproven. */
  claimed: z.object({
    time: z.string().optional(),
    name: z.string().optional(),
    reason: z.string().optional(),
    location: z.string().optional(),
  }),
  /** The earliest time at which the signature is proven to have existed. */
  provenAt: z.string(),
  proof: z.enum(['signatureTimestamp', 'documentTimestamp', 'now']),
  timestamp: z.object({ time: z.string(), trusted: z.boolean(), authority: z.string().optional(), findings: z.array(Finding) }).optional(),
  changesAfter: z.array(Change),
  findings: z.array(Finding),
})

export const ValidationReport = z.object({
  indication: z.enum(indications),
  subIndication: z.enum(subIndications).optional(),
  document: z.enum(['asSigned', 'extended', 'changed', 'unproven', 'unsigned']),
  validatedAt: z.string(),
  sha256: z.string(),
  size: z.int(),
  signatures: z.array(SignatureReport),
  /** Files inside it. `coveredFrom` is the number of the first signature in the list that covers it as it is now; null where none does. */
  attachments: z.array(Attachment.extend({ coveredFrom: z.int().nullable() })),
  forgeries: z.array(z.enum(forgeries)),
  findings: z.array(Finding),
})

export type ValidationReport = z.output<typeof ValidationReport>
export type SignatureReport = z.output<typeof SignatureReport>

const file = { bytes: 'application/pdf', maxBytes: maxUploadMegabytes * 1_000_000 + roomForSignatures, takesPassword: true } as const

/** Reading somebody's file costs a process; from one address so many are taken. */
export const verifications = { name: 'verifications', quota: 30, windowSeconds: 600 }

export const verifyDocument = call({
  path: 'POST /api/v1/verify',
  summary: 'Validates every signature of a PDF by EN 319 102-1. The file is not kept.',
  access: 'anyone',
  limit: verifications,
  body: file,
  output: ValidationReport,
})

export const verificationReport = call({
  path: 'POST /api/v1/verify/report',
  summary: 'The same validation, as a PDF report in one language. The file is not kept.',
  access: 'anyone',
  limit: verifications,
  query: { language: z.enum(['ar', 'en']), name: text(255, 1) },
  body: file,
  output: { bytes: 'application/pdf' },
})

/** From one address so many codes are looked up. */
const codes = { name: 'transactionCodes', quota: 60, windowSeconds: 600 }

/** What anybody may know of a signing by the code that its signatures show. */
export const SigningProof = z.object({
  transactionID: opaqueId,
  /** As the signature shows it; of older ones it is the transaction's own number. */
  code: z.string(),
  signedAt: moment,
  /** The letters that a name's words begin with. */
  signer: z.string(),
  signerAr: z.string(),
  documents: z.array(
    z.object({
      /** Of the whole signed file, to hold a file against. */
      sha256: z.string(),
      size: z.int(),
      level: z.enum(['B-LT', 'B-LTA']),
    }),
  ),
})

export type SigningProof = z.output<typeof SigningProof>

export const readSigningProof = call({
  path: 'POST /api/v1/verify/code',
  summary: 'What was signed under the code that a signature shows.',
  access: 'anyone',
  whenFull: true,
  limit: codes,
  refuses: ['NOT_FOUND'],
  body: { code: typedProofCode },
  output: SigningProof,
})
