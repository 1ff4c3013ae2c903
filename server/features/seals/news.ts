/** What those who answer for an organisation's seal are told of it. */
import { to as addressOf } from '#contract/screens.ts'
import type { App } from '#server/app.ts'
import { membersInRole } from '#server/features/members/membersInRole.ts'
import { dayIn, daysInArabic } from '#server/platform/daysInLetters.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { isolate } from '#server/platform/isolate.ts'
import { tell, type Letter } from '#server/platform/tell.ts'

type News = 'issued' | 'suspended' | 'resumed' | 'suspendedByProvider' | 'resumedByProvider' | 'revoked' | 'expiring' | 'expired'
type Kind =
  | 'certificateIssued'
  | 'certificateSuspended'
  | 'certificateReactivated'
  | 'certificateRevoked'
  | 'certificateExpiring'
  | 'certificateExpired'

type Told = {
  organisationId: number
  news: News
  kind: Kind
  /** Of the class of certificate. */
  nameAr: string
  nameEn: string
  serial: string
  until: Date
  daysLeft: number
  onceKey: string | null
}
type Facts = { ar: string; en: string; serial: string; untilAr: string; untilEn: string; link: string; contact: string; daysLeft: number }

const texts: Record<News, (facts: Facts) => Letter> = {
  issued: ({ ar, en, serial, untilAr, untilEn, link }) => ({
    subject: { ar: 'صدر ختم منشأتكم', en: 'The seal of your organisation was issued' },
    text: {
      ar: `صدر ختم «${isolate(ar)}»، ورقم شهادته ${serial}، ويسري حتى ${untilAr}. إن كان للمنشأة ختم قبله فقد حلّ هذا محله بصورته وشهادته، وما خُتم به من قبل يبقى صحيحًا. لإدارته والختم به: ${link}`,
      en: `The seal of “${isolate(en)}” was issued with the serial number ${serial} and is valid until ${untilEn}. Where the organisation had a seal before, this one took its place, image and certificate together; what was sealed with it stays valid. Manage it and seal with it here: ${link}`,
    },
  }),
  suspended: ({ ar, en, serial, link }) => ({
    subject: { ar: 'عُلّق ختم منشأتكم', en: 'The seal of your organisation was suspended' },
    text: {
      ar: `عُلّق ختم «${isolate(ar)}» ذو الرقم ${serial}، فلا يُختم به ولا يُعتمد عليه حتى يعيد مفوّض بالتوقيع تفعيله: ${link}`,
      en: `The seal of “${isolate(en)}” with the number ${serial} was suspended. It cannot be used and should not be relied on until a signatory makes it active again: ${link}`,
    },
  }),
  resumed: ({ ar, en, serial, link }) => ({
    subject: { ar: 'أُعيد تفعيل ختم منشأتكم', en: 'The seal of your organisation is active again' },
    text: {
      ar: `أُعيد تفعيل ختم «${isolate(ar)}» ذي الرقم ${serial}. إن لم يفعل ذلك أحد منكم فألغوه فورًا: ${link}`,
      en: `The seal of “${isolate(en)}” with the number ${serial} is active again. If none of you did this, revoke it at once: ${link}`,
    },
  }),
  suspendedByProvider: ({ ar, en, serial, contact }) => ({
    subject: { ar: 'علّقنا ختم منشأتكم', en: 'We suspended the seal of your organisation' },
    text: {
      ar: `علّقنا ختم «${isolate(ar)}» ذا الرقم ${serial}، فلا يُعتمد عليه حتى نعيد تفعيله. لمعرفة السبب تواصلوا معنا: ${contact}`,
      en: `We suspended the seal of “${isolate(en)}” with the number ${serial}. Nobody can rely on it until we make it active again. Contact us to learn why: ${contact}`,
    },
  }),
  resumedByProvider: ({ ar, en, serial, link }) => ({
    subject: { ar: 'أعدنا تفعيل ختم منشأتكم', en: 'We made the seal of your organisation active again' },
    text: {
      ar: `أعدنا تفعيل ختم «${isolate(ar)}» ذي الرقم ${serial}، ويُعتمد عليه من جديد: ${link}`,
      en: `The seal of “${isolate(en)}” with the number ${serial} is active again, and everybody can rely on it: ${link}`,
    },
  }),
  revoked: ({ ar, en, serial, link }) => ({
    subject: { ar: 'أُلغي ختم منشأتكم', en: 'The seal of your organisation was revoked' },
    text: {
      ar: `أُلغي ختم «${isolate(ar)}» ذو الرقم ${serial} نهائيًا، ولا يمكن إعادته. ما خُتم به قبل الإلغاء يبقى صحيحًا. لطلب ختم جديد: ${link}`,
      en: `The seal of “${isolate(en)}” with the number ${serial} was revoked for good. What was sealed with it before stays valid. Order a new one here: ${link}`,
    },
  }),
  expiring: ({ ar, en, serial, untilAr, untilEn, daysLeft, link }) => ({
    subject: {
      ar: `ينتهي ختم منشأتكم خلال ${daysInArabic(daysLeft)}`,
      en: `The seal of your organisation expires in ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`,
    },
    text: {
      ar: `تنتهي صلاحية ختم «${isolate(ar)}» ذي الرقم ${serial} في ${untilAr}. اطلبوا ختمًا جديدًا قبل ذلك حتى لا تتوقف أعمالكم: ${link}`,
      en: `The seal of “${isolate(en)}” with the number ${serial} expires on ${untilEn}. Order a new one before then: ${link}`,
    },
  }),
  expired: ({ ar, en, serial, untilAr, untilEn, link }) => ({
    subject: { ar: 'انتهت صلاحية ختم منشأتكم', en: 'The seal of your organisation has expired' },
    text: {
      ar: `انتهت صلاحية ختم «${isolate(ar)}» ذي الرقم ${serial} في ${untilAr}. ما خُتم به يبقى صحيحًا. لطلب ختم جديد: ${link}`,
      en: `The seal of “${isolate(en)}” with the number ${serial} expired on ${untilEn}. What was sealed with it stays valid. Order a new one here: ${link}`,
    },
  }),
}

/** Tells every active enrolment admin and signatory of the organisation, in the transaction of the event. */
export async function tellOfSeal(
  tx: Queryable,
  acting: { readonly now: Date; readonly app: Pick<App, 'configuration'> },
  { organisationId, news, kind, nameAr, nameEn, serial, until, daysLeft, onceKey }: Told,
): Promise<void> {
  const { name_ar: ar, name_en: en } = await tx
    .selectFrom('organisation')
    .select(['name_ar', 'name_en'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow()
  const { PUBLIC_URL } = acting.app.configuration
  const letter = texts[news]({
    ar,
    en,
    serial,
    untilAr: dayIn('ar', until),
    untilEn: dayIn('en', until),
    link: `${PUBLIC_URL}${addressOf('orgProfileCertificate')}`,
    contact: `${PUBLIC_URL}${addressOf('contactUs')}`,
    daysLeft,
  })
  const facts = { nameAr, nameEn, area: 'org', validTo: until.toISOString() } as const
  for (const role of ['enrolmentAdmin', 'authorizedSignatory'] as const)
    for (const to of await membersInRole(tx, organisationId, role))
      await tell(tx, acting, { to, kind, facts, letter, onceKey: onceKey && `${onceKey}|${to}` })
}
