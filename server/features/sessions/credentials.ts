import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import * as calls from '#contract/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { requireHumanCheck } from '#server/platform/humanCheck.ts'
import { queueMail, queueNothing, queueSms } from '#server/platform/messages.ts'
import {
  codeTimes,
  forgottenBefore,
  isRightCode,
  maxTries,
  newCode,
  noCode,
  noResend,
  resendSeconds,
  wrongCodeAnswer,
} from '#server/platform/oneTimeCodes.ts'
import { deviceOf } from '#server/platform/sessions/device.ts'
import { passwordMatches } from '#server/platform/sessions/password.ts'
import { giveStrangersTurnBack } from '#server/platform/strangers.ts'
import { sentence } from '#server/platform/identity/challengeSentences.ts'
import { openSession } from './issueSession.ts'
import { allowPassword } from './passwordLimits.ts'

/** The first, and those that are asked for again. */
const maxSends = 3

const hash = (text: string) => createHash('sha256').update(text).digest()
export const validateCredentials = route(calls.validateCredentials, async (ctx, { nationalID, password, channel }) => {
  const deviceId = deviceOf(ctx)
  await requireHumanCheck(ctx)
  const idHash = ctx.app.secrets.lookUp(nationalID)
  await allowPassword(ctx, idHash)
  const person = await ctx.db
    .selectFrom('person')
    .select(['id', 'password_hash', 'email', 'mobile', 'language', 'status'])
    .where('national_id_hash', '=', idHash)
    .executeTakeFirst()
  const matches = await passwordMatches(password, person?.password_hash ?? null)
  const accepted = matches && person?.status === 'active' ? person : null
  const secret = randomBytes(16).toString('base64url')
  const { code, columns } = newCode(ctx, ['signIn', secret])
  // A refused password looks the same from outside: an attempt is stored, and its code reaches nobody.
  await ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('login_attempt')
      .values({
        secret_hash: hash(secret),
        person_id: accepted?.id ?? null,
        device_public_id: deviceId,
        channel,
        ...columns,
      })
      .execute()
    await sendCode(tx, ctx, channel, accepted, code)
    await audit(tx, ctx, 'password.checked', { outcome: accepted ? 'done' : 'refused', personId: person?.id })
  })
  return { loginID: secret, ...codeTimes(ctx) }
})

export const resendCode = route(calls.resendCode, async (ctx, { loginID }) => {
  const { code, columns } = newCode(ctx, ['signIn', loginID])
  return ctx.db.transaction().execute(async (tx) => {
    const attempt = await tx
      .updateTable('login_attempt')
      .set({ ...columns, sends: sql`sends + 1` })
      .where('secret_hash', '=', hash(loginID))
      .where('device_public_id', '=', deviceOf(ctx))
      .where('used_at', 'is', null)
      .where('sends', '<', maxSends)
      .where('expires_at', '>', forgottenBefore(ctx))
      .where('sent_at', '<=', addSeconds(ctx.now, -resendSeconds))
      .returning(['person_id', 'channel'])
      .executeTakeFirst()
    if (!attempt) throw noResend()
    const person = await tx
      .selectFrom('person')
      .select(['email', 'mobile', 'language'])
      .where('id', '=', attempt.person_id ?? 0)
      .executeTakeFirst()
    await sendCode(tx, ctx, attempt.channel, person ?? null, code)
    await audit(tx, ctx, 'code.sentAgain', { personId: attempt.person_id ?? undefined, outcome: person ? 'done' : 'refused' })
    return codeTimes(ctx)
  })
})

export const verifyCode = route(calls.verifyCode, async (ctx, { loginID, otp }) => {
  const attempt = await ctx.db
    .updateTable('login_attempt')
    .set({ tries: sql`tries + 1` })
    .where('secret_hash', '=', hash(loginID))
    .where('device_public_id', '=', deviceOf(ctx))
    .where('used_at', 'is', null)
    .where('expires_at', '>', ctx.now)
    .where('tries', '<', maxTries)
    .returning(['id', 'person_id', 'tries', 'code_hash', 'sent_at'])
    .executeTakeFirst()
  if (!attempt) throw noCode()
  if (!isRightCode(ctx, ['signIn', loginID], otp, attempt.code_hash) || attempt.person_id === null) {
    await audit(ctx.db, ctx, 'code.refused', { outcome: 'refused', ...(attempt.person_id !== null && { personId: attempt.person_id }) })
    return wrongCodeAnswer(ctx, attempt.tries)
  }
  const personId = attempt.person_id
  return ctx.db.transaction().execute(async (tx) => {
    const used = await tx
      .updateTable('login_attempt')
      .set({ used_at: ctx.now })
      .where('id', '=', attempt.id)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!used) return wrongCodeAnswer(ctx, maxTries)
    await giveStrangersTurnBack(tx, ctx.network, attempt.sent_at)
    return {
      status: '1' as const,
      errorMessage: sentence('1', ctx.language),
      ...(await openSession(tx, ctx, { personId, method: 'credentials' })),
    }
  })
})

type Recipient = { email: string | null; mobile: string | null; language: 'ar' | 'en' }
async function sendCode(tx: Queryable, ctx: Ctx, channel: 'sms' | 'email', person: Recipient | null, code: string): Promise<void> {
  const text = {
    ar: `رمز التحقق لتسجيل الدخول إلى توقيع: ${code} — صالح لمدة 5 دقائق. لا تشاركه مع أحد.`,
    en: `Your Tawqi sign-in code: ${code}. It is good for 5 minutes; share it with nobody.`,
  }
  if (person === null) await queueNothing(tx, ctx)
  else if (channel === 'sms') await queueSms(tx, ctx, { to: person.mobile, language: person.language, text })
  else
    await queueMail(tx, ctx, { to: person.email, language: person.language, subject: { ar: 'رمز التحقق', en: 'Your sign-in code' }, text })
}
