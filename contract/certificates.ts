import { z } from 'zod'
import { certificateColumns, certificateUsages, dscStates, holderReasons, keySources, madeKeyKinds } from './certificateStates.ts'
import { call, flag, list, moment, opaqueId, riyals, slno } from './kit.ts'
import { searchText, text } from './texts.ts'
import { pkcs12Passphrase } from './password.ts'
import { paymentStatuses, PaymentPage } from './payments.ts'
import { ChallengeStarted, Unapproved } from './sessions.ts'

/** A class of certificates on sale: the operator's configuration. One price for each validity; `totalPrice` = `price` + `tax`. */
export const CertificateClass = z.object({
  classCode: z.string(),
  className: z.string(),
  classNameAr: z.string(),
  description: z.string(),
  descriptionAr: z.string(),
  usage: z.enum(certificateUsages),
  assurance: z.enum(['substantial', 'high']),
  policyOid: z.string(),
  keySources: z.array(z.enum(keySources)),
  keyKinds: z.array(z.enum(madeKeyKinds)),
  prices: z.array(z.object({ years: z.int(), price: riyals, tax: riyals, totalPrice: riyals, productPricingDetailsSlno: slno })),
})

export const listCertificateClasses = call({
  path: 'GET /api/v1/common/dsc/classes',
  summary: 'The classes of digital signature certificates on sale, with VAT.',
  access: 'anyone',
  forEverybody: true,
  output: z.object({ dataList: z.array(CertificateClass), vat: z.string() }),
})

/** A certification request (PKCS #10, RFC 2986) as PEM, or its DER in Base64. */
const csr = text(24_000, 1)
export const inspectCertificateRequest = call({
  path: 'POST /api/v1/dsc/my/csr/inspect',
  summary: 'Reads a certification request of the caller’s own as applying would, and says whose key it brings.',
  access: 'person',
  whenFull: true,
  body: { csr },
  output: z.object({
    /** As `P-256`, `P-384`, `RSA-3072`. */
    keyAlgorithm: z.string(),
    /** SHA-256 of the public key (SubjectPublicKeyInfo), in hexadecimal. */
    publicKeySha256: z.string(),
    /** What the request says of its subject: shown, never used. The subject is the confirmed identity. */
    subject: z.string(),
  }),
})

const encodedCertificateSlno = opaqueId

export const applyForCertificate = call({
  path: 'POST /api/v1/dsc/my/apply',
  summary: 'Applies for a certificate at the server’s price and opens a payment page for it.',
  access: 'person',
  stepUp: true,
  refuses: ['KYC_DUE', 'NOT_FOUND', 'WRONG_STATE', 'PROVIDER_DOWN'],
  body: {
    /** Class and validity in one: a price of `listCertificateClasses`. */
    productPricingDetailsSlno: slno,
    keySource: z.enum(keySources),
    /** Where the key is made here; left out, the first that the class allows. */
    keyKind: z.enum(madeKeyKinds).optional(),
    /** Where `keySource` is `csr`. */
    csr: csr.optional(),
    /** The certificate that this one is to follow. It stays in force until its own end. */
    renews: encodedCertificateSlno.optional(),
    acceptTerms: z.literal(true),
  },
  output: PaymentPage.extend({ encodedCertificateSlno }),
})

/** A certificate or an application for one. What only a certificate has is null before. */
export const CertificateRow = z.object({
  encodedCertificateSlno,
  state: z.enum(dscStates),
  classCode: z.string(),
  classofCertificate: z.string(),
  classofCertificateAr: z.string(),
  usage: z.enum(certificateUsages),
  keySource: z.enum(keySources),
  /** As `P-256`, `P-384`, `RSA-3072`. */
  keyAlgorithm: z.string(),
  years: z.int(),
  /** An organisation's seal, not a person's own certificate. */
  isDocumentSigner: z.boolean(),
  appliedAt: moment,
  issuedBy: z.string().nullable(),
  issuedTo: z.string().nullable(),
  validFrom: moment.nullable(),
  validTo: moment.nullable(),
  serialNumberHex: z.string().nullable(),
  serialNumberDecimal: z.string().nullable(),
  /** Names of RFC 5280 §4.2.1.3. */
  keyUsage: z.array(z.string()),
  /** Until when the PKCS#12 file can be fetched. */
  pkcs12Until: moment.nullable(),
  /** The certificate that this one follows, and the one (or the application) that follows it. */
  renews: encodedCertificateSlno.nullable(),
  renewedBy: encodedCertificateSlno.nullable(),
  /** When it is revoked because its name is no longer its holder's; null where the name is right. */
  oldNameUntil: moment.nullable(),
  /** The provider suspended it: its holder cannot resume it. */
  isHeldByProvider: z.boolean(),
  /** The newest attempt to pay: `initiatePayment` and `recheckPayment` of the payments' calls take it. */
  encodedPaymentSlno: opaqueId,
  paymentStatus: z.enum(paymentStatuses),
  initiatePayment: z.boolean(),
  recheckPayment: z.boolean(),
  totalPrice: riyals,
  /** The caller's newest signing was to be made with it: the next one offers it first. */
  signedLast: z.boolean(),
})

export const listMyCertificates = list({
  path: 'GET /api/v1/dsc/my/certificates/:page/:size',
  summary: 'The caller’s certificates and applications, the newest first.',
  access: 'person',
  filters: {
    stage: z.enum(['application', 'certificate']).optional(),
    state: z.enum(dscStates).optional(),
    /** On: those that `initiateSigning` takes now. */
    canSign: flag.optional(),
    /** A part of the serial number, hexadecimal or decimal, or of the class's name. */
    search: searchText.optional(),
  },
  row: CertificateRow,
  columns: certificateColumns,
})

/** Everything about one of them. */
export const CertificateDetails = CertificateRow.extend({
  /** Attributes of the two names in their order. */
  subject: z.array(z.object({ name: z.string(), value: z.string() })),
  issuer: z.array(z.object({ name: z.string(), value: z.string() })),
  extendedKeyUsage: z.array(z.string()),
  policyOid: z.string().nullable(),
  signatureAlgorithm: z.string().nullable(),
  /** Fingerprints in hexadecimal: of the certificate, and of its public key. */
  sha256: z.string().nullable(),
  publicKeySha256: z.string().nullable(),
  ocspUrl: z.string().nullable(),
  crlUrl: z.string().nullable(),
  pem: z.string().nullable(),
  /** Why it was suspended or revoked (RFC 5280 §5.3.1). */
  revokedAt: moment.nullable(),
  revocationReason: z.string().nullable(),
  /** From when it can be renewed. */
  renewableFrom: moment.nullable(),
  history: z.array(z.object({ at: moment, from: z.enum(dscStates).nullable(), to: z.enum(dscStates), reason: z.string().nullable() })),
})

export const readMyCertificate = call({
  path: 'GET /api/v1/dsc/my/certificates/:encodedCertificateSlno',
  summary: 'One certificate or application of the caller’s.',
  access: 'person',
  params: { encodedCertificateSlno },
  output: CertificateDetails,
})

export const initiateCertificateIdentity = call({
  path: 'POST /api/v1/dsc/my/identity/initiate',
  summary: 'Asks the person to confirm in the identity app that this certificate is for them.',
  access: 'person',
  refuses: ['HUMAN_CHECK', 'NOT_FOUND', 'WRONG_STATE', 'TOO_MANY'],
  body: { encodedCertificateSlno },
  output: ChallengeStarted,
})

export const verifyCertificateIdentity = call({
  path: 'POST /api/v1/dsc/my/identity/verify',
  summary: 'How that stands: "3" keeps waiting, "1" is confirmed.',
  access: 'person',
  passive: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { encodedCertificateSlno, transId: text(64), random: text(8) },
  output: z.discriminatedUnion('status', [z.object({ status: z.literal('1'), errorMessage: z.string() }), Unapproved]),
})

export const issueCertificate = call({
  path: 'POST /api/v1/dsc/my/issue',
  summary: 'Makes the key, unless it is the caller’s own, and issues the certificate that was paid for.',
  access: 'person',
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: {
    encodedCertificateSlno,
    /** Where the key source is `pkcs12`: encrypts the file. It is not kept, and nobody can tell it again. */
    passphrase: pkcs12Passphrase.optional(),
    /** Where it is `csr`: a request in place of the one given at applying, should that key no longer serve. */
    csr: csr.optional(),
  },
  output: CertificateDetails,
})

export const certificateFormats = ['pem', 'der', 'chain', 'p7b'] as const

export const downloadCertificate = call({
  path: 'GET /api/v1/dsc/my/download/:encodedCertificateSlno/:format',
  summary: 'A certificate of the caller’s: as PEM, as DER, with those above it as PEM, or with them as PKCS#7.',
  access: 'person',
  refuses: ['WRONG_STATE'],
  params: { encodedCertificateSlno, format: z.enum(certificateFormats) },
  output: { bytes: 'application/octet-stream' },
})

export const downloadPkcs12 = call({
  path: 'GET /api/v1/dsc/my/pkcs12/:encodedCertificateSlno',
  summary: 'Key and certificate in one file (RFC 7292), encrypted under the passphrase given at issuing; for a day, then it is forgotten.',
  access: 'person',
  stepUp: true,
  refuses: ['WRONG_STATE'],
  params: { encodedCertificateSlno },
  output: { bytes: 'application/x-pkcs12' },
})

/** What changes the state of one certificate. */
const change = {
  access: 'person',
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { encodedCertificateSlno },
  output: CertificateDetails,
} as const

export const suspendCertificate = call({
  path: 'POST /api/v1/dsc/my/suspend',
  summary: 'Puts a certificate on hold: it should not be relied on until it is resumed.',
  ...change,
  whenFull: true,
})

export const resumeCertificate = call({
  path: 'POST /api/v1/dsc/my/resume',
  summary: 'Takes a certificate off hold.',
  ...change,
  stepUp: true,
})

export const revokeCertificate = call({
  path: 'POST /api/v1/dsc/my/revoke',
  summary: 'Revokes a certificate for good.',
  ...change,
  whenFull: true,
  stepUp: true,
  body: { encodedCertificateSlno, reason: z.enum(holderReasons) },
})

export const cancelCertificateApplication = call({
  path: 'POST /api/v1/dsc/my/cancel',
  summary: 'Gives up an application that is not paid.',
  ...change,
  refuses: [...change.refuses, 'PROVIDER_DOWN'],
})

/** Authorities that publish: their names stand in the addresses of issued certificates. */
const unit = z.enum(['people', 'seals'])
const authority = z.enum(['root', 'people', 'seals'])
const published = { access: 'anyone', passive: true, ignoresQuery: true } as const

export const answerOcspPost = call({
  path: 'POST /pki/ocsp/:unit',
  summary: 'Certificate status by OCSP (RFC 6960 appendix A.1, POST).',
  ...published,
  params: { unit },
  body: { bytes: 'application/ocsp-request', maxBytes: 4_096 },
  output: { bytes: 'application/ocsp-response' },
})

export const answerOcspGet = call({
  path: 'GET /pki/ocsp/:unit/:request',
  summary: 'Certificate status by OCSP (RFC 6960 appendix A.1, GET): the request as base64.',
  ...published,
  params: { unit, request: text(1_000) },
  output: { bytes: 'application/ocsp-response' },
})

export const answerTimeStamp = call({
  path: 'POST /pki/tsa',
  summary: 'A time stamp (RFC 3161 §3.4).',
  ...published,
  body: { bytes: 'application/timestamp-query', maxBytes: 4_096 },
  output: { bytes: 'application/timestamp-reply' },
})

export const readCrl = call({
  path: 'GET /pki/crl/:fileName',
  summary: 'The certificate revocation list of an authority (RFC 5280).',
  ...published,
  params: { fileName: z.templateLiteral([authority, '.crl']) },
  output: { bytes: 'application/pkix-crl' },
})

export const readAuthorityCertificate = call({
  path: 'GET /pki/ca/:fileName',
  summary: 'The certificate of an authority, DER.',
  ...published,
  params: { fileName: z.templateLiteral([authority, '.cer']) },
  output: { bytes: 'application/pkix-cert' },
})
