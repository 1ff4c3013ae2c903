import type { IdentityChange } from '#contract/sessions.ts'
import type { Acting } from '#server/features/certificates/states.ts'
import type { Queryable } from '#server/platform/http/context.ts'
import { identityFactNames } from '#server/platform/identityFactNames.ts'
import { isolate } from '#server/platform/isolate.ts'
import { queueMail } from '#server/platform/messages.ts'
import type { Language } from '#server/platform/problems.ts'

type Letter = { to: string | null; language: Language; changes: readonly IdentityChange[]; oldNameUntil: Date | null }

/** Says by mail what the register says otherwise now, and what that means for certificates. Of a birthday only that it changed. */
export async function tellOfIdentity(tx: Queryable, acting: Acting, { to, language, changes, oldNameUntil }: Letter): Promise<void> {
  const account = `${acting.app.configuration.PUBLIC_URL}/app/my/account`
  const certificates = `${acting.app.configuration.PUBLIC_URL}/app/my/dsc/manage`
  const until = { ar: dayIn('ar', oldNameUntil), en: dayIn('en', oldNameUntil) }
  const ofCertificates = oldNameUntil && {
    ar: `\n\nشهاداتك الرقمية الصادرة باسمك السابق لا توقّع هنا من الآن، ونلغيها في ${until.ar}. جدّدها باسمك الجديد قبل ذلك: ${certificates}`,
    en: `\n\nYour digital certificates in your earlier name no longer sign here, and we revoke them on ${until.en}. Renew them in your new name before then: ${certificates}`,
  }
  await queueMail(tx, acting, {
    to,
    language,
    subject: { ar: 'حُدّثت بيانات هويتك', en: 'Your identity details were brought up to date' },
    text: {
      ar: `أكّدت هويتك عبر نفاذ، فحدّثنا ما تغيّر من بياناتك:\n${lines(changes, 'ar')}${ofCertificates?.ar ?? ''}\n\nبياناتك كاملة: ${account}\nإن لم تكن هذه بياناتك فصحّحها في السجل المدني وتواصل معنا.`,
      en: `You confirmed your identity with Nafath, so we brought up to date what has changed:\n${lines(changes, 'en')}${ofCertificates?.en ?? ''}\n\nAll your details: ${account}\nIf these are not yours, have them corrected in the civil register and contact us.`,
    },
  })
}

const lines = (changes: readonly IdentityChange[], language: Language) =>
  changes.map((change) => `• ${identityFactNames[change.fact][language]}${shown(change, language)}`).join('\n')

function shown({ fact, before, after }: IdentityChange, language: Language): string {
  if (fact === 'dateOfBirth' || fact === 'gender') return ''
  const [from, to] = [before, after].map((value) => isolate(fact === 'nationality' ? countryName(value, language) : (value ?? '')))
  return language === 'ar' ? `: من ${from} إلى ${to}` : `: ${from} → ${to}`
}

const countryName = (code: string | null, language: Language) =>
  code === null ? { ar: 'غير معروفة', en: 'unknown' }[language] : new Intl.DisplayNames([language], { type: 'region' }).of(code)!

const dayIn = (language: Language, at: Date | null) =>
  at === null
    ? ''
    : new Intl.DateTimeFormat(language === 'ar' ? 'ar-SA-u-ca-gregory-nu-latn' : 'en-GB', {
        dateStyle: 'long',
        timeZone: 'Asia/Riyadh',
      }).format(at)
