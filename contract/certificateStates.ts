/** The states of a digital signature certificate (DSC), and what may be done with one: enforced by the server, read by the screens. */

import { column, type Statuses } from './columns.ts'

/** From `issued` on there is a certificate; before it there is an application for one. The last four are final but for money that comes late. */
export const dscStates = [
  'applied',
  'paid',
  'identityVerified',
  'approved',
  'issued',
  'active',
  'suspended',
  'revoked',
  'expired',
  'rejected',
  'cancelled',
] as const
export type DscState = (typeof dscStates)[number]

export const dscStateWords: Statuses<DscState> = {
  applied: { tone: 'info', ar: 'بانتظار الدفع', en: 'Waiting for payment' },
  paid: { tone: 'info', ar: 'بانتظار تأكيد الهوية', en: 'Waiting for identity' },
  identityVerified: { tone: 'info', ar: 'بانتظار الإصدار', en: 'Ready to be issued' },
  approved: { tone: 'info', ar: 'معتمد، بانتظار الإصدار', en: 'Approved, ready to be issued' },
  issued: { tone: 'info', ar: 'قيد الإصدار', en: 'Being issued' },
  active: { tone: 'success', ar: 'سارية', en: 'Active' },
  suspended: { tone: 'warning', ar: 'معلّقة', en: 'Suspended' },
  revoked: { tone: 'error', ar: 'ملغاة', en: 'Revoked' },
  expired: { tone: 'neutral', ar: 'منتهية', en: 'Expired' },
  rejected: { tone: 'error', ar: 'مرفوض', en: 'Rejected' },
  cancelled: { tone: 'neutral', ar: 'طلب ملغى', en: 'Cancelled' },
}

export const certificateColumns = {
  classofCertificate: column('text', 'الشهادة', 'Certificate', { arabic: 'classofCertificateAr', part: 'title' }),
  serialNumberHex: column('id', 'الرقم التسلسلي', 'Serial number', { part: 'line', shows: 'end' }),
  validFrom: column('date', 'سارية من', 'Valid from', { part: 'line' }),
  validTo: column('date', 'سارية حتى', 'Valid until', { part: 'line' }),
  state: column('status', 'الحالة', 'Status', { names: dscStateWords, part: 'state' }),
}

export const applicationStates = ['applied', 'paid', 'identityVerified', 'approved', 'rejected', 'cancelled'] as const satisfies DscState[]

/**
 * Where a DSC may go from each state. The database enforces the same table. `approved` and `rejected` are an organisation's. A refund ends
 * an application; money that comes after an application was given up takes it up again.
 */
export const dscEdges: Record<DscState, readonly DscState[]> = {
  applied: ['paid', 'cancelled'],
  paid: ['identityVerified', 'cancelled'],
  identityVerified: ['approved', 'issued', 'rejected', 'cancelled'],
  approved: ['issued', 'cancelled'],
  issued: ['active', 'revoked'],
  active: ['suspended', 'revoked', 'expired'],
  suspended: ['active', 'revoked', 'expired'],
  revoked: [],
  expired: [],
  rejected: [],
  cancelled: ['paid'],
}

/** Where the private key is made and kept. */
export const keySources = ['keyStore', 'csr', 'pkcs12'] as const
export type KeySource = (typeof keySources)[number]

/** Keys that are made here; a request of one's own may also bring P-384 or a longer RSA. */
export const madeKeyKinds = ['P-256', 'RSA-3072'] as const
export type MadeKeyKind = (typeof madeKeyKinds)[number]

export const certificateUsages = ['signing', 'authentication'] as const
export type CertificateUsage = (typeof certificateUsages)[number]
/** Those of people's certificates, and what an organisation's is for. */
export const classUsages = [...certificateUsages, 'sealing'] as const
export type ClassUsage = (typeof classUsages)[number]

/** Reasons of RFC 5280 §5.3.1 that a holder may give; the others are the authority's. */
export const holderReasons = ['unspecified', 'keyCompromise', 'affiliationChanged', 'superseded', 'cessationOfOperation'] as const
export type HolderReason = (typeof holderReasons)[number]

/** Those that the provider may give: a hold is a suspension, and an authority's own key is a matter of a ceremony. */
export const providerReasons = [...holderReasons, 'privilegeWithdrawn'] as const
export type ProviderReason = (typeof providerReasons)[number]

/** How long before its end a certificate can be renewed. */
export const renewalDays = 90

/** How long a certificate in a name that is no longer its holder's stays in force (CA/Browser Forum BR §4.9.1.1). It signs nothing here. */
export const oldNameDays = 5

/** What the rules look at; the rows and details of certificates have it. */
export type CertificateFacts = {
  state: DscState
  keySource: KeySource
  usage: ClassUsage
  /** Null until there is a certificate. */
  validTo: Date | null
  /** Until when the PKCS#12 file can be fetched; null where there is none, or no longer. */
  pkcs12Until: Date | null
  /** An application to renew it, or the certificate that came of that. */
  renewedBy: string | null
  /** When it is revoked because its name is no longer its holder's; null where the name is right. */
  oldNameUntil: Date | null
  /** The provider suspended it, and resumes it. */
  isHeldByProvider: boolean
}

/** Why something cannot be done. The screens have a sentence for each. */
export type CertificateRefusal =
  | 'unpaid'
  | 'identityNotVerified'
  | 'awaitsApproval'
  | 'paidAlready'
  | 'verifiedAlready'
  | 'issuedAlready'
  | 'notIssued'
  | 'active'
  | 'suspended'
  | 'revoked'
  | 'expired'
  | 'rejected'
  | 'cancelled'
  | 'tooEarlyToRenew'
  | 'renewedAlready'
  | 'oldName'
  | 'heldByProvider'
  | 'keyElsewhere'
  | 'notForSigning'
  | 'noFile'

export type CertificateAction =
  | 'pay'
  | 'verifyIdentity'
  | 'issue'
  | 'cancel'
  | 'download'
  | 'downloadPkcs12'
  | 'sign'
  | 'suspend'
  | 'resume'
  | 'revoke'
  | 'renew'

const issued = 'notIssued' as const
const beforeIssue = { applied: issued, paid: issued, identityVerified: issued, approved: issued } as const
const given = { rejected: 'rejected', cancelled: 'cancelled' } as const
const over = { revoked: 'revoked', expired: 'expired', ...given } as const
const made = { issued: 'issuedAlready', active: 'issuedAlready', suspended: 'issuedAlready', ...over } as const
const paid = { paid: 'paidAlready', identityVerified: 'paidAlready', approved: 'paidAlready' } as const

/** For each action the states that forbid it, and why; in the others it may happen, as far as the state goes. */
export const forbiddenIn: Record<CertificateAction, Partial<Record<DscState, CertificateRefusal>>> = {
  pay: { ...paid, ...made },
  verifyIdentity: { applied: 'unpaid', identityVerified: 'verifiedAlready', approved: 'verifiedAlready', ...made },
  issue: { applied: 'unpaid', paid: 'identityNotVerified', ...made },
  cancel: { ...paid, ...made },
  download: { ...beforeIssue, ...given },
  downloadPkcs12: { ...beforeIssue, ...over },
  sign: { ...beforeIssue, issued, suspended: 'suspended', ...over },
  suspend: { ...beforeIssue, issued, suspended: 'suspended', ...over },
  resume: { ...beforeIssue, issued, active: 'active', ...over },
  revoke: { ...beforeIssue, ...over },
  renew: { ...beforeIssue, issued, suspended: 'suspended', revoked: 'revoked', ...given },
}

/** Whether something may be done with a certificate now: null, or why not. */
export function certificateRefusal(action: CertificateAction, facts: CertificateFacts, now: Date): CertificateRefusal | null {
  const byState = forbiddenIn[action][facts.state]
  if (byState) return byState
  const { keySource, usage, validTo, pkcs12Until, renewedBy, oldNameUntil, isHeldByProvider } = facts
  // The clock is ahead of the record for a moment when a certificate ends.
  const hasEnded = validTo !== null && validTo < now
  if (hasEnded && ['sign', 'suspend', 'resume', 'revoke'].includes(action)) return 'expired'
  if (action === 'resume' && isHeldByProvider) return 'heldByProvider'
  if (action === 'sign' && oldNameUntil !== null) return 'oldName'
  if (action === 'sign' && usage !== 'signing') return 'notForSigning'
  if (action === 'sign' && keySource !== 'keyStore') return 'keyElsewhere'
  if (action === 'downloadPkcs12' && (pkcs12Until === null || pkcs12Until <= now)) return 'noFile'
  if (action === 'renew' && renewedBy !== null) return 'renewedAlready'
  if (action === 'renew' && oldNameUntil !== null) return null
  if (action === 'renew' && validTo !== null && validTo.getTime() - now.getTime() > renewalDays * 86_400_000) return 'tooEarlyToRenew'
  return null
}

export const certificateMay = (action: CertificateAction, facts: CertificateFacts, now: Date): boolean =>
  certificateRefusal(action, facts, now) === null
