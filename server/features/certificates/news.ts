import { to } from '#contract/screens.ts'
import type { App } from '#server/app.ts'
import type { Actor } from '#server/platform/audit.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { tellOfSeal } from '#server/features/seals/news.ts'
import { dayIn, daysInArabic } from '#server/platform/daysInLetters.ts'
import { tell, type Letter } from '#server/platform/tell.ts'

/** What is told of a certificate: by mail, and in the application. */
type News = 'issued' | 'suspended' | 'resumed' | 'suspendedByProvider' | 'resumedByProvider' | 'revoked' | 'expiring' | 'expired'

const kinds = {
  issued: 'certificateIssued',
  suspended: 'certificateSuspended',
  resumed: 'certificateReactivated',
  suspendedByProvider: 'certificateSuspended',
  resumedByProvider: 'certificateReactivated',
  revoked: 'certificateRevoked',
  expiring: 'certificateExpiring',
  expired: 'certificateExpired',
} as const

type Facts = {
  nameAr: string
  nameEn: string
  serial: string
  untilAr: string
  untilEn: string
  link: string
  contact: string
  daysLeft: number
}

const texts: Record<News, (facts: Facts) => Letter> = {
  issued: ({ nameAr, nameEn, serial, untilAr, untilEn, link }) => ({
    subject: { ar: 'صدرت شهادتك الرقمية', en: 'Your digital certificate was issued' },
    text: {
      ar: `صدرت شهادة «${nameAr}» باسمك، ورقمها التسلسلي ${serial}، وتسري حتى ${untilAr}. لتنزيلها أو إدارتها: ${link}\nإن لم تطلبها أنت فألغِها من الصفحة نفسها وتواصل معنا فورًا.`,
      en: `“${nameEn}” was issued to you with the serial number ${serial} and is valid until ${untilEn}. Download or manage it here: ${link}\nIf you did not ask for it, revoke it on the same page and contact us at once.`,
    },
  }),
  suspended: ({ nameAr, nameEn, serial, link }) => ({
    subject: { ar: 'عُلّقت شهادتك الرقمية', en: 'Your digital certificate was suspended' },
    text: {
      ar: `عُلّقت شهادة «${nameAr}» ذات الرقم ${serial}، ولا يُعتمد عليها حتى تعيد تفعيلها: ${link}`,
      en: `“${nameEn}” with the number ${serial} was suspended and should not be relied on until you make it active again: ${link}`,
    },
  }),
  resumed: ({ nameAr, nameEn, serial, link }) => ({
    subject: { ar: 'أُعيد تفعيل شهادتك الرقمية', en: 'Your digital certificate is active again' },
    text: {
      ar: `أُعيد تفعيل شهادة «${nameAr}» ذات الرقم ${serial}. إن لم تفعل ذلك أنت فألغِها فورًا: ${link}`,
      en: `“${nameEn}” with the number ${serial} is active again. If this was not you, revoke it at once: ${link}`,
    },
  }),
  suspendedByProvider: ({ nameAr, nameEn, serial, contact }) => ({
    subject: { ar: 'علّقنا شهادتك الرقمية', en: 'We suspended your digital certificate' },
    text: {
      ar: `علّقنا شهادة «${nameAr}» ذات الرقم ${serial}، فلا يُعتمد عليها حتى نعيد تفعيلها. لمعرفة السبب تواصل معنا: ${contact}`,
      en: `We suspended “${nameEn}” with the number ${serial}. Nobody can rely on it until we make it active again. Contact us to learn why: ${contact}`,
    },
  }),
  resumedByProvider: ({ nameAr, nameEn, serial, link }) => ({
    subject: { ar: 'أعدنا تفعيل شهادتك الرقمية', en: 'We made your digital certificate active again' },
    text: {
      ar: `أعدنا تفعيل شهادة «${nameAr}» ذات الرقم ${serial}، ويُعتمد عليها من جديد: ${link}`,
      en: `“${nameEn}” with the number ${serial} is active again, and everybody can rely on it: ${link}`,
    },
  }),
  revoked: ({ nameAr, nameEn, serial, link }) => ({
    subject: { ar: 'أُلغيت شهادتك الرقمية', en: 'Your digital certificate was revoked' },
    text: {
      ar: `أُلغيت شهادة «${nameAr}» ذات الرقم ${serial} نهائيًا، ولا يمكن إعادتها. التوقيعات التي تمت بها قبل الإلغاء تبقى صحيحة. لطلب شهادة جديدة: ${link}`,
      en: `“${nameEn}” with the number ${serial} was revoked for good. Signatures made with it before stay valid. To apply for a new one: ${link}`,
    },
  }),
  expiring: ({ nameAr, nameEn, serial, untilAr, untilEn, daysLeft, link }) => ({
    subject: {
      ar: `تنتهي شهادتك الرقمية خلال ${daysInArabic(daysLeft)}`,
      en: `Your digital certificate expires in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`,
    },
    text: {
      ar: `تنتهي صلاحية شهادة «${nameAr}» ذات الرقم ${serial} في ${untilAr}. جدّدها قبل ذلك حتى لا تتوقف أعمالك: ${link}`,
      en: `“${nameEn}” with the number ${serial} expires on ${untilEn}. Renew it before then: ${link}`,
    },
  }),
  expired: ({ nameAr, nameEn, serial, untilAr, untilEn, link }) => ({
    subject: { ar: 'انتهت صلاحية شهادتك الرقمية', en: 'Your digital certificate has expired' },
    text: {
      ar: `انتهت صلاحية شهادة «${nameAr}» ذات الرقم ${serial} في ${untilAr}. التوقيعات التي تمت بها تبقى صحيحة. لطلب شهادة جديدة: ${link}`,
      en: `“${nameEn}” with the number ${serial} expired on ${untilEn}. Signatures made with it stay valid. To apply for a new one: ${link}`,
    },
  }),
}

/** Whoever acts, and the address that letters lead to. */
export type Telling = Actor & { readonly app: Pick<App, 'configuration'> }

/** Tells the holder, a person or those who answer for an organisation's seal, what became of a certificate that was issued, in the transaction of the event. */
export async function tellHolder(tx: Queryable, acting: Telling, id: number, news: News, { daysLeft = 0 } = {}): Promise<void> {
  const row = await tx
    .selectFrom('dsc')
    .innerJoin('certificate', 'certificate.serial_number', 'dsc.serial_number')
    .innerJoin('certificate_class', 'certificate_class.id', 'dsc.class_id')
    .innerJoin('product', 'product.id', 'certificate_class.product_id')
    .select(['dsc.public_id', 'dsc.person_id', 'dsc.organisation_id', 'dsc.serial_number'])
    .select(['certificate.not_after', 'product.name_ar', 'product.name_en'])
    .where('dsc.id', '=', id)
    .executeTakeFirstOrThrow()
  const until = row.not_after!
  const facts = { nameAr: row.name_ar, nameEn: row.name_en }
  const serial = row.serial_number!.toString('hex').toUpperCase()
  const onceKey = news === 'expiring' ? `certificateExpiring|${row.public_id}|${daysLeft}` : null
  const kind = kinds[news]
  if (row.organisation_id !== null)
    return tellOfSeal(tx, acting, { organisationId: row.organisation_id, news, kind, ...facts, serial, until, daysLeft, onceKey })
  const letter = texts[news]({
    ...facts,
    serial,
    untilAr: dayIn('ar', until),
    untilEn: dayIn('en', until),
    link: `${acting.app.configuration.PUBLIC_URL}${to('myCertificates')}`,
    contact: `${acting.app.configuration.PUBLIC_URL}${to('contactUs')}`,
    daysLeft,
  })
  await tell(tx, acting, {
    to: row.person_id,
    kind,
    facts: { ...facts, area: 'my', validTo: until.toISOString() },
    letter,
    onceKey,
  })
}

const forOneSignature = { nameAr: 'شهادة توقيع إلكتروني', nameEn: 'Certificate of one e-signature' }

/** Tells a signer that the certificate which was made for one of their signatures is revoked. */
export async function tellOfSigningCertificate(
  tx: Queryable,
  acting: Telling,
  { personId, serial, validTo }: { personId: number; serial: Buffer; validTo: Date },
): Promise<void> {
  const link = `${acting.app.configuration.PUBLIC_URL}${to('contactUs')}`
  const number = serial.toString('hex').toUpperCase()
  const letter = {
    subject: { ar: 'أُلغيت شهادة أحد توقيعاتك', en: 'The certificate of one of your signatures was revoked' },
    text: {
      ar: `ألغينا الشهادة ذات الرقم ${number} التي صدرت لتوقيع إلكتروني لك. التوقيع الذي تم بها قبل الإلغاء وخُتم زمنه يبقى قابلًا للتحقق. لمعرفة السبب تواصل معنا: ${link}`,
      en: `We revoked the certificate ${number} that was made for one of your e-signatures. A signature that was made and time-stamped with it before can still be verified. Contact us to learn why: ${link}`,
    },
  }
  const facts = { ...forOneSignature, area: 'my', validTo: validTo.toISOString() } as const
  await tell(tx, acting, { to: personId, kind: 'certificateRevoked', facts, letter })
}
