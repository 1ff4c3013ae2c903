import * as calls from '#contract/profile.ts'
import { erasureEdges } from '#contract/profile.ts'
import { keptOf } from '#server/features/erasure/kept.ts'
import { sendEvidence } from '#server/features/evidence/files.ts'
import { obstaclesOf } from '#server/features/operations/closeAccount.ts'
import { addDays } from '#server/platform/clock.ts'
import { route } from '#server/platform/http/route.ts'
import { machine } from '#server/platform/machine.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { tell, type Letter } from '#server/platform/tell.ts'

export const erasures = machine({
  table: 'erasure_request',
  edges: erasureEdges,
  event: null,
  action: (_, to) => `erasure.${to}`,
})

/** The time that the law gives for an answer (PDPL Implementing Regulation, Article 3). */
export const erasureAnswerDays = 30

export const listErasureRequests = route(calls.listErasureRequests, async ({ db, caller, now }) => {
  const dataList = await db
    .selectFrom('erasure_request')
    .select(['public_id as requestID', 'state', 'reason', 'requested_at as requestedDate', 'answer_due_at as answerDueDate'])
    .select(['is_granted as isGranted', 'answer', 'ended_at as endedDate'])
    .where('person_id', '=', caller.personId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const [obstacles, keptList] = [await obstaclesOf(db, caller.personId), await keptOf(db, caller.personId, now)]
  return { dataList, totalCount: dataList.length, obstacles, keptList }
})

export const requestErasure = route(calls.requestErasure, async (ctx, { reason, evidence }) =>
  ctx.db.transaction().execute(async (tx) => {
    const publicId = newPublicId()
    const answerDueAt = addDays(ctx.now, erasureAnswerDays)
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
      .returning(['id', 'state', 'public_id'])
      .executeTakeFirst()
    if (!added) throw new Problem('WRONG_STATE', { cause: 'a request is open' })
    await sendEvidence(tx, ctx, evidence, { purpose: 'erasure', number: publicId })
    await erasures.begin(tx, ctx, added)
    await tell(tx, ctx, { to: ctx.caller.personId, kind: 'erasureRequested', letter: requestedLetter })
    return { requestID: publicId, answerDueDate: answerDueAt }
  }),
)

export const withdrawErasure = route(calls.withdrawErasure, async (ctx, { requestID }) => {
  await ctx.db.transaction().execute(async (tx) => {
    const request = await tx
      .selectFrom('erasure_request')
      .select(['id', 'state', 'public_id'])
      .where('public_id', '=', requestID)
      .where('person_id', '=', ctx.caller.personId)
      .forUpdate()
      .executeTakeFirst()
    if (!request) throw new Problem('NOT_FOUND')
    await erasures.move(tx, ctx, request, 'withdrawn', { set: { ended_at: ctx.now } })
    await tell(tx, ctx, { to: ctx.caller.personId, kind: 'erasureWithdrawn', letter: withdrawnLetter })
  })
  return { status: '1' as const }
})

const requestedLetter: Letter = {
  subject: { ar: 'وصل طلبك إتلاف بياناتك', en: 'We received your request for erasure' },
  text: {
    ar: `وصل طلبك إتلاف بياناتك في توقيع، ونجيبك خلال ${erasureAnswerDays} يومًا. يبقى حسابك مفتوحًا حتى ذلك الحين.\n\nيلزمنا النظام بحفظ سجلات الشهادات والتوقيع والتدقيق عشر سنوات، والفواتير ست سنوات؛ وما عدا ذلك يُتلف عند قبول الطلب.\n\nيمكنك سحب الطلب من صفحة «بياناتي». وإن لم تطلبه أنت فاسحبه وغيّر كلمة مرورك.`,
    en: `We received your request to erase your data in Tawqi, and will answer within ${erasureAnswerDays} days. Your account stays open until then.\n\nThe law obliges us to keep the records of certificates, signing and audit for ten years, and invoices for six; everything else is erased once the request is approved.\n\nYou can withdraw it under “My data”. If you did not make it, withdraw it and change your password.`,
  },
}

const withdrawnLetter: Letter = {
  subject: { ar: 'سُحب طلب إتلاف بياناتك', en: 'Your request for erasure was withdrawn' },
  text: {
    ar: 'سُحب طلبك إتلاف بياناتك في توقيع، ولن يُحذف شيء.',
    en: 'Your request to erase your data in Tawqi was withdrawn. Nothing will be erased.',
  },
}
