/** The company that runs this, and its authority, as public pages name them. */
import { createHash } from 'node:crypto'
import type { App } from '#server/app.ts'
import { policiesBelow } from '#server/ca/classes.ts'
import { escaped, type Asked, type Parts } from '#server/platform/http/publicPages.ts'
import type { Language } from '#server/platform/problems.ts'
import { dayStarts, riyadhFormat } from '#server/platform/riyadh.ts'

const words = {
  ar: {
    fictional: 'هذا عرض تجريبي: الشركة المذكورة هنا وأرقامها ليست حقيقية.',
    untrusted: 'شهادات تجريبية: لم تُرخِّص أي جهة لهذه الخدمة بعد، وشهاداتها للاختبار ولا يترتب عليها أثر نظامي.',
    name: 'الاسم النظامي',
    registration: 'السجل التجاري',
    vat: 'الرقم الضريبي',
    address: 'العنوان',
    phone: 'الهاتف',
    email: 'البريد الإلكتروني',
    complaints: 'الشكاوى',
    dataProtection: 'مسؤول حماية البيانات',
    licence: 'الترخيص',
    since: 'البيانات سارية من',
    none: 'لا يوجد ترخيص. الشهادات للاختبار.',
    applied: (authority: string, since: string) => `طُلب من ${authority} في ${since}، ولم يصدر بعد. الشهادات للاختبار.`,
    licensed: (number: string, authority: string, since: string, until: string) =>
      `رقم ${number} من ${authority}، من ${since} إلى ${until}.`,
    root: 'بصمة شهادة الجذر SHA-256',
    status: 'حالة الشهادات (OCSP)',
    lists: 'قوائم الشهادات الملغاة',
    stamps: 'الختم الزمني',
    policies: 'أرقام سياسات الشهادات (OID)',
    policy: {
      people: 'كل شهادات الأفراد',
      eSignature: 'شهادة التوقيع الواحد',
      seals: 'الأختام',
      timeStamps: 'الختم الزمني',
      personalSigning: 'شهادة التوقيع الشخصية',
      personalSigningHigh: 'شهادة التوقيع المتقدمة',
      personalAuthentication: 'شهادة الدخول إلى الأنظمة',
      organizationSeal: 'شهادة ختم المنشأة',
    },
  },
  en: {
    fictional: 'This is a demonstration: the company named here and its numbers are made up.',
    untrusted: 'Test certificates: no authority has licensed this service yet. Its certificates are for testing and carry no legal effect.',
    name: 'Legal name',
    registration: 'Commercial register',
    vat: 'VAT number',
    address: 'Address',
    phone: 'Telephone',
    email: 'E-mail',
    complaints: 'Complaints',
    dataProtection: 'Data protection officer',
    licence: 'Licence',
    since: 'Details valid from',
    none: 'None. Certificates are for testing.',
    applied: (authority: string, since: string) =>
      `Applied for with ${authority} on ${since}; not granted yet. Certificates are for testing.`,
    licensed: (number: string, authority: string, since: string, until: string) => `No. ${number} from ${authority}, ${since} to ${until}.`,
    root: 'SHA-256 of the root certificate',
    status: 'Certificate status (OCSP)',
    lists: 'Revocation lists',
    stamps: 'Time stamps',
    policies: 'Certificate policy numbers (OIDs)',
    policy: {
      people: 'All personal certificates',
      eSignature: 'One-signature certificate',
      seals: 'Seals',
      timeStamps: 'Time stamps',
      personalSigning: 'Personal signing certificate',
      personalSigningHigh: 'Advanced signing certificate',
      personalAuthentication: 'Authentication certificate',
      organizationSeal: 'Organisation seal certificate',
    },
  },
}

const dayIn = (language: Language, day: string) =>
  riyadhFormat(language, { day: 'numeric', month: 'long', year: 'numeric' }).format(dayStarts(day))

/** That the company is made up, or that nobody has licensed it; empty where neither is so. */
export function companyNotice({ provider }: App, language: Language): string {
  const say = words[language]
  const said = [provider.isFictional && say.fictional, provider.licence.state !== 'licensed' && say.untrusted].filter(Boolean)
  return said.length === 0 ? '' : `<div class="notice tone-warning legal-notice">${said.map((one) => `<p>${one}</p>`).join('')}</div>`
}

/** Rows of a description list: what is HTML already stands as it is. */
const listOf = (rows: readonly (readonly [string, string])[]) =>
  `<dl class="legal-dl">${rows.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('')}</dl>`

const number = (text: string) => `<bdi dir="ltr" class="num">${escaped(text)}</bdi>`
const mailTo = (address: string) => `<a dir="ltr" href="mailto:${escaped(address)}">${escaped(address)}</a>`
const phoneTo = (telephone: string) => `<a dir="ltr" href="tel:${escaped(telephone)}">${escaped(telephone)}</a>`
const contactOf = ({ email, phone }: { email: string; phone?: string | undefined }) =>
  [mailTo(email), ...(phone ? [phoneTo(phone)] : [])].join('<br>')

export function companyFacts({ provider, configuration }: App, language: Language): string {
  const say = words[language]
  return listOf([
    [say.name, escaped(provider.name[language])],
    [say.registration, number(provider.commercialRegistration)],
    [say.vat, number(provider.vatNumber)],
    [say.address, escaped(provider.address[language])],
    [say.phone, phoneTo(configuration.CONTACT_PHONE)],
    [say.email, mailTo(configuration.CONTACT_MAIL)],
    [say.complaints, contactOf(provider.complaints)],
    [say.dataProtection, contactOf(provider.dataProtection)],
    [say.licence, licenceIn(provider.licence, language)],
    [say.since, dayIn(language, provider.since)],
  ])
}

function licenceIn(licence: App['provider']['licence'], language: Language): string {
  const say = words[language]
  if (licence.state === 'none') return say.none
  const authority = escaped(licence.authority[language])
  if (licence.state === 'applied') return say.applied(authority, dayIn(language, licence.since))
  return say.licensed(number(licence.number), authority, dayIn(language, licence.since), dayIn(language, licence.until))
}

type Policy = keyof ReturnType<typeof policiesBelow>

/** Where the authority publishes, and under which policies it issues. */
export function trustFacts({ authority, configuration: { PKI_URL, POLICY_OID_ARC } }: App, language: Language): string {
  const say = words[language]
  const address = (path: string) => `<a dir="ltr" class="alone" href="${escaped(PKI_URL + path)}">${escaped(PKI_URL + path)}</a>`
  const plain = (path: string) => `<bdi dir="ltr">${escaped(PKI_URL + path)}</bdi>`
  const names: Record<Policy, string> = say.policy
  const policies = (Object.entries(policiesBelow(POLICY_OID_ARC)) as [Policy, string][]).map(
    ([name, oid]) => `<li>${names[name]} ${number(oid)}</li>`,
  )
  return listOf([
    [
      say.root,
      `<code class="legal-hash" dir="ltr">${createHash('sha256').update(authority.rootCertificate).digest('hex')}</code>${address('/pki/ca/root.cer')}`,
    ],
    [say.status, ['people', 'seals'].map((unit) => plain(`/pki/ocsp/${unit}`)).join('<br>')],
    [say.lists, ['root', 'people', 'seals'].map((unit) => address(`/pki/crl/${unit}.crl`)).join('<br>')],
    [say.stamps, plain('/pki/tsa')],
    [say.policies, `<ul class="plain">${policies.join('')}</ul>`],
  ])
}

/** Whom to complain to, and which company answers. */
export const complaintsPage = (app: App, { language }: Asked): Parts => ({
  PART: `${companyNotice(app, language)}<section class="card legal-facts">${companyFacts(app, language)}</section>`,
})
