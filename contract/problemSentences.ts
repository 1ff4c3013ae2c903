import type { ProblemCode } from './problems.ts'

/** What a code says to the person who meets it: the server in a problem's `title`, the page of the API to whoever looks the code up. */
export const problemSentences: Record<ProblemCode, { ar: string; en: string }> = {
  INVALID: {
    ar: 'بعض البيانات المدخلة غير صحيحة. راجع الحقول المشار إليها.',
    en: 'Some of what was entered is not right. See the fields that are marked.',
  },
  MALFORMED: { ar: 'تعذّرت قراءة الطلب.', en: 'The request could not be read.' },
  NOT_SIGNED_IN: { ar: 'سجّل الدخول للمتابعة.', en: 'Sign in to go on.' },
  TOKEN_EXPIRED: { ar: 'انتهت جلستك. سجّل الدخول من جديد.', en: 'Your session has ended. Sign in again.' },
  NOT_ALLOWED: { ar: 'لا تتيح لك صلاحياتك تنفيذ هذا الإجراء.', en: 'Your role does not allow this.' },
  STEP_UP: { ar: 'أكّد هويتك مرة أخرى للمتابعة.', en: 'Confirm your identity once more to go on.' },
  HUMAN_CHECK: { ar: 'أكمل خطوة التحقق من أنك لست برنامجًا آليًا ثم أعد المحاولة.', en: 'Complete the human check, then try again.' },
  KYC_DUE: {
    ar: 'حان موعد تجديد التحقق من هويتك. جدّده لتتمكن من التوقيع.',
    en: 'Your identity is due to be confirmed again. Renew it to be able to sign.',
  },
  PROOF_MISSING: { ar: 'تعذّر التحقق من أن الطلب صادر من جهازك.', en: 'The request does not prove that it comes from your device.' },
  NOT_FOUND: { ar: 'لم نجد ما تبحث عنه.', en: 'What you are looking for was not found.' },
  METHOD: { ar: 'طريقة الطلب غير مدعومة لهذا العنوان.', en: 'This address does not take that method.' },
  TOO_SLOW: {
    ar: 'توقف وصول ما ترسله أو أبطأ كثيرًا. تحقق من اتصالك ثم أعد المحاولة.',
    en: 'What you send stopped arriving, or came too slowly. Check your connection, then try again.',
  },
  WRONG_STATE: { ar: 'لم يعد هذا الإجراء متاحًا في الحالة الحالية.', en: 'This can no longer be done in its present state.' },
  KEY_REUSED: { ar: 'استُخدم مفتاح التكرار نفسه مع طلب مختلف.', en: 'The same idempotency key was used with another request.' },
  STILL_RUNNING: { ar: 'الطلب نفسه قيد التنفيذ. انتظر لحظات.', en: 'The same request is still being carried out. Wait a moment.' },
  ANSWER_LOST: {
    ar: 'نُفّذ هذا الطلب من قبل ولم يُحفظ جوابه. راجع ما تغيّر قبل أن تطلبه بمفتاح جديد.',
    en: 'This request was carried out, and its answer was lost. See what it changed before you ask again with a new key.',
  },
  EXPIRED: { ar: 'انتهت صلاحية هذا الرابط أو الطلب.', en: 'This link or request has expired.' },
  PRECONDITION: { ar: 'تغيّر الملف عما لديك. اطلبه من جديد.', en: 'The file is another than the one you have. Ask for it again.' },
  TOO_LARGE: { ar: 'حجم ما أرسلته أكبر من المسموح.', en: 'What was sent is larger than allowed.' },
  ADDRESS_TOO_LONG: { ar: 'عنوان الطلب أطول من المسموح.', en: 'The address of the request is longer than allowed.' },
  WRONG_TYPE: { ar: 'نوع المحتوى المرسل غير مدعوم هنا.', en: 'This address does not take that type of content.' },
  RANGE: { ar: 'الجزء المطلوب ليس ضمن هذا الملف.', en: 'This file does not have the part that was asked for.' },
  REFUSED_DOCUMENT: { ar: 'لا يمكن توقيع هذا المستند.', en: 'This document cannot be signed.' },
  NO_BALANCE: { ar: 'لا يوجد رصيد كافٍ في باقاتك. اشترِ باقة للمتابعة.', en: 'Your plans have no transaction left. Buy a plan to go on.' },
  TOO_MANY: {
    ar: 'محاولات كثيرة خلال وقت قصير. انتظر قليلًا ثم أعد المحاولة.',
    en: 'Too many attempts in a short time. Wait a little, then try again.',
  },
  HEAD_TOO_LARGE: { ar: 'ترويسات الطلب أكبر من المسموح.', en: 'The head of the request is larger than allowed.' },
  NOT_YET: { ar: 'هذه الخدمة غير متاحة بعد.', en: 'This service is not available yet.' },
  PROVIDER_DOWN: {
    ar: 'الخدمة الخارجية لا تستجيب الآن. أعد المحاولة بعد قليل.',
    en: 'An outside service does not answer now. Try again shortly.',
  },
  BUSY: { ar: 'الخدمة مشغولة الآن. أعد المحاولة بعد قليل.', en: 'The service is busy now. Try again shortly.' },
  STORAGE_FULL: { ar: 'لا تتوفر مساحة تخزين كافية الآن. أعد المحاولة لاحقًا.', en: 'There is not enough storage now. Try again later.' },
  UNEXPECTED: {
    ar: 'حدث خطأ غير متوقع. اذكر الرقم المرجعي عند التواصل معنا.',
    en: 'Something unexpected went wrong. Give the reference number when you contact us.',
  },
}
