import { screens } from '#contract/screens.ts'
import type { IdentityChange } from '#contract/sessions.ts'
import { identityFactNames } from '#server/platform/identityFactNames.ts'
import { isolate } from '#server/platform/isolate.ts'
import type { Language } from '#server/platform/problems.ts'
import { riyadhFormat } from '#server/platform/riyadh.ts'
import type { Letter } from '#server/platform/tell.ts'

/** Says what the register says otherwise now, and what that means for certificates. Of a birthday only that it changed. */
export function identityLetter(publicUrl: string, changes: readonly IdentityChange[], oldNameUntil: Date | null): Letter {
  const account = `${publicUrl}${screens.myAccount.path}`
  const certificates = `${publicUrl}${screens.myCertificates.path}`
  const until = { ar: dayIn('ar', oldNameUntil), en: dayIn('en', oldNameUntil) }
  const ofCertificates = oldNameUntil && {
    ar: `\n\nشهاداتك الرقمية الصادرة باسمك السابق لا توقّع هنا من الآن، ونلغيها في ${until.ar}. جدّدها باسمك الجديد قبل ذلك: ${certificates}`,
    en: `\n\nYour digital certificates in your earlier name no longer sign here, and we revoke them on ${until.en}. Renew them in your new name before then: ${certificates}`,
  }
  return {
    subject: { ar: 'حُدّثت بيانات هويتك', en: 'Your identity details were brought up to date' },
    text: {
      ar: `أكّدت هويتك عبر نفاذ، فحدّثنا ما تغيّر من بياناتك:\n${lines(changes, 'ar')}${ofCertificates?.ar ?? ''}\n\nبياناتك كاملة: ${account}\nإن لم تكن هذه بياناتك فصحّحها في السجل المدني وتواصل معنا.`,
      en: `You confirmed your identity with Nafath, so we brought up to date what has changed:\n${lines(changes, 'en')}${ofCertificates?.en ?? ''}\n\nAll your details: ${account}\nIf these are not yours, have them corrected in the civil register and contact us.`,
    },
  }
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

const dayIn = (language: Language, at: Date | null) => (at === null ? '' : riyadhFormat(language, { dateStyle: 'long' }).format(at))
