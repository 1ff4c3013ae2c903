import { cancelPayment as cancelCall, recheckPayment as recheckCall, type PaymentStatus } from '#contract/payments.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { audit } from '#server/platform/audit.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { closeAttempt, ownPayment } from './attempts.ts'
import { failureWord } from './failure.ts'
import { paymentRows } from './history.ts'
import { settle } from './settle.ts'

const sentences: Record<PaymentStatus, { ar: string; en: string }> = {
  initiated: { ar: 'لم يصلنا تأكيد الدفع بعد.', en: 'The payment is not confirmed yet.' },
  paid: { ar: 'تم الدفع وأضيفت الباقة إلى حسابك.', en: 'The payment was received and the plan credited.' },
  failed: { ar: 'لم تنجح عملية الدفع. يمكنك المحاولة مرة أخرى.', en: 'The payment did not succeed. You can try again.' },
  expired: { ar: 'انتهت مهلة الدفع قبل إتمامه.', en: 'The time to pay ran out.' },
  cancelled: { ar: 'أُلغيت عملية الدفع.', en: 'The payment was cancelled.' },
  refunded: { ar: 'أُعيد المبلغ إليك.', en: 'The money was returned.' },
}
const certificatePaid = {
  ar: 'تم الدفع. أكّد هويتك في نفاذ لتصدر شهادتك.',
  en: 'The payment was received. Confirm your identity in Nafath to have your certificate issued.',
}

async function outcomeOf(ctx: Ctx<Caller>, publicId: string) {
  const row = await paymentRows(ctx)
    .select(['o.public_id as encodedOrderSlno', 'dsc.public_id as encodedCertificateSlno', 'payment.failure as told'])
    .where('payment.public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  const isCertificate = row.encodedCertificateSlno !== null
  const sentence = isCertificate && row.status === 'paid' ? certificatePaid : sentences[row.status]
  const failure = row.status === 'failed' ? failureWord(row.told ?? '') : null
  return { ...row, failure, message: sentence[ctx.language] }
}

export const recheckPayment = route(recheckCall, async (ctx, { encodedPaymentSlno }) => {
  const { id, status } = await ownPayment(ctx, encodedPaymentSlno)
  if (status !== 'paid' && status !== 'refunded') {
    const recent = await countAttempt(ctx.db, `recheck|${id}`, 60, ctx.now)
    const limit = { name: 'rechecks', quota: 60, windowSeconds: 60 }
    if (recent > limit.quota) throw new Problem('TOO_MANY', { cause: 'rechecks of one payment', limit, retryAfterSeconds: 60 })
    await settle(ctx, id, 'recheck')
  }
  return outcomeOf(ctx, encodedPaymentSlno)
})

export const cancelPayment = route(cancelCall, async (ctx, { encodedPaymentSlno }) => {
  const { id, orderId, status } = await ownPayment(ctx, encodedPaymentSlno)
  if (status !== 'initiated') throw new Problem('WRONG_STATE', { cause: status })
  // Who paid in another window has paid. While the gateway is silent, what comes later still counts.
  await settle(ctx, id, 'recheck').catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error
  })
  await ctx.db.transaction().execute(async (tx) => {
    await tx.selectFrom('purchase_order').select('id').where('id', '=', orderId).forUpdate().execute()
    const payment = await tx.selectFrom('payment').select('status').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    if (payment.status !== 'initiated') return
    await closeAttempt(tx, id, ctx.now, 'person')
    await audit(tx, ctx, 'payment.cancelled', { subject: encodedPaymentSlno, facts: { cause: 'person' } })
  })
  return outcomeOf(ctx, encodedPaymentSlno)
})
