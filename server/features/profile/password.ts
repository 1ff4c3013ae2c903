import { fieldSentence } from '#contract/fieldWords.ts'
import { passwordFaults, type PasswordRule } from '#contract/password.ts'
import * as calls from '#contract/profile.ts'
import { passwordChanges } from '#contract/profile.ts'
import { audit } from '#server/platform/audit.ts'
import { countCall } from '#server/platform/http/callLimit.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { nationalIdOf } from '#server/platform/identity/nationalId.ts'
import { Problem } from '#server/platform/problems.ts'
import { isFresh } from '#server/platform/sessions/lifetime.ts'
import { hashPassword, passwordMatches } from '#server/platform/sessions/password.ts'
import { tell, type Letter } from '#server/platform/tell.ts'
import { endOtherSessions } from './mySessions.ts'

export const changePassword = route(calls.changePassword, async (ctx, { currentPassword, newPassword }) => {
  const { personId } = ctx.caller
  await countCall(ctx, passwordChanges, personId)
  const person = await ctx.db
    .selectFrom('person')
    .select(['password_hash', 'name_ar', 'name_en', 'email', 'mobile', 'is_subscriber'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  await proveOwner(ctx, currentPassword, person.password_hash)
  const nationalId = await nationalIdOf(ctx.db, ctx, personId)
  const [fault] = passwordFaults(newPassword, {
    nationalId,
    mobile: person.mobile,
    email: person.email,
    names: [person.name_ar, person.name_en],
  })
  if (fault) throw refused('newPassword', `password-${fault}`, ctx)
  if (await passwordMatches(newPassword, person.password_hash)) throw refused('newPassword', 'password-same', ctx)
  const hash = await hashPassword(newPassword) // takes a core's time, so it is done before the transaction
  return ctx.db.transaction().execute(async (tx) => {
    await tx.updateTable('person').set({ password_hash: hash, password_changed_at: ctx.now }).where('id', '=', personId).execute()
    const sessionsEnded = await endOtherSessions(tx, ctx)
    await audit(tx, ctx, 'password.changed', { facts: { first: person.password_hash === null, sessionsEnded } })
    const facts = { area: person.is_subscriber ? 'my' : 'org' } as const
    await tell(tx, ctx, { to: personId, kind: 'passwordChanged', facts, letter: letter(ctx.app.configuration.PUBLIC_URL) })
    return { status: '1' as const, sessionsEnded }
  })
})

/** The present password, or an identity that was confirmed a moment ago. */
async function proveOwner(ctx: Ctx<Caller>, currentPassword: string | undefined, hash: string | null): Promise<void> {
  if (currentPassword === undefined) {
    if (!isFresh(ctx.caller.confirmedAt, ctx.now)) throw new Problem('STEP_UP')
    return
  }
  if (await passwordMatches(currentPassword, hash)) return
  await audit(ctx.db, ctx, 'password.checked', { outcome: 'refused' })
  throw refused('currentPassword', 'password-wrong', ctx)
}

const refused = (field: string, rule: `password-${PasswordRule | 'same' | 'wrong'}`, { language }: Pick<Ctx, 'language'>) =>
  new Problem('INVALID', { errors: [{ field, message: fieldSentence({ rule }, language) }] })

const letter = (publicUrl: string): Letter => ({
  subject: { ar: 'غُيّرت كلمة المرور لحسابك', en: 'The password of your account was changed' },
  text: {
    ar: `غُيّرت كلمة المرور لحسابك في توقيع، وانتهت جلساتك الأخرى.\n\nإن لم تكن أنت: سجّل الدخول عبر نفاذ وغيّرها فورًا من ${publicUrl}/app/my/account/security، أو تواصل معنا: ${publicUrl}/contact-us`,
    en: `The password of your Tawqi account was changed, and your other sessions were ended.\n\nIf this was not you: sign in with Nafath and change it at once at ${publicUrl}/app/my/account/security, or contact us: ${publicUrl}/contact-us`,
  },
})
