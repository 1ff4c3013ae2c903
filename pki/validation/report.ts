/**
 * What a validation says, as plain data. It imports nothing, so that both sides of the wire can mirror it.
 * Sentences for people are looked up by code, in every language, by whoever shows the report.
 */

/** Main indications of EN 319 102-1 §5.1.3. */
export const indications = ['TOTAL-PASSED', 'INDETERMINATE', 'TOTAL-FAILED'] as const
export type Indication = (typeof indications)[number]

/** Sub-indications of EN 319 102-1 tables 5 and 6, those that this validation can reach. */
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
export type SubIndication = (typeof subIndications)[number]

/** Baseline levels of EN 319 142-1 §6. */
export const levels = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const
export type Level = (typeof levels)[number]

/** Forgeries known from the literature: universal signature forgery, incremental saving, signature wrapping (2019), shadow (2021), certification (2021). */
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
export type Forgery = (typeof forgeries)[number]

/** What may differ between the revision that was signed and the file as it is shown. */
export const changeCodes = [
  // allowed, as far as the permissions of earlier signatures go
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
  // allowed, and nobody but a person who looks can say whether it hides what was signed, or says something else
  'annotationUnjudged',
  'annotationEditUnjudged',
  'annotationRemovalUnjudged',
  'signatureUnjudged',
  'fieldUnjudged',
  'formUnjudged',
  'xfaUnjudged',
  // not allowed
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
export type ChangeCode = (typeof changeCodes)[number]

/** Changes whose picture somebody has to look at before relying on what was signed. */
export const unjudgedChanges: ReadonlySet<ChangeCode> = new Set(changeCodes.filter((code) => code.endsWith('Unjudged')))

const allowedChanges = new Set<ChangeCode>([
  'signatureAdded',
  'timestampAdded',
  'validationDataAdded',
  'extensionsDeclared',
  'coloursDeclared',
  'fieldFilled',
  'fieldClosed',
  'fieldPrepared',
  'appearanceAdded',
  'annotationPermitted',
  'metadataUpdated',
  'structureExtended',
  ...unjudgedChanges,
  'metadataChanged',
  'validationDataRemoved',
])

/** A place that somebody can look at: a page, from 1, and there a rectangle in its own coordinates, [left, bottom, right, top], or all of it. */
export type Place = { page: number; box?: [number, number, number, number] }

export type Change = {
  code: ChangeCode
  allowed: boolean
  /** Number of the object concerned. */
  object?: number
  /** Full name of the form field concerned. */
  field?: string
  forgery?: Forgery
  /** Where the change is seen, as far as it is: a few places of many. */
  places?: Place[]
}

export const isAllowedChange = (code: ChangeCode): boolean => allowedChanges.has(code)

/** Everything else worth a sentence. */
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
export type FindingCode = (typeof findingCodes)[number]

/** `detail` is for engineers: a reader's error code, a path failure; never shown as it is. */
export type Finding = { code: FindingCode; detail?: string }

/** Why a signature does not hold by its own bytes. */
export type Fault = Finding & { subIndication: SubIndication; indeterminate?: true }

export type CertificateReport = {
  subject: string
  issuer: string
  /** Hexadecimal. */
  serialNumber: string
  sha256: string
  notBefore: string
  notAfter: string
}

export type TimestampReport = { time: string; trusted: boolean; authority?: string; findings: Finding[] }

export type SignatureReport = {
  kind: 'signature' | 'documentTimestamp'
  /** Full name of the signature field. */
  field: string
  /** From 1: which revision of the file it signs. */
  revision: number | null
  coversWholeFile: boolean
  /** So many bytes of the file are the revision as it was signed; null where it signs no whole revision. */
  signedBytes: number | null
  indication: Indication
  subIndication?: SubIndication
  level: Level | null
  /** DocMDP permission where it certifies the document (ISO 32000-2 §12.8.2.2). */
  certifies: 1 | 2 | 3 | null
  /** From the signer's certificate to the anchor; the signer's alone where no chain was found. */
  chain: CertificateReport[]
  /** The name of the trusted authority to which the chain leads, whatever else is amiss; null where it leads to none, or nobody looked. */
  anchor: string | null
  /** What the signer says of itself, unproven: the dictionary's /M, /Name, /Reason, /Location. */
  claimed: { time?: string; name?: string; reason?: string; location?: string }
  /** Best-signature-time: the earliest time at which the signature is proven to have existed (EN 319 102-1 §3.1). */
  provenAt: string
  /** Where `provenAt` comes from; `now` is the time of validation. */
  proof: 'signatureTimestamp' | 'documentTimestamp' | 'now'
  timestamp?: TimestampReport
  changesAfter: Change[]
  findings: Finding[]
}

export type AttachmentReport = {
  name: string
  /** As the file states it. */
  type: string | null
  /** In octets; null, like the hash, where the reader does not unpack it. */
  size: number | null
  sha256: string | null
  /** Where its octets stand in the file; null where they are packed otherwise than deflated. */
  at: { offset: number; length: number; isDeflated: boolean } | null
  /** From 1: the first of the signatures listed that covers it as it is now; null where none does. */
  coveredFrom: number | null
}

export type ValidationReport = {
  /** The worst of the signatures' indications; INDETERMINATE where there is none. */
  indication: Indication
  subIndication?: SubIndication
  /**
   * `asSigned`: the last signature covers every byte. `extended`: what was added after it is allowed. `changed`: it is not.
   * `unproven`: bytes that no signature covers and nothing explains. `unsigned`: there is no signature.
   */
  document: 'asSigned' | 'extended' | 'changed' | 'unproven' | 'unsigned'
  validatedAt: string
  sha256: string
  size: number
  signatures: SignatureReport[]
  attachments: AttachmentReport[]
  forgeries: Forgery[]
  findings: Finding[]
}
