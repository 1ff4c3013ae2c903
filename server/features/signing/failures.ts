import type { App } from '#server/app.ts'
import type { Queryable } from '#server/platform/http/context.ts'
import { queueMail } from '#server/platform/messages.ts'
import { signingFailures, type SigningFailure } from '#server/platform/notificationSentences.ts'

/** The record keeps the exact cause, the person hears what it means for them. */
const reasons: readonly [cause: RegExp, reason: SigningFailure][] = [
  [/^documents differ/, 'documents'],
  [/^approval unconfirmed/, 'confirmation'],
  [/^(no activation|activation |approval used|approved by somebody)/, 'approval'],
  [/^account /, 'account'],
  [/^(CredentialRefused|certificate |another certificate|somebody else’s certificate)/, 'certificate'],
  [/^PlacementError/, 'placement'],
  [/^TimeStampError/, 'time'],
]
/** Ends before the person approved anything: whoever asked sees them at once. */
const beforeApproval = /^approval (not started|failed|rejected|superseded)/

/** Why an approved signing came to nothing; null where nothing was approved. @param cause as the transaction's record has it */
export function failureOf(cause: string): SigningFailure | null {
  if (beforeApproval.test(cause)) return null
  return reasons.find(([known]) => known.test(cause))?.[1] ?? 'trouble'
}

type Failed = { personId: number; documents: number; transactionID: string; reason: SigningFailure }

/** Whoever approved expects signed documents, perhaps with the browser long closed: that none will come is told by mail, too. */
export async function mailFailure(
  tx: Queryable,
  { now, app }: { now: Date; app: App },
  { personId, documents, transactionID, reason }: Failed,
): Promise<void> {
  const { email, language } = await tx
    .selectFrom('person')
    .select(['email', 'language'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const { ar, en } = signingFailures[reason]
  const link = `${app.configuration.PUBLIC_URL}/app/my/esign/transactions/${transactionID}`
  await queueMail(
    tx,
    { now },
    {
      to: email,
      language,
      subject: {
        ar: documents === 1 ? 'لم يُوقَّع مستندك' : 'لم تُوقَّع مستنداتك',
        en: documents === 1 ? 'Your document was not signed' : 'Your documents were not signed',
      },
      text: {
        ar: `وصلت موافقتك، لكن التوقيع لم يتم: ${ar}\n\nلم يُخصم من رصيدك شيء، وأُعيدت المعاملة المحجوزة إلى باقتك. التفاصيل: ${link}`,
        en: `Your approval arrived, but nothing was signed. ${en}\n\nNothing was taken from your balance; the transaction that was set aside is back in your plan. Details: ${link}`,
      },
    },
  )
}
