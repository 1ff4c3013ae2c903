import type { PaymentFailure } from '#contract/payments.ts'

/**
 * What Moyasar and PayTabs pass on of a bank's answer. Networks and banks word it freely, so the words are looked for, not compared:
 * an expired card may be "declined" in the same sentence, and its own reason is the one to tell.
 */
const reasons: [told: RegExp, reason: PaymentFailure][] = [
  [/insufficient|not sufficient|exceeds? (the )?(balance|limit)|withdrawal limit/i, 'insufficientFunds'],
  [/expired|expiry/i, 'expiredCard'],
  [/3-?d ?s|authenticat|otp/i, 'notAuthenticated'],
  [/declin|do not honou?r|refused|restricted|blocked|stolen|lost card|not permitted|invalid (card|cvv|cvc)/i, 'declined'],
]

/** @param told the gateway's words for an attempt that failed */
export const declineReason = (told: string): PaymentFailure => reasons.find(([words]) => words.test(told))?.[1] ?? 'unknown'
