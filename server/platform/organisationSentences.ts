/** What people are told about organisations: registering one, belonging to one, and being invited. */
import { to } from '#contract/screens.ts'
import { isolate } from './isolate.ts'
import type { NotificationFacts, Sentence } from './notificationFacts.ts'

type Kind =
  | 'applicationSent'
  | 'applicationReturned'
  | 'organisationSuspended'
  | 'organisationReactivated'
  | 'membershipEnded'
  | 'membershipInactive'
  | 'membershipActive'
  | 'memberResigned'
  | 'memberWaits'
  | 'memberChanged'
  | 'organisationRequestWaits'
  | 'sealHalfApproved'
  | 'invitationEnded'
  | 'invitationCancelled'

const requestNames = {
  unit: { ar: 'وحدة', en: 'unit', screen: 'orgProfileUnit' },
  sponsor: { ar: 'راعي تطبيق', en: 'sponsor', screen: 'orgProfileSponsorDetails' },
  technicalContact: { ar: 'جهة اتصال فنية', en: 'technical contact', screen: 'orgProfileTechnicalContactDetails' },
  change: { ar: 'تغيير بيانات', en: 'change to', screen: 'changeRequest' },
  seal: { ar: 'ختم بشهادة', en: 'seal with the certificate', screen: 'sealRequest' },
  organisationChange: { ar: 'تغيير بيانات المنشأة', en: 'change to the organisation', screen: 'orgProfileChange' },
} as const

export const organisationSentences: { [K in Kind]: Sentence<NotificationFacts[K]> } = {
  applicationSent: {
    ar: ({ nameAr }) => `وصل طلب تسجيل «${isolate(nameAr)}»، وهو ينتظر قرار مسؤول التسجيل.`,
    en: ({ nameEn }) => `We received your application for “${isolate(nameEn)}”. It waits for the registration officer’s decision.`,
    link: () => to('newOrganisation'),
  },
  applicationReturned: {
    ar: ({ nameAr, reason }) => `أُعيد إليك طلب تسجيل «${isolate(nameAr)}» لتصحيحه وإرساله من جديد.${reason && ` ${isolate(reason)}`}`,
    en: ({ nameEn, reason }) =>
      `Your application for “${isolate(nameEn)}” was returned: correct it and send it again.${reason && ` ${isolate(reason)}`}`,
    link: () => to('newOrganisation'),
  },
  organisationSuspended: {
    ar: ({ nameAr, reason }) => `عُلّقت المنشأة «${isolate(nameAr)}»، ولا يتصرف أعضاؤها باسمها حتى تُفعّل من جديد: ${isolate(reason)}`,
    en: ({ nameEn, reason }) =>
      `“${isolate(nameEn)}” was suspended; its members cannot act for it until it is active again: ${isolate(reason)}`,
    link: () => to('myAccount'),
  },
  organisationReactivated: {
    ar: ({ nameAr, reason }) => `المنشأة «${isolate(nameAr)}» نشطة من جديد: ${isolate(reason)}`,
    en: ({ nameEn, reason }) => `“${isolate(nameEn)}” is active again: ${isolate(reason)}`,
    link: () => to('org'),
  },
  membershipEnded: {
    ar: ({ nameAr, reason }) => `انتهت عضويتك في «${isolate(nameAr)}»، فلا تتصرف باسمها بعد الآن: ${isolate(reason)}`,
    en: ({ nameEn, reason }) => `You are no longer a user of “${isolate(nameEn)}” and cannot act for it: ${isolate(reason)}`,
    link: () => to('myAccount'),
  },
  membershipInactive: {
    ar: ({ nameAr, reason }) => `أُوقفت عضويتك في «${isolate(nameAr)}»، فلا تتصرف باسمها حتى تُنشّط من جديد: ${isolate(reason)}`,
    en: ({ nameEn, reason }) =>
      `You are inactive in “${isolate(nameEn)}” and cannot act for it until you are active again: ${isolate(reason)}`,
    link: () => to('myAccount'),
  },
  membershipActive: {
    ar: ({ nameAr, reason }) => `عضويتك في «${isolate(nameAr)}» نشطة من جديد: ${isolate(reason)}`,
    en: ({ nameEn, reason }) => `You are active again in “${isolate(nameEn)}”: ${isolate(reason)}`,
    link: () => to('org'),
  },
  memberResigned: {
    ar: ({ nameAr, personAr, reason }) => `غادر ${isolate(personAr)} منشأة «${isolate(nameAr)}»: ${isolate(reason)}`,
    en: ({ nameEn, personEn, reason }) => `${isolate(personEn)} left “${isolate(nameEn)}”: ${isolate(reason)}`,
    link: () => to('users'),
  },
  memberChanged: {
    ar: ({ nameAr, isRole, valueAr }) => `${isRole ? 'دورك' : 'وحدتك'} في «${isolate(nameAr)}» الآن: ${isolate(valueAr)}.`,
    en: ({ nameEn, isRole, valueEn }) => `Your ${isRole ? 'role' : 'unit'} in “${isolate(nameEn)}” is now: ${isolate(valueEn)}.`,
    link: () => to('orgAccount'),
  },
  memberWaits: {
    ar: ({ nameAr, personAr }) => `ينتظر ${isolate(personAr)} موافقتك على انضمامه إلى «${isolate(nameAr)}».`,
    en: ({ nameEn, personEn }) => `${isolate(personEn)} waits for your approval to join “${isolate(nameEn)}”.`,
    link: () => to('newUsers'),
  },
  organisationRequestWaits: {
    ar: ({ nameAr, request, aboutAr }) => `طلب في «${isolate(nameAr)}» بانتظار قرارك: ${requestNames[request].ar} «${isolate(aboutAr)}».`,
    en: ({ nameEn, request, aboutEn }) =>
      `A request in “${isolate(nameEn)}” waits for your decision: ${requestNames[request].en} “${isolate(aboutEn)}”.`,
    link: ({ request, slNo }) => to(requestNames[request].screen, { slNo }),
  },
  sealHalfApproved: {
    ar: ({ nameAr }) => `وافق مفوّض بالتوقيع في «${isolate(nameAr)}» على طلب الختم، وهو الآن بانتظار مقدّم خدمات الثقة.`,
    en: ({ nameEn }) => `A signatory of “${isolate(nameEn)}” approved the order of the seal. It now waits for the provider.`,
    link: () => to('orgProfileCertificate'),
  },
  invitationEnded: {
    ar: ({ nameAr, person, isExpired, reason }) =>
      isExpired
        ? `انتهت مدة دعوة ${isolate(person)} إلى «${isolate(nameAr)}» ولم يُجب عنها. يمكنك دعوته من جديد.`
        : `اعتذر ${isolate(person)} عن دعوة «${isolate(nameAr)}».${reason && ` ${isolate(reason)}`}`,
    en: ({ nameEn, person, isExpired, reason }) =>
      isExpired
        ? `The invitation of ${isolate(person)} to “${isolate(nameEn)}” ran out without an answer. You can invite them again.`
        : `${isolate(person)} declined the invitation of “${isolate(nameEn)}”.${reason && ` ${isolate(reason)}`}`,
    link: () => to('accountRequests'),
  },
  invitationCancelled: {
    ar: ({ nameAr, reason }) => `ألغت «${isolate(nameAr)}» دعوتك إلى الانضمام إليها: ${isolate(reason)}`,
    en: ({ nameEn, reason }) => `“${isolate(nameEn)}” cancelled your invitation to join it: ${isolate(reason)}`,
    link: () => to('my'),
  },
}
