import { screens } from '#contract/screens.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { isolate } from '#server/platform/isolate.ts'
import { queueMail, queueSms } from '#server/platform/messages.ts'
import type { Language } from '#server/platform/problems.ts'
import type { Letter } from '#server/platform/tell.ts'

type Sending = Pick<Ctx, 'now' | 'app'>
type To = { to: string; language: Language }

/** The code and the link of an e-mail address; the link's token stands behind `#`, where no server sees it. */
export function mailCode(tx: Queryable, ctx: Sending, { to, language, code, token }: To & { code: string; token: string }): Promise<void> {
  const link = `${ctx.app.configuration.PUBLIC_URL}${screens.afterVerification.path}?lng=${language}#${token}`
  return queueMail(tx, ctx, {
    to,
    language,
    subject: { ar: 'أكّد بريدك لإكمال حسابك في توقيع', en: 'Confirm your e-mail for your Tawqi account' },
    text: {
      ar: `رمز تأكيد بريدك في توقيع: ${code}\nالرمز صالح لمدة 5 دقائق. لا تشاركه مع أحد.\n\nأو أكّد بريدك من هذا الرابط خلال ساعة، ولمرة واحدة:\n${link}\n\nإن لم تطلب فتح حساب، فتجاهل هذه الرسالة ولن يحدث شيء.`,
      en: `Your Tawqi e-mail code: ${code}\nIt is good for 5 minutes; share it with nobody.\n\nOr confirm your e-mail by this link, once, within the hour:\n${link}\n\nIf you did not ask for an account, ignore this message and nothing happens.`,
    },
  })
}

export const smsCode = (tx: Queryable, ctx: Sending, { to, language, code }: To & { code: string }): Promise<void> =>
  queueSms(tx, ctx, {
    to,
    language,
    text: {
      ar: `رمز تأكيد جوالك لفتح حساب في توقيع: ${code} — صالح لمدة 5 دقائق. لا تشاركه مع أحد.`,
      en: `Your code to open a Tawqi account: ${code}. It is good for 5 minutes; share it with nobody.`,
    },
  })

/** Goes to the owner of an address that somebody else gave as theirs; whoever gave it learns nothing. */
export const mailOwner = (tx: Queryable, ctx: Sending, { to, language }: To): Promise<void> =>
  queueMail(tx, ctx, {
    to,
    language,
    subject: { ar: 'محاولة فتح حساب ببريدك', en: 'Somebody tried to open an account with your e-mail' },
    text: {
      ar: `حاول شخص فتح حساب جديد في توقيع بهذا البريد، وهو مسجّل في حسابك، فلم نرسل له رمزًا ولم يُفتح الحساب.\nإن كنت أنت، فسجّل الدخول إلى حسابك: ${ctx.app.configuration.PUBLIC_URL}${screens.login.path}\nوإن لم تكن أنت، فلا يلزمك شيء.`,
      en: `Somebody tried to open a new Tawqi account with this address, which belongs to your account. No code was sent to them and no account was opened.\nIf it was you, sign in: ${ctx.app.configuration.PUBLIC_URL}${screens.login.path}\nIf not, there is nothing to do.`,
    },
  })

export const smsOwner = (tx: Queryable, ctx: Sending, { to, language }: To): Promise<void> =>
  queueSms(tx, ctx, {
    to,
    language,
    text: {
      ar: 'حاول شخص فتح حساب جديد في توقيع برقم جوالك المسجّل في حسابك، ولم يُفتح الحساب. إن كنت أنت فسجّل الدخول إلى حسابك.',
      en: 'Somebody tried to open a new Tawqi account with your mobile number, which belongs to your account. None was opened. If it was you, sign in.',
    },
  })

type Welcome = { name: string; transactions: number | null; validTo: string }
export function welcomeLetter(publicUrl: string, { name, transactions, validTo }: Welcome): Letter {
  const gift =
    transactions === null
      ? { ar: '', en: '' }
      : {
          ar: `أضفنا إلى حسابك الباقة الترحيبية: معاملات توقيع مجانية عددها ${transactions}، صالحة حتى ${validTo}.\n`,
          en: `Your welcome pack is in your account: ${transactions} free signing transactions, good until ${validTo}.\n`,
        }
  return {
    subject: { ar: 'أهلًا بك في توقيع', en: 'Welcome to Tawqi' },
    text: {
      ar: `مرحبًا ${isolate(name)}،\nفُتح حسابك في توقيع بعد التحقق من هويتك عبر نفاذ.\n${gift.ar}وقّع مستندك الأول: ${publicUrl}${screens.sign.path}\n\nإن لم تكن أنت من فتح هذا الحساب، فتواصل معنا فورًا: ${publicUrl}${screens.contactUs.path}`,
      en: `Hello ${isolate(name)},\nyour Tawqi account is open, after your identity was verified with Nafath.\n${gift.en}Sign your first document: ${publicUrl}${screens.sign.path}\n\nIf it was not you who opened this account, contact us at once: ${publicUrl}${screens.contactUs.path}`,
    },
  }
}

/** Tells the address that an account had before: a change that its owner did not make must not go unseen. */
export const mailFormerAddress = (tx: Queryable, ctx: Sending, { to, language }: To): Promise<void> =>
  queueMail(tx, ctx, {
    to,
    language,
    subject: { ar: 'تغيّر بريد حسابك في توقيع', en: 'The e-mail of your Tawqi account has changed' },
    text: {
      ar: `فُتح حسابك الفردي في توقيع بعد التحقق من هويتك عبر نفاذ، وصار بريده غير هذا البريد.\nإن لم تكن أنت، فتواصل معنا فورًا: ${ctx.app.configuration.PUBLIC_URL}${screens.contactUs.path}`,
      en: `Your personal Tawqi account was opened after your identity was verified with Nafath, with another e-mail address than this one.\nIf this was not you, contact us at once: ${ctx.app.configuration.PUBLIC_URL}${screens.contactUs.path}`,
    },
  })
