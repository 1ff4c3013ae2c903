/** An enrolment admin proves in the identity app that the organisation orders this seal; then it waits for a signatory. */
import * as calls from '#contract/seals.ts'
import { certificates, type Certificate } from '#server/features/certificates/states.ts'
import { tellSignatories } from '#server/features/organisation/submissions.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'
import { askOwnApproval, takeOwnApproval } from '#server/platform/identity/ownApproval.ts'
import { Problem } from '#server/platform/problems.ts'
import { describeSeal, lockSeal, ownSeal } from './rows.ts'

const sentences = {
  applied: { ar: 'لم تُدفع قيمة الختم بعد. أكمل الدفع أولًا.', en: 'The seal is not paid for yet. Complete the payment first.' },
  other: { ar: 'أُكّد هذا الطلب من قبل أو انتهى.', en: 'This order is confirmed already, or over.' },
}

function assertPaid({ state }: Certificate): void {
  if (state !== 'paid') throw new Problem('WRONG_STATE', { title: sentences[state === 'applied' ? 'applied' : 'other'], cause: state })
}

/** The approval is for this order: another one, or another purpose, cannot use it. */
export const initiateSealIdentity = route(calls.initiateSealIdentity, async (ctx, { slNo }) => {
  const own = await ownSeal(ctx.db, ctx, slNo)
  assertPaid(own)
  return askOwnApproval(ctx, 'certificate', own.public_id)
})

export const verifySealIdentity = route(calls.verifySealIdentity, async (ctx, { slNo, transId, random }) => {
  const own = await ownSeal(ctx.db, ctx, slNo)
  const lock = async (tx: Tx) => {
    const seal = await lockSeal(tx, own)
    assertPaid(seal)
    return { subject: seal.public_id, seal }
  }
  return takeOwnApproval(ctx, { purpose: 'certificate', transId, random, lock }, async (tx, { challenge }, { seal }) => {
    await certificates.move(tx, ctx, seal, 'identityVerified', { cause: 'identity app', set: { challenge_id: challenge.id } })
    await tellSignatories(tx, ctx, { request: 'seal', slNo: seal.id, ...(await nameOf(tx, ctx, seal.id)) })
    return {}
  })
})

async function nameOf(db: Queryable, ctx: Parameters<typeof describeSeal>[1], id: number) {
  const { classofCertificate, classofCertificateAr } = await describeSeal(db, ctx, id)
  return { aboutAr: classofCertificateAr, aboutEn: classofCertificate }
}
