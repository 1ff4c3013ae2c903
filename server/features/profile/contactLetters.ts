import { to } from '#contract/screens.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { queueMail, queueSms } from '#server/platform/messages.ts'
import type { Language } from '#server/platform/problems.ts'
import { tell } from '#server/platform/tell.ts'

export type Contact = 'email' | 'mobile'
type Sending = Pick<Ctx, 'now' | 'app'>
type To = { contact: Contact; to: string; language: Language }

/** The code for a new address goes to that address. */
export async function sendContactCode(tx: Queryable, ctx: Sending, { contact, to, language, code }: To & { code: string }): Promise<void> {
  const subject = { ar: 'رمز تأكيد بريدك الجديد', en: 'Confirm your new e-mail address' }
  const text = {
    ar: `رمز تأكيد ${contact === 'email' ? 'بريدك' : 'جوالك'} الجديد في توقيع: ${code} — صالح لمدة 5 دقائق. لا تشاركه مع أحد. إن لم تطلبه فتجاهل هذه الرسالة.`,
    en: `Your code to confirm your new ${contact === 'email' ? 'e-mail address' : 'mobile number'} in Tawqi: ${code}. It is good for 5 minutes; share it with nobody. If you did not ask for it, ignore this message.`,
  }
  await (contact === 'email' ? queueMail(tx, ctx, { to, language, subject, text }) : queueSms(tx, ctx, { to, language, text }))
}

/** Goes to the owner of an address that somebody else gave as theirs; whoever gave it learns nothing. */
export async function warnOwner(tx: Queryable, ctx: Sending, { contact, to, language }: To): Promise<void> {
  const subject = { ar: 'محاولة استخدام بريدك في حساب آخر', en: 'Somebody tried to use your e-mail address' }
  const text = {
    ar: `حاول شخص تسجيل ${contact === 'email' ? 'بريدك' : 'رقم جوالك'} في حساب آخر في توقيع، وهو مسجّل في حسابك، فلم يُقبل. لا يلزمك شيء.`,
    en: `Somebody tried to register your ${contact === 'email' ? 'e-mail address' : 'mobile number'} with another Tawqi account. It belongs to yours, so it was not accepted. There is nothing to do.`,
  }
  await (contact === 'email' ? queueMail(tx, ctx, { to, language, subject, text }) : queueSms(tx, ctx, { to, language, text }))
}

type Before = { mobile: string | null; language: Language; is_subscriber: boolean }
type Changing = { personId: number; contact: Contact; before: Before; now: string }

/**
 * The address of before hears of the change, and what to do when its owner did not make it; so does the new one. Called while the person’s row
 * still has the address of before.
 */
export async function tellOfChange(tx: Queryable, ctx: Sending, { personId, contact, before, now }: Changing): Promise<void> {
  const { language } = before
  const account = `${ctx.app.configuration.PUBLIC_URL}${to('myAccountContact')}`
  const subject =
    contact === 'email'
      ? { ar: 'غُيّر البريد الإلكتروني لحسابك', en: 'The e-mail address of your account was changed' }
      : { ar: 'غُيّر رقم الجوال لحسابك', en: 'The mobile number of your account was changed' }
  const masked = contact === 'email' ? maskEmail(now) : maskMobile(now)
  const text = {
    ar: `${subject.ar} في توقيع إلى ${masked}.\n\nإن لم تكن أنت: سجّل الدخول عبر نفاذ، وأعد بياناتك القديمة، وأنهِ الجلسات الأخرى، وغيّر كلمة المرور: ${account}\nوإن تعذّر عليك الدخول فتواصل معنا فورًا: ${ctx.app.configuration.PUBLIC_URL}${to('contactUs')}`,
    en: `${subject.en} in Tawqi to ${masked}.\n\nIf this was not you: sign in with Nafath, restore your details, end the other sessions and change your password: ${account}\nIf you cannot sign in, contact us at once: ${ctx.app.configuration.PUBLIC_URL}${to('contactUs')}`,
  }
  const short = {
    ar: `${subject.ar} في توقيع إلى ${masked}. إن لم تكن أنت فسجّل الدخول عبر نفاذ وأعد بياناتك، أو تواصل معنا فورًا.`,
    en: `${subject.en} in Tawqi to ${masked}. If this was not you, sign in with Nafath and restore it, or contact us at once.`,
  }
  const facts = { contact, area: before.is_subscriber ? 'my' : 'org' } as const
  await tell(tx, ctx, { to: personId, kind: 'contactChanged', facts, letter: { subject, text } })
  if (contact === 'email') await queueMail(tx, ctx, { to: now, language, subject, text })
  else await queueSms(tx, ctx, { to: before.mobile, language, text: short })
}

/** `noura.alqahtani@example.sa` as a message may show it: `no•••@example.sa`. */
export const maskEmail = (email: string) => email.replace(/^(.{1,2})[^@]*/, '$1•••')
/** `966500000014` likewise: `•••0014`. */
export const maskMobile = (mobile: string) => `•••${mobile.slice(-4)}`
