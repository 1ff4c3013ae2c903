/** What each notification is about, by its kind: facts, which become a sentence when they are shown. */
import type { IdentityChange } from '#contract/sessions.ts'
import type { SigningFailure } from './signingFailures.ts'

type Named = { nameAr: string; nameEn: string }
/** A moment, as `toISOString` writes it: facts are kept as JSON. */
type Moment = string
/** Whose: a person's own, or an organisation's that they act for. */
export type Area = 'my' | 'org'
export type Certificate = Named & { area: Area; validTo: Moment }
/** `isCertificate`: it pays an application for one, not a plan; `isSeal`: an organisation's seal. */
export type Payment = Named & { halalas: number; paymentID: string; isCertificate?: boolean; isSeal?: boolean }
type Returned = Payment & { transactions?: number }

/** What may be asked for and decided. */
export type RequestKind =
  | 'accountRequest'
  | 'membership'
  | 'change'
  | 'unit'
  | 'seal'
  | 'sponsor'
  | 'technicalContact'
  | 'organisation'
  | 'organisationChange'
  | 'specialPlan'
  | 'purchaseOrder'
  | 'certificate'
  | 'closure'
  | 'erasure'
  | 'organisationCertificate'
  | 'catalogueChange'
  | 'refund'

export type NotificationFacts = {
  planLow: Named & { left: number }
  planExpiring: Named & { left: number; validTo: Moment }
  kycDue: { until: Moment }
  kycRenewed: { until: Moment }
  /** `title` is the text's, of which a new version is in force. */
  agreementDue: { titleAr: string; titleEn: string; area: Area }
  paymentSettled: Payment
  paymentFailed: Payment
  /** `transactions`: how many were taken back, where only their part of the price was returned. */
  paymentRefunded: Returned
  /** Of the staff's own proposal; the payment by its number. */
  refundEnded: { requestID: string; reference: string; isDone: boolean }
  /** Days of the statement, both inclusive. */
  reconciliationDiffers: { fromDate: Moment; toDate: Moment; count: number; runID: string }
  /** `name`: the first document's, absent in what was told before names were; `reason`: of what failed after it was approved. */
  signingEnded: {
    state: 'success' | 'failed' | 'expired' | 'rejected'
    documents: number
    name?: string
    transactionID: string
    reason?: SigningFailure
  }
  newDevice: { model: string }
  /** `oldNameUntil`: when certificates in an earlier name are revoked. */
  identityChanged: { facts: readonly IdentityChange['fact'][]; oldNameUntil: Moment | null }
  contactChanged: { contact: 'email' | 'mobile'; area: Area }
  passwordChanged: { area: Area }
  /** `number` is what the person knows the request by; `reason` what the decider wrote. */
  requestDecided: { request: RequestKind; number: string | null; isApproved: boolean; reason: string | null }
  /** The organisation names its application. */
  applicationSent: Named
  applicationReturned: Named & { reason: string }
  accountSuspended: { reason: string }
  accountReactivated: { reason: string }
  organisationSuspended: Named & { reason: string }
  organisationReactivated: Named & { reason: string }
  /** The organisation names what people are told about their place in it. */
  membershipEnded: Named & { reason: string }
  membershipInactive: Named & { reason: string }
  membershipActive: Named & { reason: string }
  memberResigned: Named & { personAr: string; personEn: string; reason: string }
  /** What the member is or belongs to now, in words. */
  memberChanged: Named & { isRole: boolean; valueAr: string; valueEn: string }
  memberWaits: Named & { personAr: string; personEn: string }
  /** `about` is what the request is about, by name. */
  organisationRequestWaits: Named & {
    request: 'unit' | 'sponsor' | 'technicalContact' | 'change' | 'seal' | 'organisationChange'
    slNo: number
    aboutAr: string
    aboutEn: string
  }
  /** The organisation names it. */
  sealHalfApproved: Named
  /** `person` as the organisation wrote the name; nobody answered in time, or the person declined. */
  invitationEnded: Named & { person: string; isExpired: boolean; reason: string }
  invitationCancelled: Named & { reason: string }
  /** The class of certificate names it. */
  certificateIssued: Certificate
  certificateExpiring: Certificate
  certificateExpired: Certificate
  certificateSuspended: Certificate
  certificateReactivated: Certificate
  certificateRevoked: Certificate
}

/** A day in words. */
type DayOf = (at: Moment) => string
export type Sentence<F> = { ar: (facts: F, day: DayOf) => string; en: (facts: F, day: DayOf) => string; link: (facts: F) => string }
