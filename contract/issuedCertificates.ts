/** The register of what the authority issued to subscribers and for organisations' seals, for the provider's own staff. */
import { z } from 'zod'
import { dscStateWords, providerReasons } from './certificateStates.ts'
import { column } from './columns.ts'
import { call, list, moment, opaqueId } from './kit.ts'
import { exportOf } from './lists.ts'
import { mayDecide, mayRead } from './operatorAccess.ts'
import { remarksText, searchText } from './texts.ts'

export const issuedStates = ['active', 'suspended', 'revoked', 'expired'] as const
const { active, suspended, revoked, expired } = dscStateWords
export const issuedStateWords = { active, suspended, revoked, expired }
/** What a certificate was made for: its holder's own use, or one signing of theirs. */
export const issuedFor = ['holder', 'signing'] as const

const serialNumber = z.codec(z.string().regex(/^([0-9A-Fa-f]{2}){1,20}$/), z.string(), {
  decode: (hex) => hex.toUpperCase(),
  encode: (hex) => hex,
})

const IssuedRow = z.object({
  /** In hexadecimal. */
  serialNumber: z.string(),
  issuedFor: z.enum(issuedFor),
  classofCertificate: z.string(),
  classofCertificateAr: z.string(),
  state: z.enum(issuedStates),
  validFrom: moment,
  validTo: moment,
})

export const listIssuedCertificates = list({
  path: 'POST /api/v1/operations/certificates',
  summary: 'The certificates that were issued to subscribers, the latest first.',
  access: mayRead,
  filters: {
    state: z.enum(issuedStates).optional(),
    issuedFor: z.enum(issuedFor).optional(),
    /** The beginning of a serial number (hexadecimal), a whole one (decimal), a holder's national ID or unified number, or a part of their name. */
    search: searchText.optional(),
  },
  row: IssuedRow,
  columns: {
    serialNumber: column('id', 'الرقم التسلسلي', 'Serial number', { part: 'line', shows: 'end' }),
    classofCertificate: column('text', 'الشهادة', 'Certificate', { arabic: 'classofCertificateAr', part: 'title' }),
    issuedFor: column('text', 'أُصدرت لأجل', 'Made for', {
      names: {
        holder: { ar: 'استعمال صاحبها', en: 'Its holder’s use' },
        signing: { ar: 'توقيع واحد', en: 'One signing' },
      },
      part: 'line',
    }),
    state: column('status', 'الحالة', 'Status', { names: issuedStateWords, part: 'state' }),
    validFrom: column('moment', 'سارية من', 'Valid from'),
    validTo: column('moment', 'سارية حتى', 'Valid until'),
  },
})

export const exportIssuedCertificates = exportOf(listIssuedCertificates, { ar: 'الشهادات الصادرة', en: 'Issued certificates' })

/** One of them with its holder. */
const IssuedCertificate = IssuedRow.extend({
  /** Attributes of the two names in their order. */
  subject: z.array(z.object({ name: z.string(), value: z.string() })),
  issuer: z.array(z.object({ name: z.string(), value: z.string() })),
  policyOid: z.string().nullable(),
  sha256: z.string(),
  pem: z.string(),
  fullName: z.string(),
  fullNameAr: z.string(),
  /** Masked; null where an organisation holds it. */
  nationalID: z.string().nullable(),
  /** Of the organisation whose seal it is; null where a person holds it. */
  unifiedOrgNo: z.string().nullable(),
  /** The signing that it was made for; null where it was made for its holder's use. */
  transactionID: opaqueId.nullable(),
  revokedAt: moment.nullable(),
  /** Of RFC 5280 §5.3.1. */
  revocationReason: z.string().nullable(),
})

export const readIssuedCertificate = call({
  path: 'GET /api/v1/operations/certificates/:serialNumber',
  summary: 'One certificate and its holder, who sees that it was viewed.',
  access: mayRead,
  params: { serialNumber },
  refuses: ['NOT_FOUND'],
  output: IssuedCertificate,
})

const change = { serialNumber, remarks: remarksText(1_000) }
const refuses = ['NOT_FOUND', 'NOT_ALLOWED', 'WRONG_STATE'] as const

export const holdIssuedCertificate = call({
  path: 'POST /api/v1/operations/certificates/hold',
  summary: 'Suspends a certificate (RFC 5280, certificateHold). Its holder is told, and cannot resume it.',
  access: mayDecide,
  stepUp: true,
  refuses,
  body: change,
  output: IssuedCertificate,
})

export const releaseIssuedCertificate = call({
  path: 'POST /api/v1/operations/certificates/release',
  summary: 'Takes a certificate off its suspension. Its holder is told.',
  access: mayDecide,
  stepUp: true,
  refuses,
  body: change,
  output: IssuedCertificate,
})

export const revokeIssuedCertificate = call({
  path: 'POST /api/v1/operations/certificates/revoke',
  summary: 'Revokes a certificate for good, with a reason of RFC 5280. Its holder is told.',
  access: mayDecide,
  stepUp: true,
  refuses,
  body: { ...change, reason: z.enum(providerReasons) },
  output: IssuedCertificate,
})
