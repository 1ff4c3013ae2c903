import { type ErasureGround, erasureGroundWords } from '#contract/erasure.ts'
import { riyadhFormat } from '#server/platform/riyadh.ts'
import type { Letter } from '#server/platform/tell.ts'

type Kept = { ground: ErasureGround; keptUntil: Date }

/** The last letter to somebody whose data is erased: it goes out before their address is destroyed. */
export function grantedLetter(kept: readonly Kept[]): Letter {
  const list = (language: 'ar' | 'en') => kept.map((one) => line(one, language)).join('\n')
  return {
    subject: { ar: 'قُبل طلبك وتُتلف بياناتك', en: 'Your request was approved: your data is being erased' },
    text: {
      ar: `قُبل طلبك إتلاف بياناتك في توقيع. أُغلق حسابك، وأُلغيت شهاداتك، وانتهت عضوياتك في المنشآت، وسقط ما بقي من رصيدك.\n\nتُتلف الآن بيانات التواصل والأجهزة والجلسات والإشعارات والمستندات ونسخها الموقعة وسائر بياناتك. وهذه آخر رسالة إليك، فعنوانك يُتلف معها. وتبقى النسخ الموقعة التي عندك صحيحة.\n\nويبقى ما يلزمنا النظام بحفظه، مشفّرًا لا يُفتح إلا لما يوجبه النظام، ثم يُتلف عند انتهاء مدته:\n${list('ar')}\n\nيمكنك فتح حساب جديد متى شئت.`,
      en: `Your request to erase your data in Tawqi was approved. Your account is closed, your certificates are revoked, your memberships of organisations have ended, and what was left of your balance has lapsed.\n\nContact data, devices, sessions, notifications, documents with their signed copies and everything else are being destroyed now. This is the last e-mail to you, for your address is destroyed as well. The signed copies that you hold stay valid.\n\nBy law we must keep the following, encrypted and opened only where the law demands it, until the date shown:\n${list('en')}\n\nYou can open a new account whenever you like.`,
    },
  }
}

function line({ ground, keptUntil }: Kept, language: 'ar' | 'en'): string {
  const { what, law } = erasureGroundWords[ground]
  const day = riyadhFormat(language, { dateStyle: 'long' }).format(lastDay(keptUntil))
  return language === 'ar' ? `- ${what.ar} حتى ${day} (${law.ar})` : `- ${what.en}, until ${day} (${law.en})`
}

/** The day before the moment at which it is destroyed. */
const lastDay = (until: Date) => new Date(until.getTime() - 1)
