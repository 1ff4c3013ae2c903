import { to } from '#contract/screens.ts'
import type { App } from '#server/app.ts'
import { signingFailures, type SigningFailure } from '#server/platform/signingFailures.ts'
import type { Letter } from '#server/platform/tell.ts'

/** Every way in which a signing fails, and what the person hears of it; null where nothing was approved: whoever asked sees that at once. */
const heard = {
  notStarted: null,
  notApproved: null,
  approvalUnconfirmed: 'confirmation',
  approvalUsed: 'approval',
  noActivation: 'approval',
  activationExpired: 'approval',
  otherActivation: 'approval',
  otherPerson: 'approval',
  accountClosed: 'account',
  otherDocuments: 'documents',
  otherCertificate: 'certificate',
  certificateRefused: 'certificate',
  placementRefused: 'placement',
  noTime: 'time',
  notRechecked: 'trouble',
  notIssued: 'trouble',
  trouble: 'trouble',
} as const satisfies Record<string, SigningFailure | null>
/** As the transaction's record has it. */
export type SigningCause = keyof typeof heard

/** What the person hears of a failed signing; null where nothing was approved. */
export const failureOf = (cause: SigningCause): SigningFailure | null => heard[cause]

const thrown: Partial<Record<string, SigningCause>> = {
  CredentialRefused: 'certificateRefused',
  PlacementError: 'placementRefused',
  TimeStampError: 'noTime',
  RecheckFailed: 'notRechecked',
  IssuanceRefused: 'notIssued',
}
/** Why it failed, of whatever was thrown while it was carried out. */
export const causeOf = (error: unknown): SigningCause => (error instanceof Error && thrown[error.name]) || 'trouble'

type Failed = { documents: number; transactionID: string }

/** Whoever approved expects signed documents, perhaps with the browser long closed: that none will come is told by letter, too. */
export function failureLetter(app: App, reason: SigningFailure, { documents, transactionID }: Failed): Letter {
  const link = `${app.configuration.PUBLIC_URL}${to('myTransaction', { transactionID })}`
  const { ar, en } = signingFailures[reason]
  return {
    subject: {
      ar: documents === 1 ? 'لم يُوقَّع مستندك' : 'لم تُوقَّع مستنداتك',
      en: documents === 1 ? 'Your document was not signed' : 'Your documents were not signed',
    },
    text: {
      ar: `وصلت موافقتك، لكن التوقيع لم يتم: ${ar}\n\nلم يُخصم من رصيدك شيء، وأُعيدت المعاملة المحجوزة إلى باقتك. التفاصيل: ${link}`,
      en: `Your approval arrived, but nothing was signed. ${en}\n\nNothing was taken from your balance; the transaction that was set aside is back in your plan. Details: ${link}`,
    },
  }
}
