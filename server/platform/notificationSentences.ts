/** What people are told in the application: one sentence a kind, in both languages, and the screen where something can be done about it. */
import { to } from '#contract/screens.ts'
import type { NotificationKind } from '#contract/dashboard.ts'
import type { Preferences } from '#contract/sessions.ts'
import { countedAr, documentsAr, transactionsAr } from './arabicCounts.ts'
import { financeSentences } from './financeSentences.ts'
import type { Area, Certificate, NotificationFacts, Payment, RequestKind, Sentence } from './notificationFacts.ts'
import { organisationSentences } from './organisationSentences.ts'
import { identityFactNames } from './identityFactNames.ts'
import { isolate } from './isolate.ts'
import type { Language } from './problems.ts'
import { riyadhFormat } from './riyadh.ts'
import { signingFailures } from './signingFailures.ts'

const myPlans = () => to('currentPlans')
const myCertificates = ({ area }: { area: Area }) => (area === 'my' ? to('myCertificates') : to('orgAccountCertificate'))
const account = ({ area }: { area: Area }) => (area === 'my' ? to('myAccount') : to('orgAccount'))
const paymentPage = ({ paymentID, isSeal }: Payment) => (isSeal ? to('orgProfileCertificate') : to('paymentStatus', { payment: paymentID }))
/** What a payment leads to, said after it. */
const thenAr = ({ isCertificate, isSeal }: Payment) =>
  isSeal
    ? '. أكّد الطلب في نفاذ ليصل إلى المفوّض بالتوقيع.'
    : isCertificate
      ? '. أكّد هويتك في نفاذ لتصدر شهادتك.'
      : ' وأضفنا معاملاتها إلى رصيدك.'
const thenEn = ({ isCertificate, isSeal }: Payment) =>
  isSeal
    ? '. Confirm the order in Nafath, so that it goes to a signatory.'
    : isCertificate
      ? '. Confirm your identity in Nafath to have it issued.'
      : ' and credited its transactions.'

/** Each kind of request, and where its maker sees it. */
const requests: Record<RequestKind, { ar: string; en: string; link: string }> = {
  accountRequest: { ar: 'طلب انضمام من دعوته', en: 'invitation of a user', link: to('accountRequests') },
  membership: { ar: 'طلب انضمامك إلى المنشأة', en: 'request to join the organisation', link: to('my') },
  change: { ar: 'طلب تغيير بياناتك', en: 'change request', link: to('orgAccount') },
  unit: { ar: 'طلب الوحدة التنظيمية', en: 'request for a unit', link: to('orgProfileUnits') },
  seal: { ar: 'طلب الختم', en: 'request for the seal', link: to('orgAccountCertificate') },
  sponsor: { ar: 'طلب راعي التطبيق', en: 'request for a sponsor', link: to('orgProfileSponsor') },
  technicalContact: { ar: 'طلب جهة الاتصال الفنية', en: 'request for a technical contact', link: to('orgProfileTechnicalContact') },
  organisation: { ar: 'طلب تسجيل المنشأة', en: 'application for an organisation', link: to('newOrganisation') },
  organisationChange: { ar: 'طلب تغيير بيانات المنشأة', en: 'change to the organisation', link: to('orgProfileOrganisation') },
  specialPlan: { ar: 'طلب الباقة الخاصة', en: 'request for a special plan', link: to('specialPlans') },
  purchaseOrder: { ar: 'أمر الشراء', en: 'purchase order', link: to('purchaseOrders') },
  certificate: { ar: 'طلب شهادتك الرقمية', en: 'request for a digital certificate', link: to('myCertificates') },
  closure: { ar: 'طلب إغلاق حساب', en: 'request to close an account', link: to('waitingRequests') },
  erasure: { ar: 'طلب إتلاف بياناتك', en: 'request to have your data erased', link: to('myAccountData') },
  organisationCertificate: {
    ar: 'طلب الشهادة الرقمية للمنشأة',
    en: 'request for the organisation’s certificate',
    link: to('orgAccountCertificate'),
  },
  catalogueChange: { ar: 'اقتراح تغيير المعروض للبيع', en: 'proposed change to the catalogue', link: to('catalogueChanges') },
  refund: { ar: 'اقتراح إعادة مبلغ', en: 'proposed refund', link: to('refunds') },
}

const certificate = (ar: string, en: string): Sentence<Certificate> => ({
  ar: (facts, day) => ar.replace('{name}', `«${facts.nameAr}»`).replace('{date}', day(facts.validTo)),
  en: (facts, day) => en.replace('{name}', `“${facts.nameEn}”`).replace('{date}', day(facts.validTo)),
  link: myCertificates,
})

const sentences: { [K in NotificationKind]: Sentence<NotificationFacts[K]> } = {
  planLow: {
    ar: ({ nameAr, left }) =>
      left === 0
        ? `نفد رصيد «${nameAr}». يمكنك شراء باقة أخرى متى شئت.`
        : `أوشك رصيد «${nameAr}» على النفاد: المتبقي ${countedAr(left, transactionsAr)}.`,
    en: ({ nameEn, left }) =>
      left === 0
        ? `“${nameEn}” is used up. You can buy another plan at any time.`
        : `“${nameEn}” is nearly used up: ${left} ${left === 1 ? 'transaction' : 'transactions'} left.`,
    link: () => to('buyPlans'),
  },
  planExpiring: {
    ar: ({ nameAr, left, validTo }, day) => `تنتهي صلاحية «${nameAr}» في ${day(validTo)}، والمتبقي منها ${countedAr(left, transactionsAr)}.`,
    en: ({ nameEn, left, validTo }, day) =>
      `“${nameEn}” expires on ${day(validTo)} with ${left} ${left === 1 ? 'transaction' : 'transactions'} left.`,
    link: myPlans,
  },
  kycDue: {
    ar: ({ until }, day) => `ينتهي سريان توثيق هويتك في ${day(until)}. جدّده عبر نفاذ حتى لا يتوقف توقيعك.`,
    en: ({ until }, day) => `Your identity check is valid until ${day(until)}. Renew it with Nafath to keep signing.`,
    link: () => to('kycRenewal'),
  },
  kycRenewed: {
    ar: ({ until }, day) => `جُدّد توثيق هويتك، ويسري حتى ${day(until)}.`,
    en: ({ until }, day) => `Your identity check was renewed and is valid until ${day(until)}.`,
    link: () => to('myDashboard'),
  },
  agreementDue: {
    ar: ({ titleAr }) => `صدر إصدار جديد من «${titleAr}» وهو سارٍ الآن. اقرأه ووافق عليه من صفحة الاتفاقيات في حسابك.`,
    en: ({ titleEn }) => `A new version of “${titleEn}” is in force. Read it and agree to it on the page “Agreements” of your account.`,
    link: ({ area }) => (area === 'my' ? to('myAccountAgreements') : to('orgAccountMyAgreements')),
  },
  paymentSettled: {
    ar: (facts) => `استلمنا ${riyals(facts.halalas)} ريالًا مقابل «${facts.nameAr}»${thenAr(facts)}`,
    en: (facts) => `We received SAR ${riyals(facts.halalas)} for “${facts.nameEn}”${thenEn(facts)}`,
    link: paymentPage,
  },
  paymentFailed: {
    ar: ({ nameAr, halalas }) => `لم يكتمل دفع ${riyals(halalas)} ريالًا مقابل «${nameAr}». يمكنك المحاولة مرة أخرى.`,
    en: ({ nameEn, halalas }) => `The payment of SAR ${riyals(halalas)} for “${nameEn}” did not succeed. You can try again.`,
    link: paymentPage,
  },
  paymentRefunded: {
    ar: ({ nameAr, halalas, transactions }) =>
      `أعدنا إليك ${riyals(halalas)} ريالًا ${transactions ? `عن معاملات لم تُستخدم (${transactions}) من` : 'دُفعت مقابل'} «${nameAr}».`,
    en: ({ nameEn, halalas, transactions }) =>
      transactions
        ? `SAR ${riyals(halalas)} was returned to you for ${transactions} unused ${transactions === 1 ? 'transaction' : 'transactions'} of “${nameEn}”.`
        : `SAR ${riyals(halalas)} paid for “${nameEn}” was returned to you.`,
    link: paymentPage,
  },
  ...financeSentences,
  signingEnded: {
    ar: ({ state, documents, name, reason }) => {
      const counted = countedAr(documents, documentsAr)
      const what = !name ? counted : documents === 1 ? `«${isolate(name)}»` : `${counted} منها «${isolate(name)}»`
      return {
        success: `اكتمل توقيع ${what}. ${documents === 1 ? 'النسخة الموقّعة جاهزة' : 'النسخ الموقّعة جاهزة'} للتنزيل.`,
        failed: `تعذّر توقيع ${what}، ولم يُخصم من رصيدك شيء.${reason ? ` ${signingFailures[reason].ar}` : ''}`,
        expired: `انتهت مهلة الموافقة على توقيع ${what}، ولم يُخصم من رصيدك شيء.`,
        rejected: `رُفض في نفاذ طلب توقيع ${what}، ولم يُخصم من رصيدك شيء.`,
      }[state]
    },
    en: ({ state, documents, name, reason }) => {
      const counted = documents === 1 ? '1 document' : `${documents} documents`
      const what = !name ? counted : documents === 1 ? `“${isolate(name)}”` : `${counted} including “${isolate(name)}”`
      return {
        success: `${what} signed. The signed ${documents === 1 ? 'copy is' : 'copies are'} ready to download.`,
        failed: `${what} could not be signed. Nothing was taken from your balance.${reason ? ` ${signingFailures[reason].en}` : ''}`,
        expired: `The time to approve the signing of ${what} ran out. Nothing was taken from your balance.`,
        rejected: `The signing of ${what} was rejected in Nafath. Nothing was taken from your balance.`,
      }[state]
    },
    link: ({ transactionID }) => to('myTransaction', { transactionID }),
  },
  newDevice: {
    ar: ({ model }) => `سُجّل الدخول إلى حسابك من جهاز جديد (${isolate(model)}). إن لم تكن أنت فألغِ الجهاز.`,
    en: ({ model }) => `Your account was used on a new device (${isolate(model)}). If this was not you, revoke the device.`,
    link: () => to('devices'),
  },
  identityChanged: {
    ar: ({ facts, oldNameUntil }, day) =>
      `حُدّثت بيانات هويتك من نفاذ: ${facts.map((fact) => identityFactNames[fact].ar).join('، ')}.${oldNameUntil ? ` شهاداتك باسمك السابق تُلغى في ${day(oldNameUntil)}، فجدّدها قبل ذلك.` : ''}`,
    en: ({ facts, oldNameUntil }, day) =>
      `Your identity details were brought up to date from Nafath: ${facts.map((fact) => identityFactNames[fact].en).join(', ')}.${oldNameUntil ? ` Your certificates in your earlier name are revoked on ${day(oldNameUntil)}; renew them before then.` : ''}`,
    link: ({ oldNameUntil }) => (oldNameUntil ? to('myCertificates') : to('myAccount')),
  },
  contactChanged: {
    ar: ({ contact }) => (contact === 'email' ? 'غُيّر البريد الإلكتروني لحسابك.' : 'غُيّر رقم الجوال لحسابك.'),
    en: ({ contact }) =>
      contact === 'email' ? 'The e-mail address of your account was changed.' : 'The mobile number of your account was changed.',
    link: account,
  },
  passwordChanged: {
    ar: () => 'غُيّرت كلمة المرور لحسابك.',
    en: () => 'The password of your account was changed.',
    link: account,
  },
  requestDecided: {
    ar: ({ request, number, isApproved, reason }) =>
      `${isApproved ? 'قُبل' : 'رُفض'} ${requests[request].ar}${number ? ` (${isolate(number)})` : ''}${reason ? `: ${isolate(reason)}` : '.'}`,
    en: ({ request, number, isApproved, reason }) =>
      `Your ${requests[request].en}${number ? ` (${number})` : ''} was ${isApproved ? 'approved' : 'rejected'}${reason ? `: ${isolate(reason)}` : '.'}`,
    link: ({ request }) => requests[request].link,
  },
  accountSuspended: {
    ar: ({ reason }) => `علّقنا حسابك، ولا يدخله أحد حتى نعيد تفعيله: ${isolate(reason)}`,
    en: ({ reason }) => `We suspended your account; nobody can sign in to it until we make it active again: ${isolate(reason)}`,
    link: () => to('myAccount'),
  },
  accountReactivated: {
    ar: ({ reason }) => `حسابك نشط من جديد: ${isolate(reason)}`,
    en: ({ reason }) => `Your account is active again: ${isolate(reason)}`,
    link: () => to('myAccount'),
  },
  ...organisationSentences,
  certificateIssued: certificate(
    'صدرت الشهادة الرقمية {name}، وتسري حتى {date}.',
    'The certificate {name} was issued and is valid until {date}.',
  ),
  certificateExpiring: certificate(
    'تنتهي صلاحية الشهادة الرقمية {name} في {date}. جدّدها قبل ذلك.',
    'The certificate {name} expires on {date}. Renew it before then.',
  ),
  certificateExpired: certificate('انتهت صلاحية الشهادة الرقمية {name} في {date}.', 'The certificate {name} expired on {date}.'),
  certificateSuspended: certificate(
    'عُلّقت الشهادة الرقمية {name}، ولا يُعتمد عليها حتى تُفعّل من جديد.',
    'The certificate {name} was suspended; it is not to be relied upon until it is reactivated.',
  ),
  certificateReactivated: certificate('أُعيد تفعيل الشهادة الرقمية {name}.', 'The certificate {name} is active again.'),
  certificateRevoked: certificate('أُلغيت الشهادة الرقمية {name} نهائيًا.', 'The certificate {name} was revoked for good.'),
}

type Shown = Pick<Preferences, 'digits' | 'calendar'>

/**
 * A notification as it is told in a language, and the screen that it leads to. `facts` are those that `notify` kept with this kind; `shown`
 * is how the person reads numbers and days, and left out where both are said plainly, as in a mail.
 */
export function tellNotification(
  kind: NotificationKind,
  facts: unknown,
  language: Language,
  { digits, calendar }: Shown = { digits: 'latn', calendar: 'gregory' },
): { message: string; link: string } {
  const sentence = sentences[kind] as Sentence<unknown>
  const days = riyadhFormat(language, wholeDay, calendar)
  const message = sentence[language](facts, (at) => days.format(new Date(at)))
  return { message: language === 'ar' && digits === 'arab' ? inArabicIndic(message) : message, link: sentence.link(facts) }
}

const wholeDay = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** What is isolated is foreign to the sentence, and keeps its digits too. */
const inArabicIndic = (text: string) =>
  text
    .replace(/(\d)\.(?=\d)/g, '$1٫')
    .replace(/(\d),(?=\d)/g, '$1٬')
    .replace(/\u2068[^\u2069]*\u2069|\d/g, (found) => (found.length > 1 ? found : String.fromCharCode(0x660 + Number(found))))

const riyals = (halalas: number) => (halalas / 100).toLocaleString('en', { minimumFractionDigits: 2 })
