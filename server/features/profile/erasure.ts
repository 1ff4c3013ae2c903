import { erasureEdges, listErasureRequests, requestErasure, withdrawErasure, type ErasureState } from '#contract/profile.ts'
import { audit } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Caller, Ctx, Queryable } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/messages.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'

/** The time that the law gives for an answer (PDPL Implementing Regulation, Article 3). */
const answerDays = 30

export const erasureRequests = route(listErasureRequests, async ({ db, caller }) => {
  const dataList = await db
    .selectFrom('erasure_request')
    .select(['public_id as requestID', 'state', 'reason', 'requested_at as requestedDate', 'answer_due_at as answerDueDate'])
    .select(['answer', 'ended_at as endedDate'])
    .where('person_id', '=', caller.personId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { dataList, totalCount: dataList.length }
})

export const askForErasure = route(requestErasure, async (ctx, { reason }) =>
  ctx.db.transaction().execute(async (tx) => {
    const publicId = newPublicId()
    const answerDueAt = addDays(ctx.now, answerDays)
    const added = await tx
      .insertInto('erasure_request')
      .values({
        public_id: publicId,
        person_id: ctx.caller.personId,
        reason: reason.trim(),
        requested_at: ctx.now,
        answer_due_at: answerDueAt,
      })
      .onConflict((conflict) => conflict.doNothing()) // one is open already
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Problem('WRONG_STATE', { cause: 'a request is open' })
    await audit(tx, ctx, 'erasure.requested', { subject: publicId })
    await tell(tx, ctx, {
      subject: { ar: 'وصل طلبك إتلاف بياناتك', en: 'We received your request for erasure' },
      text: {
        ar: `وصل طلبك إتلاف بياناتك في توقيع، ونجيبك خلال ${answerDays} يومًا. يبقى حسابك مفتوحًا حتى ذلك الحين.\n\nيلزمنا النظام بحفظ سجلات الشهادات والتوقيع والتدقيق عشر سنوات، والفواتير ست سنوات؛ وما عدا ذلك يُتلف عند قبول الطلب.\n\nيمكنك سحب الطلب من صفحة «بياناتي». وإن لم تطلبه أنت فاسحبه وغيّر كلمة مرورك.`,
        en: `We received your request to erase your data in Tawqi, and will answer within ${answerDays} days. Your account stays open until then.\n\nThe law obliges us to keep the records of certificates, signing and audit for ten years, and invoices for six; everything else is erased once the request is granted.\n\nYou can withdraw it under “My data”. If you did not make it, withdraw it and change your password.`,
      },
    })
    return { requestID: publicId, answerDueDate: answerDueAt }
  }),
)

const mayWithdraw = (state: ErasureState) => erasureEdges[state].includes('withdrawn')

export const withdrawRequest = route(withdrawErasure, async (ctx, { requestID }) => {
  await ctx.db.transaction().execute(async (tx) => {
    const request = await tx
      .selectFrom('erasure_request')
      .select(['id', 'state'])
      .where('public_id', '=', requestID)
      .where('person_id', '=', ctx.caller.personId)
      .forUpdate()
      .executeTakeFirst()
    if (!request) throw new Problem('NOT_FOUND')
    if (!mayWithdraw(request.state)) throw new Problem('WRONG_STATE')
    await tx.updateTable('erasure_request').set({ state: 'withdrawn', ended_at: ctx.now }).where('id', '=', request.id).execute()
    await audit(tx, ctx, 'erasure.withdrawn', { subject: requestID })
    await tell(tx, ctx, {
      subject: { ar: 'سُحب طلب إتلاف بياناتك', en: 'Your request for erasure was withdrawn' },
      text: {
        ar: 'سُحب طلبك إتلاف بياناتك في توقيع، ولن يُحذف شيء.',
        en: 'Your request to erase your data in Tawqi was withdrawn. Nothing will be erased.',
      },
    })
  })
  return { status: '1' as const }
})

type Letter = { subject: { ar: string; en: string }; text: { ar: string; en: string } }
async function tell(tx: Queryable, ctx: Ctx<Caller>, letter: Letter): Promise<void> {
  const { email, language } = await tx
    .selectFrom('person')
    .select(['email', 'language'])
    .where('id', '=', ctx.caller.personId)
    .executeTakeFirstOrThrow()
  await queueMail(tx, ctx, { to: email, language, ...letter })
}
