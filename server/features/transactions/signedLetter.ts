import * as calls from '#contract/transactions.ts'
import { signedLetters } from '#contract/transactions.ts'
import { to } from '#contract/screens.ts'
import { maskEmail } from '#server/features/profile/contactLetters.ts'
import { audit } from '#server/platform/audit.ts'
import { countCall } from '#server/platform/http/callLimit.ts'
import { route } from '#server/platform/http/route.ts'
import { isolate } from '#server/platform/isolate.ts'
import { Problem } from '#server/platform/problems.ts'
import { tell, type Letter } from '#server/platform/tell.ts'

/**
 * To the caller's own confirmed address alone, and by a link alone: a letter is read on its way and forwarded, so neither a document nor a way
 * in that asks for no sign-in goes into one. Whoever hands a document on does so with the file itself.
 */
export const sendSignedLetter = route(calls.sendSignedLetter, async (ctx, { transactionID }) => {
  const { caller, app } = ctx
  await countCall(ctx, signedLetters, caller.personId)
  return app.db.transaction().execute(async (tx) => {
    const documents = await tx
      .selectFrom('document')
      .innerJoin('esign_transaction', 'esign_transaction.id', 'document.transaction_id')
      .select('document.name')
      .where('esign_transaction.public_id', '=', transactionID)
      .where('esign_transaction.account_id', '=', caller.accountId)
      .where('esign_transaction.state', '=', 'success')
      .orderBy('document.position')
      .orderBy('document.id')
      .execute()
    if (documents.length === 0) throw new Problem('NOT_FOUND')
    const { email } = await tx.selectFrom('person').select('email').where('id', '=', caller.personId).executeTakeFirstOrThrow()
    if (email === null) throw new Problem('WRONG_STATE', { title: noAddress })
    const link = `${app.configuration.PUBLIC_URL}${to('myTransaction', { transactionID })}`
    const names = documents.map(({ name }) => name)
    await tell(tx, ctx, { to: caller.personId, kind: 'signedLetterAsked', letter: letterOf(names, link) })
    await audit(tx, ctx, 'document.linkSent', { subject: transactionID, facts: { count: names.length } })
    return { sentTo: maskEmail(email) }
  })
})

const noAddress = { ar: 'أكّد بريدك الإلكتروني أولًا من صفحة «حسابي».', en: 'Confirm an e-mail address first, under “My account”.' }

function letterOf(names: readonly string[], link: string): Letter {
  const list = names.map((name) => `• ${isolate(name)}`).join('\n')
  return {
    subject: { ar: 'رابط مستنداتك الموقّعة', en: 'Link to your signed documents' },
    text: {
      ar: `طلبت رابطًا إلى مستنداتك الموقّعة:\n${list}\n\nسجّل الدخول لتنزيلها: ${link}\n\nلا يفتح الرابط شيئًا دون دخولك أنت. إن لم تطلبه فسجّل الدخول وراجع جلساتك.`,
      en: `You asked for a link to your signed documents:\n${list}\n\nSign in to download them: ${link}\n\nThe link opens nothing unless you sign in. If you did not ask for it, sign in and check your sessions.`,
    },
  }
}
