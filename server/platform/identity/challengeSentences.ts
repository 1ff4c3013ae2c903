import type { Language } from '#server/platform/problems.ts'

/** What a person is told of a challenge; one public sentence hides several private causes. */
const sentences = {
  notStarted: {
    ar: 'تعذّر بدء الطلب في نفاذ. إن كان لديك طلب قائم في التطبيق فأكمله أو انتظر انتهاءه ثم أعد المحاولة.',
    en: 'Nafath could not start the request. If one is open in the app, finish it or wait until it ends, then try again.',
  },
  held: {
    ar: 'في تطبيق نفاذ طلب آخر بهويتك لم يبدأ من هذا الجهاز. إن لم تطلبه أنت فارفضه في التطبيق، وسيصلك طلبك فور انتهائه.',
    en: 'Another request for your ID, not from this device, is open in the Nafath app. If you did not make it, reject it there: yours follows as soon as it is over.',
  },
  otherWay: { ar: 'ويمكنك أيضًا الدخول بكلمة المرور ورمز التحقق.', en: 'You can also sign in with password and code.' },
  unconfirmed: {
    ar: 'تقول نفاذ إنك وافقت، لكن إثبات هويتك لم يصلنا منها. أرسل الطلب مرة أخرى.',
    en: 'Nafath says that you approved, but its proof of your identity did not reach us. Send the request again.',
  },
  unavailable: { ar: 'خدمة نفاذ لا تستجيب الآن. أعد المحاولة بعد قليل.', en: 'Nafath does not answer now. Try again shortly.' },
  '0': { ar: 'تعذّر إكمال الطلب. ابدأ من جديد.', en: 'The request could not be completed. Start again.' },
  '1': { ar: '', en: '' },
  '2': { ar: 'رُفض الطلب في تطبيق نفاذ.', en: 'The request was rejected in the Nafath app.' },
  '3': { ar: 'بانتظار موافقتك في تطبيق نفاذ.', en: 'Waiting for your approval in the Nafath app.' },
  '4': { ar: 'انتهت مهلة الطلب قبل الموافقة عليه.', en: 'The request expired before it was approved.' },
  '5': { ar: 'أُلغي الطلب.', en: 'The request was cancelled.' },
  suspended: { ar: 'هذا الحساب موقوف. تواصل معنا لمعرفة السبب.', en: 'This account is suspended. Contact us to learn why.' },
  '6': { ar: 'لا يوجد حساب بهذه الهوية بعد. أنشئ حسابك أولًا.', en: 'There is no account for this identity yet. Create one first.' },
} as const

export const sentence = (of: keyof typeof sentences, language: Language) => sentences[of][language]
