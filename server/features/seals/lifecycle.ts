/** A seal in force is put on hold, resumed and revoked by those who answer for it. */
import * as calls from '#contract/seals.ts'
import { sealRefusal, type SealAction, type SealRefusal } from '#contract/seals.ts'
import { destroyKeys } from '#server/features/certificates/keys.ts'
import { tellHolder } from '#server/features/certificates/news.ts'
import { type Certificate, certificates } from '#server/features/certificates/states.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { type Acting, describeSeal, lockSeal, ownSeal } from './rows.ts'

export const sealSentences: Record<SealRefusal, { ar: string; en: string }> = {
  notIssued: { ar: 'لم يصدر هذا الختم بعد.', en: 'This seal is not issued yet.' },
  notInForce: { ar: 'لم يعد هذا الختم ساريًا.', en: 'This seal is no longer in force.' },
  suspended: { ar: 'الختم معلّق. يعيد تفعيله المفوّض بالتوقيع.', en: 'The seal is suspended. A signatory can resume it.' },
  active: { ar: 'الختم سارٍ وليس معلّقًا.', en: 'The seal is active, not suspended.' },
  heldByProvider: {
    ar: 'علّقنا نحن هذا الختم، فلا يعيد تفعيله غيرنا. تواصلوا معنا.',
    en: 'We suspended this seal, so only we can make it active again. Contact us.',
  },
}

/** @throws Problem WRONG_STATE with a sentence that says why */
export async function assertSealMay(tx: Tx, ctx: Acting, action: SealAction, id: number): Promise<void> {
  const refusal = sealRefusal(action, await describeSeal(tx, ctx, id), ctx.now)
  if (refusal) throw new Problem('WRONG_STATE', { title: sealSentences[refusal], cause: refusal })
}

/** Lock, look, rule, write, record; then status answers and the list tell it at once. */
async function change(ctx: Acting, slNo: number, action: SealAction, carryOut: (tx: Tx, locked: Certificate) => Promise<void>) {
  const own = await ownSeal(ctx.db, ctx, slNo)
  await ctx.db.transaction().execute(async (tx) => {
    const locked = await lockSeal(tx, own)
    await assertSealMay(tx, ctx, action, own.id)
    await carryOut(tx, locked)
  })
  // On record already: were this to fail, the sweep would list it.
  await ctx.app.authority.publish('seals').catch((cause: unknown) => ctx.log.error({ cause }, 'revocation list'))
  return own
}

export const suspendSeal = route(calls.suspendSeal, async (ctx, { slNo }) => {
  const { id } = await change(ctx, slNo, 'suspend', async (tx, locked) => {
    await ctx.app.authority.status.hold(tx, locked.serial_number!)
    await certificates.move(tx, ctx, locked, 'suspended', { cause: 'holder', event: { reason: 'certificateHold' } })
    await tellHolder(tx, ctx, locked.id, 'suspended')
  })
  return describeSeal(ctx.db, ctx, id)
})

export const resumeSeal = route(calls.resumeSeal, async (ctx, { slNo }) => {
  const { id } = await change(ctx, slNo, 'resume', async (tx, locked) => {
    await ctx.app.authority.status.release(tx, locked.serial_number!)
    await certificates.move(tx, ctx, locked, 'active', { cause: 'holder' })
    await tellHolder(tx, ctx, locked.id, 'resumed')
  })
  return describeSeal(ctx.db, ctx, id)
})

export const revokeSeal = route(calls.revokeSeal, async (ctx, { slNo, reason }) => {
  const { id, public_id } = await change(ctx, slNo, 'revoke', async (tx, locked) => {
    await ctx.app.authority.status.revoke(tx, locked.serial_number!, reason)
    await certificates.move(tx, ctx, locked, 'revoked', { cause: 'holder', event: { reason } })
    await tellHolder(tx, ctx, locked.id, 'revoked')
  })
  await destroyKeys(ctx.app, public_id).catch((cause: unknown) => ctx.log.error({ cause }, 'key not destroyed')) // nor does the sweep forget
  return describeSeal(ctx.db, ctx, id)
})
