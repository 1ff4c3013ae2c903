import { sql } from 'kysely'
import * as calls from '#contract/enrolment.ts'
import type { Channel } from '#contract/enrolment.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { takeLink, voidLinks } from '#server/platform/links.ts'
import { isRightCode, maxTries, noCode, wrongCodeAnswer } from '#server/platform/oneTimeCodes.ts'
import { Problem } from '#server/platform/problems.ts'
import { deviceOf } from '#server/platform/sessions/device.ts'
import { giveStrangersTurnBack } from '#server/platform/strangers.ts'
import { confirmsOf } from './contact.ts'
import { describeEnrolment, hashOf } from './enrolments.ts'

export const verifyEnrolmentCode = route(calls.verifyEnrolmentCode, async (ctx, { enrolmentID, channel, otp }) => {
  const attempt = await ctx.db
    .updateTable('enrolment_code')
    .from('enrolment')
    .set({ tries: sql`tries + 1` })
    .whereRef('enrolment.id', '=', 'enrolment_code.enrolment_id')
    .where('enrolment.secret_hash', '=', hashOf(enrolmentID))
    .where('enrolment.device_public_id', '=', deviceOf(ctx))
    .where('enrolment.state', '=', 'detailed')
    .where('enrolment.expires_at', '>', ctx.now)
    .where('enrolment_code.channel', '=', channel)
    .where('enrolment_code.used_at', 'is', null)
    .where('enrolment_code.expires_at', '>', ctx.now)
    .where('enrolment_code.tries', '<', maxTries)
    .returning(['enrolment.id', 'enrolment.public_id', 'enrolment.email', 'enrolment.mobile', 'tries', 'code_hash', 'sent_at'])
    .executeTakeFirst()
  if (!attempt) throw noCode()
  const address = (channel === 'email' ? attempt.email : attempt.mobile)!
  if (!isRightCode(ctx, confirmsOf(attempt.public_id, channel, address), otp, attempt.code_hash)) {
    await audit(ctx.db, ctx, 'enrolment.codeRefused', { outcome: 'refused', subject: attempt.public_id, facts: { channel } })
    return wrongCodeAnswer(ctx, attempt.tries)
  }
  return ctx.db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('enrolment_code')
      .set({ used_at: ctx.now })
      .where('enrolment_id', '=', attempt.id)
      .where('channel', '=', channel)
      .where('code_hash', '=', attempt.code_hash)
      .where('used_at', 'is', null)
      .returning('enrolment_id')
      .executeTakeFirst()
    // The address may have been changed, or another code sent, since the comparison.
    if (!used || !(await confirm(tx, ctx, attempt.public_id, channel, address, 'code'))) return wrongCodeAnswer(ctx, maxTries)
    if (channel === 'sms') await giveStrangersTurnBack(tx, ctx.network, attempt.sent_at)
    if (channel === 'email') await voidLinks(tx, ctx, { purpose: 'emailConfirmation', subject: attempt.public_id })
    return { status: '1' as const, errorMessage: '', enrolment: await describeEnrolment(tx, ctx, attempt.id) }
  })
})

/**
 * A link proves that its address was reached, and nothing about who reached it: it confirms the address, and gives the enrolment back only to
 * the browser that proved the identity. On another device the person proves it again.
 */
export const confirmEnrolmentEmail = route(calls.confirmEnrolmentEmail, async (ctx, { hash }) =>
  ctx.db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, ctx, hash, 'emailConfirmation')
    const confirmed = link && (await confirm(tx, ctx, link.subject, 'email', link.recipient, 'link'))
    if (!confirmed) throw new Problem('EXPIRED', { cause: 'link: unknown, used, void or expired' })
    const isOwn = confirmed.device_public_id === ctx.deviceId
    return { status: '1' as const, enrolment: isOwn ? await describeEnrolment(tx, ctx, confirmed.id) : null }
  }),
)

async function confirm(tx: Tx, ctx: Ctx, publicId: string, channel: Channel, address: string, by: 'code' | 'link') {
  const confirmed = await tx
    .updateTable('enrolment')
    .set(channel === 'email' ? { email_confirmed_at: ctx.now } : { mobile_confirmed_at: ctx.now })
    .where('public_id', '=', publicId)
    .where(channel === 'email' ? 'email' : 'mobile', '=', address)
    .where('state', '=', 'detailed')
    .where('expires_at', '>', ctx.now)
    .returning(['id', 'device_public_id'])
    .executeTakeFirst()
  if (confirmed) await audit(tx, ctx, 'enrolment.contactConfirmed', { subject: publicId, facts: { channel, by } })
  return confirmed
}
