/** An organisation's seal: a certificate in its name and a picture, ordered by its enrolment admin, decided twice, and in force together. */
import { z } from 'zod'
import { organisationInPath } from './actingOrganisation.ts'
import { CertificateClass } from './certificates.ts'
import { dscStates, holderReasons, type DscState } from './certificateStates.ts'
import { column, type Statuses } from './columns.ts'
import { decisionCalls } from './decisions.ts'
import { EvidenceFile } from './evidence.ts'
import { call, list, moment, numberInPath, opaqueId, period, riyals, slno } from './kit.ts'
import { flagsFor, organizationSlno } from './lists.ts'
import { paymentStatuses, PaymentPage } from './payments.ts'
import { ChallengeStarted, Unapproved } from './sessions.ts'
import {
  orgSlNo,
  submissionDeciders,
  submissionMakers,
  submissionReaders,
  submissionStatuses,
  submissionStatusWords,
} from './submissions.ts'
import { searchText, text } from './texts.ts'

/** What an order of a seal waits for; `issuing`: for us alone. */
export const sealWaits = ['payment', 'identity', 'authorizedSignatory', 'registrationOfficer', 'issuing'] as const
export type SealWait = (typeof sealWaits)[number]
export const sealWaitWords: Statuses<SealWait> = {
  payment: { ar: 'بانتظار الدفع', en: 'Waiting for payment', tone: 'warning' },
  identity: { ar: 'بانتظار التأكيد في نفاذ', en: 'Waiting for confirmation', tone: 'warning' },
  authorizedSignatory: { ar: 'بانتظار المفوّض بالتوقيع', en: 'Waiting for a signatory', tone: 'warning' },
  registrationOfficer: { ar: 'بانتظار مقدّم خدمات الثقة', en: 'Waiting for the provider', tone: 'info' },
  issuing: { ar: 'قيد الإصدار', en: 'Being issued', tone: 'info' },
}

/** A picture larger than this does not become a seal: it stands in every document that is sealed. */
export const sealPicture = { bytes: 1_000_000, side: 2_000 } as const

const SealClass = CertificateClass.omit({ usage: true, keySources: true })
const NameAttribute = z.object({ name: z.string(), value: z.string() })
const person = z.object({ fullName: z.string(), fullNameAr: z.string() })

/** An order of a seal, or the seal that came of it. What only a certificate has is null before. */
export const OrganisationSeal = z.object({
  slNo: slno,
  requestID: opaqueId,
  state: z.enum(dscStates),
  waitsFor: z.enum(sealWaits).nullable(),
  /** Since when it waits for that. */
  waitingSince: moment.nullable(),
  classCode: z.string(),
  classofCertificate: z.string(),
  classofCertificateAr: z.string(),
  years: z.int(),
  keyAlgorithm: z.string(),
  /** Of the certificate, exactly, attribute by attribute. */
  subject: z.array(NameAttribute),
  stamp: EvidenceFile,
  appliedAt: moment,
  madeBy: person,
  /** The signatory who approved it half-way. */
  signatory: person.nullable(),
  approvedDate: moment.nullable(),
  decidedDate: moment.nullable(),
  /** Of whoever decided it. */
  remarks: z.string().nullable(),
  issuedBy: z.string().nullable(),
  issuedTo: z.string().nullable(),
  validFrom: moment.nullable(),
  validTo: moment.nullable(),
  serialNumberHex: z.string().nullable(),
  serialNumberDecimal: z.string().nullable(),
  /** Serial number of the seal that this one takes the place of, or took. */
  replaces: z.string().nullable(),
  /** The provider suspended it: the organisation cannot resume it. */
  isHeldByProvider: z.boolean(),
  /** Why it was suspended or revoked (RFC 5280 §5.3.1). */
  revocationReason: z.string().nullable(),
  paymentStatus: z.enum(paymentStatuses),
  initiatePayment: z.boolean(),
  recheckPayment: z.boolean(),
  totalPrice: riyals,
  hasInvoice: z.boolean(),
  /** Its money went back. */
  hasCreditNote: z.boolean(),
})

const ended = { revoked: 'notInForce', expired: 'notInForce', rejected: 'notInForce', cancelled: 'notInForce' } as const
const before = {
  applied: 'notIssued',
  paid: 'notIssued',
  identityVerified: 'notIssued',
  approved: 'notIssued',
  issued: 'notIssued',
} as const
export type SealAction = 'suspend' | 'resume' | 'revoke' | 'seal'
export type SealRefusal = 'notInForce' | 'notIssued' | 'suspended' | 'active' | 'heldByProvider'
const forbiddenIn: Record<SealAction, Partial<Record<DscState, SealRefusal>>> = {
  suspend: { ...before, suspended: 'suspended', ...ended },
  resume: { ...before, active: 'active', ...ended },
  revoke: { ...before, ...ended },
  seal: { ...before, suspended: 'suspended', ...ended },
}

type Facts = { state: DscState; validTo: Date | null; isHeldByProvider: boolean }

/** Whether something may be done with a seal now: null, or why not. */
export function sealRefusal(action: SealAction, { state, validTo, isHeldByProvider }: Facts, now: Date): SealRefusal | null {
  const byState = forbiddenIn[action][state]
  if (byState) return byState
  if (validTo !== null && validTo < now) return 'notInForce' // the clock is ahead of the record for a moment
  return action === 'resume' && isHeldByProvider ? 'heldByProvider' : null
}

export const readSeal = call({
  path: 'POST /api/v1/profile/org/seal/view/:orgSlNo',
  summary: 'The seal of an organisation that is in force, or was last, and the order that is to take its place.',
  access: submissionReaders,
  whenFull: true,
  params: { orgSlNo: organisationInPath },
  output: z.object({ inForce: OrganisationSeal.nullable(), waiting: OrganisationSeal.nullable(), past: z.array(OrganisationSeal) }),
})

export const readSealOffer = call({
  path: 'POST /api/v1/profile/org/seal/offer',
  summary: 'What the organisation can order: the classes of certificates for seals with VAT, and the subject as it would stand in one.',
  access: submissionMakers,
  whenFull: true,
  body: orgSlNo,
  output: z.object({
    dataList: z.array(SealClass),
    vat: z.string(),
    /** Empty where no certificate can carry the organisation’s names. */
    subject: z.array(NameAttribute),
    /** The picture that the organisation has; an order without another one keeps it. */
    stamp: EvidenceFile.nullable(),
    /** Why nothing can be ordered now, in the caller’s language. */
    refusal: z.string().nullable(),
  }),
})

export const orderSeal = call({
  path: 'POST /api/v1/profile/org/seal/order',
  summary: 'Orders a seal at the server’s price and opens a payment page for it. The one in force stays until the new one is issued.',
  access: submissionMakers,
  stepUp: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE', 'PROVIDER_DOWN'],
  body: {
    ...orgSlNo,
    /** Class and validity in one: a price of `readSealOffer`. */
    productPricingDetailsSlno: slno,
    /** A new picture, PNG or JPEG, that was uploaded for this purpose; left out, the one that the organisation has. */
    evidence: z.array(opaqueId).max(1).default([]),
    acceptTerms: z.literal(true),
  },
  output: PaymentPage.extend({ slNo: slno }),
})

const order = {
  access: submissionMakers,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { ...orgSlNo, slNo: slno },
  output: OrganisationSeal,
} as const

export const paySeal = call({
  path: 'POST /api/v1/profile/org/seal/pay',
  summary: 'Opens a new payment page for an order of a seal that is not paid.',
  ...order,
  stepUp: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE', 'EXPIRED', 'PROVIDER_DOWN'],
  output: PaymentPage,
})

export const recheckSealPayment = call({
  path: 'POST /api/v1/profile/org/seal/recheck',
  summary: 'Fetches the latest payment of an order from the gateway and settles it by what the gateway says.',
  ...order,
  refuses: ['NOT_FOUND', 'TOO_MANY', 'PROVIDER_DOWN'],
})

export const cancelSealOrder = call({
  path: 'POST /api/v1/profile/org/seal/cancel',
  summary: 'Gives up an order of a seal that is not paid.',
  ...order,
  refuses: ['NOT_FOUND', 'WRONG_STATE', 'PROVIDER_DOWN'],
})

export const downloadSealInvoice = call({
  path: 'GET /api/v1/profile/org/seal/invoice/:slNo',
  summary: 'The tax invoice of a seal of the selected organisation, as PDF.',
  access: { org: ['enrolmentAdmin', 'authorizedSignatory'] },
  params: { slNo: numberInPath(1) },
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/pdf' },
})

export const downloadSealCreditNote = call({
  path: 'GET /api/v1/profile/org/seal/creditNote/:slNo',
  summary: 'The credit note of a seal of the selected organisation whose money went back, as PDF.',
  access: { org: ['enrolmentAdmin', 'authorizedSignatory'] },
  params: { slNo: numberInPath(1) },
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/pdf' },
})

export const initiateSealIdentity = call({
  path: 'POST /api/v1/profile/org/seal/identity/initiate',
  summary: 'Asks the enrolment admin to confirm in the identity app that the organisation orders this seal.',
  ...order,
  refuses: ['HUMAN_CHECK', 'NOT_FOUND', 'WRONG_STATE', 'TOO_MANY'],
  output: ChallengeStarted,
})

export const verifySealIdentity = call({
  path: 'POST /api/v1/profile/org/seal/identity/verify',
  summary: 'How that stands: "3" keeps waiting, "1" is confirmed, and the order waits for a signatory.',
  ...order,
  passive: true,
  body: { ...orgSlNo, slNo: slno, transId: text(64), random: text(8) },
  output: z.discriminatedUnion('status', [z.object({ status: z.literal('1'), errorMessage: z.string() }), Unapproved]),
})

const change = { ...order, access: { org: ['enrolmentAdmin', 'authorizedSignatory'] } } as const

export const suspendSeal = call({
  path: 'POST /api/v1/profile/org/seal/suspend',
  summary: 'Puts the seal on hold: it cannot be used and should not be relied on until it is resumed.',
  ...change,
  whenFull: true,
})

export const resumeSeal = call({
  path: 'POST /api/v1/profile/org/seal/resume',
  summary: 'Takes the seal off hold; a signatory alone does.',
  ...order,
  access: submissionDeciders,
  stepUp: true,
})

export const revokeSeal = call({
  path: 'POST /api/v1/profile/org/seal/revoke',
  summary: 'Revokes the seal for good. Its key is destroyed.',
  ...change,
  whenFull: true,
  stepUp: true,
  body: { ...orgSlNo, slNo: slno, reason: z.enum(holderReasons) },
})

const request = { ...organizationSlno, slNo: slno }

export const listSealRequests = list({
  path: 'POST /api/v1/approval/org/dsc/requests',
  summary: 'The organisation’s orders of seals that were paid and confirmed, the newest first.',
  access: submissionReaders,
  filters: { ...flagsFor(submissionStatuses), ...period, ...organizationSlno, search: searchText.optional() },
  row: z.object({
    slNo: slno,
    classofCertificate: z.string(),
    classofCertificateAr: z.string(),
    years: z.int(),
    fullName: z.string(),
    fullNameAr: z.string(),
    status: z.enum(submissionStatuses),
    waitsFor: z.enum(sealWaits).nullable(),
    requestDate: moment,
  }),
  columns: {
    classofCertificate: column('text', 'الشهادة', 'Certificate', { arabic: 'classofCertificateAr', part: 'title' }),
    years: column('number', 'السنوات', 'Years', { part: 'line' }),
    fullName: column('text', 'طلبها', 'Ordered by', { arabic: 'fullNameAr' }),
    status: column('status', 'الحالة', 'Status', { names: submissionStatusWords, part: 'state' }),
    requestDate: column('moment', 'طُلبت في', 'Ordered', { part: 'line' }),
  },
})

export const readSealRequest = call({
  path: 'POST /api/v1/approval/org/dsc/view',
  summary: 'One order of a seal with everything that is decided about.',
  access: submissionReaders,
  whenFull: true,
  refuses: ['NOT_FOUND'],
  body: request,
  output: OrganisationSeal,
})

export const { initiate: initiateSealDecision, verify: verifySealDecision } = decisionCalls({
  path: '/api/v1/approval/org/dsc/decision',
  access: submissionDeciders,
  of: request,
  on: 'a seal',
  after: 'it waits for the registration officer, or was rejected and its money goes back.',
})
