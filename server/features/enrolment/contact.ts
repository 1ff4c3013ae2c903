import { sql } from 'kysely'
import * as calls from '#contract/enrolment.ts'
import type { Channel } from '#contract/enrolment.ts'
import { fieldSentence } from '#contract/fieldWords.ts'
import { passwordFaults } from '#contract/password.ts'
import { onSale } from '#server/features/catalogue/offers.ts'
import { audit } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { createLink, voidLinks } from '#server/platform/links.ts'
import { Problem } from '#server/platform/problems.ts'
import { limitCodesTo, newCode, noResend, resendSeconds } from '#server/platform/oneTimeCodes.ts'
import { hashPassword } from '#server/platform/sessions/password.ts'
import { countStranger } from '#server/platform/strangers.ts'
import {
  describeEnrolment,
  enrolments,
  identityOf,
  lockEnrolment,
  maxSends,
  ownEnrolment,
  requireState,
  type EnrolmentRow,
} from './enrolments.ts'
import { mailCode, mailOwner, smsCode, smsOwner } from './letters.ts'
import { ownerOf } from './owners.ts'

const linkSeconds = 3_600

export const sendEnrolmentCodes = route(
  calls.sendEnrolmentCodes,
  async (ctx, { enrolmentID, email, mobileNo, password, encodedPlanSlno }) => {
    const own = await ownEnrolment(ctx.db, ctx, enrolmentID).executeTakeFirst()
    if (own?.identity_sealed && password !== undefined) refuseWeak(ctx, own, { password, email, mobile: mobileNo })
    // Deriving takes a core's time, so it is done for an enrolment that exists, and outside the transaction.
    const passwordHash = own && password !== undefined ? await hashPassword(password) : null
    return ctx.db.transaction().execute(async (tx) => {
      const row = await lockEnrolment(tx, ctx, enrolmentID)
      requireState(row, 'giveDetails')
      const newEmail = row.email !== email
      const newMobile = row.mobile !== mobileNo
      const plan = encodedPlanSlno && (await planOnSale(tx, encodedPlanSlno, ctx.now))
      await enrolments.move(tx, ctx, row, 'detailed', {
        set: {
          email,
          mobile: mobileNo,
          ...(newEmail && { email_confirmed_at: null }),
          ...(newMobile && { mobile_confirmed_at: null }),
          password_hash: passwordHash,
          accepted_at: ctx.now,
          language: ctx.language,
          ...(plan && { pricing_id: plan }),
        },
        facts: { newEmail, newMobile },
      })
      const changed = { ...row, email, mobile: mobileNo }
      if (newEmail || !row.email_confirmed_at) await sendCode(tx, ctx, changed, 'email', newEmail)
      if (newMobile || !row.mobile_confirmed_at) await sendCode(tx, ctx, changed, 'sms', newMobile)
      return describeEnrolment(tx, ctx, row.id)
    })
  },
)

export const resendEnrolmentCode = route(calls.resendEnrolmentCode, async (ctx, { enrolmentID, channel }) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await lockEnrolment(tx, ctx, enrolmentID)
    requireState(row, 'resendCode')
    if (channel === 'email' ? row.email_confirmed_at : row.mobile_confirmed_at)
      throw new Problem('WRONG_STATE', { cause: 'already confirmed' })
    const sent = await sendCode(tx, ctx, row, channel, false)
    if (!sent) throw noResend()
    await audit(tx, ctx, 'enrolment.codeSentAgain', { subject: row.public_id, facts: { channel } })
    return describeEnrolment(tx, ctx, row.id)
  }),
)

/** @throws Problem INVALID */
function refuseWeak(ctx: Ctx, row: EnrolmentRow, { password, email, mobile }: { password: string; email: string; mobile: string }): void {
  const { nationalId, nameAr, nameEn } = identityOf(ctx, row)
  const [fault] = passwordFaults(password, { nationalId, email, mobile, names: [...Object.values(nameAr), ...Object.values(nameEn)] })
  if (fault)
    throw new Problem('INVALID', { errors: [{ field: 'password', message: fieldSentence({ rule: `password-${fault}` }, ctx.language) }] })
}

/** A plan that is not on sale is no reason to lose an enrolment: the person chooses again afterwards. */
async function planOnSale(tx: Tx, publicId: string, now: Date): Promise<number | null> {
  const plan = await tx
    .selectFrom('product_pricing')
    .innerJoin('product', 'product.id', 'product_pricing.product_id')
    .select('product_pricing.id')
    .where('product_pricing.public_id', '=', publicId)
    .where('product.kind', '=', 'esignPlan')
    .where(onSale(now))
    .executeTakeFirst()
  return plan?.id ?? null
}

/** A code for one address never confirms another, nor by the other channel. */
export const confirmsOf = (publicId: string, channel: Channel, address: string) => ['enrolment', publicId, channel, address] as const

/**
 * Sends a code, and a link by mail, unless one went out a moment ago to the same address; a new one voids the one before. An address that
 * belongs to another account gets a warning instead, and the code reaches nobody.
 * @returns false where none may be sent now
 */
async function sendCode(tx: Tx, ctx: Ctx, row: EnrolmentRow, channel: Channel, isNewAddress: boolean): Promise<boolean> {
  const address = (channel === 'email' ? row.email : row.mobile)!
  const { code, columns } = newCode(ctx, confirmsOf(row.public_id, channel, address))
  const values = { ...columns, used_at: null }
  const known = await tx
    .selectFrom('enrolment_code')
    .select(['sends', 'sent_at'])
    .where('enrolment_id', '=', row.id)
    .where('channel', '=', channel)
    .executeTakeFirst()
  if (known && !isNewAddress && (addSeconds(known.sent_at, resendSeconds) > ctx.now || known.sends >= maxSends)) return false
  if (known && known.sends >= maxSends) throw new Problem('TOO_MANY', { cause: `codes by ${channel}`, retryAfterSeconds: 3_600 })
  await limitCodesTo(tx, ctx, address)
  if (channel === 'sms') await countStranger(tx, ctx)
  await tx
    .insertInto('enrolment_code')
    .values({ enrolment_id: row.id, channel, ...values })
    .onConflict((conflict) =>
      conflict.columns(['enrolment_id', 'channel']).doUpdateSet({ ...values, sends: sql`enrolment_code.sends + 1` }),
    )
    .execute()
  const to = { to: address, language: ctx.language }
  const owner = await ownerOf(tx, channel, address, row.national_id_hash)
  if (channel === 'sms') await (owner ? smsOwner(tx, ctx, { ...to, language: owner.language }) : smsCode(tx, ctx, { ...to, code }))
  else {
    const link = { purpose: 'emailConfirmation', subject: row.public_id } as const
    if (owner) await voidLinks(tx, ctx, link)
    const token = owner ? '' : await createLink(tx, ctx, { ...link, recipient: address, seconds: linkSeconds })
    await (owner ? mailOwner(tx, ctx, { ...to, language: owner.language }) : mailCode(tx, ctx, { ...to, code, token }))
  }
  return true
}
