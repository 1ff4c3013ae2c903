import type { NotificationKind } from '#contract/dashboard.ts'
import type { LetterTopic } from '#contract/sessions.ts'
import type { App } from '#server/app.ts'
import type { Queryable } from './db/db.ts'
import { queueMail } from './messages.ts'
import { notify, recipientOf } from './notifications.ts'
import type { NotificationFacts } from './notificationFacts.ts'
import { tellNotification } from './notificationSentences.ts'

type Ways = {
  /** A notice in the application. */
  notice: boolean
  /** A letter, by e-mail: never; in words of its own, which come with the call; or the notice’s sentence with the address of its screen. */
  letter: 'none' | 'own' | 'sentence'
  /** Whoever left letters about it out gets none; left out here, the letter always goes out. */
  topic?: LetterTopic
}

/** Everything that a person is told about their account, and by which ways. A call may leave the letter out, never add one. */
const ways = {
  planLow: { notice: true, letter: 'sentence', topic: 'plans' },
  planExpiring: { notice: true, letter: 'sentence', topic: 'plans' },
  kycDue: { notice: true, letter: 'sentence' },
  kycRenewed: { notice: true, letter: 'none' },
  agreementDue: { notice: true, letter: 'sentence' },
  paymentSettled: { notice: true, letter: 'own', topic: 'payments' },
  paymentFailed: { notice: true, letter: 'own', topic: 'payments' },
  paymentRefunded: { notice: true, letter: 'own', topic: 'payments' },
  refundEnded: { notice: true, letter: 'sentence' },
  reconciliationDiffers: { notice: true, letter: 'sentence' },
  signingEnded: { notice: true, letter: 'own', topic: 'signings' },
  newDevice: { notice: true, letter: 'own' },
  identityChanged: { notice: true, letter: 'own' },
  contactChanged: { notice: true, letter: 'own' },
  passwordChanged: { notice: true, letter: 'own' },
  requestDecided: { notice: true, letter: 'sentence' },
  applicationSent: { notice: true, letter: 'sentence' },
  applicationReturned: { notice: true, letter: 'sentence' },
  accountSuspended: { notice: true, letter: 'sentence' },
  accountReactivated: { notice: true, letter: 'sentence' },
  organisationSuspended: { notice: true, letter: 'sentence' },
  organisationReactivated: { notice: true, letter: 'sentence' },
  membershipEnded: { notice: true, letter: 'sentence' },
  membershipInactive: { notice: true, letter: 'sentence' },
  membershipActive: { notice: true, letter: 'sentence' },
  memberResigned: { notice: true, letter: 'sentence' },
  memberChanged: { notice: true, letter: 'sentence' },
  memberWaits: { notice: true, letter: 'sentence' },
  organisationRequestWaits: { notice: true, letter: 'sentence' },
  sealHalfApproved: { notice: true, letter: 'sentence' },
  invitationEnded: { notice: true, letter: 'sentence' },
  invitationCancelled: { notice: true, letter: 'sentence' },
  certificateIssued: { notice: true, letter: 'own', topic: 'certificates' },
  certificateExpiring: { notice: true, letter: 'own', topic: 'certificates' },
  certificateExpired: { notice: true, letter: 'own', topic: 'certificates' },
  certificateSuspended: { notice: true, letter: 'own' },
  certificateReactivated: { notice: true, letter: 'own' },
  certificateRevoked: { notice: true, letter: 'own' },
  signedLetterAsked: { notice: false, letter: 'own' },
  accountOpened: { notice: false, letter: 'own' },
  sessionEnded: { notice: false, letter: 'own' },
  deviceRevoked: { notice: false, letter: 'own' },
  erasureRequested: { notice: false, letter: 'own' },
  erasureGranted: { notice: false, letter: 'own' },
  accountClosed: { notice: false, letter: 'own' },
  erasureWithdrawn: { notice: false, letter: 'own' },
} as const satisfies Record<NotificationKind, Ways & { notice: true }> & Record<string, Ways>

type Kind = keyof typeof ways
type Text = { ar: string; en: string }
export type Letter = { subject: Text; text: Text }
/** What a call gives for the letter of a kind; null where this one time none goes out. */
type LetterOf = { none: { letter?: never }; own: { letter: Letter | null }; sentence: { letter: Pick<Letter, 'subject'> | null } }

type Told<K extends Kind> = {
  /** The person’s number. */
  to: number
  kind: K
  /** Tells the same thing once, however often it is called. */
  onceKey?: string | null
} & (K extends NotificationKind ? { facts: NotificationFacts[K] } : { facts?: never; onceKey?: never }) &
  LetterOf[(typeof ways)[K]['letter']]

/**
 * Tells a person something by the ways of its kind, in the transaction of the event itself, so that none of them stands without the other.
 * The letter goes to the address and in the language that the person has in this transaction; people without an address get none.
 * @returns whether it was told now: false where its `onceKey` was told before
 */
export async function tell<K extends Kind>(
  tx: Queryable,
  { now, app }: { now: Date; app: Pick<App, 'configuration'> },
  { to, kind, facts, onceKey, letter }: Told<K>,
): Promise<boolean> {
  const recipient = isNoticed(kind)
    ? await notify(tx, to, kind, facts as NotificationFacts[typeof kind], now, onceKey)
    : await recipientOf(tx, to)
  if (!recipient) return false
  if (!letter) return true
  const { email, language, letters_left_out } = recipient
  const { topic }: Ways = ways[kind]
  if (topic && letters_left_out.includes(topic)) return true
  const text = 'text' in letter ? letter.text : sentenceText(app.configuration.PUBLIC_URL, kind as NotificationKind, facts)
  await queueMail(tx, { now }, { to: email, language, subject: letter.subject, text })
  return true
}

const isNoticed = (kind: Kind): kind is NotificationKind => ways[kind].notice

function sentenceText(publicUrl: string, kind: NotificationKind, facts: unknown): Text {
  const written = (language: 'ar' | 'en') => {
    const { message, link } = tellNotification(kind, facts, language)
    return `${message}\n\n${publicUrl}${link}`
  }
  return { ar: written('ar'), en: written('en') }
}
