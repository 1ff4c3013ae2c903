/** Entries of the simulated register: two companies that are known, and one for every other number. */

const wishes = {
  '404': 'notFound',
  '408': 'slow',
  '410': 'cancelled',
  '423': 'suspended',
  '451': 'inLiquidation',
  '502': 'malformed',
  '503': 'down',
  '504': 'hanging',
} as const
type Wish = (typeof wishes)[keyof typeof wishes]

/** What the last three digits of a number ask for; nothing: an active company. */
export const wishOf = (number: string): Wish | undefined => wishes[number.slice(-3) as keyof typeof wishes]

type Known = { ar: string; en: string; cr: string; city: readonly [ar: string, en: string] }
const known: Record<string, Known> = {
  '7001234567': { ar: 'شركة الأفق للتقنية', en: 'Horizon Technology Company', cr: '1010123456', city: ['الرياض', 'Riyadh'] },
  '7007654321': { ar: 'مؤسسة البيان للاستشارات', en: 'Albayan Consulting', cr: '4030654321', city: ['جدة', 'Jeddah'] },
}

const names = [
  ['شركة المدار للتجارة', 'Almadar Trading Company'],
  ['شركة روافد الشرق', 'Eastern Tributaries Company'],
  ['شركة واحة النخيل الزراعية', 'Palm Oasis Agricultural Company'],
  ['شركة سواعد البناء', 'Sawaed Contracting Company'],
  ['شركة مسار الخدمات اللوجستية', 'Masar Logistics Company'],
] as const
const cities = [
  ['الرياض', 'Riyadh', '1010'],
  ['جدة', 'Jeddah', '4030'],
  ['الدمام', 'Dammam', '2050'],
] as const

const pick = <T>(of: readonly T[], number: string) => of[Number(number.slice(1)) % of.length]!

function companyOf(number: string): Known {
  const given = known[number]
  if (given) return given
  const [ar, en] = pick(names, number)
  const [cityAr, cityEn, office] = pick(cities, number)
  return { ar, en, cr: `${office}${number.slice(-6)}`, city: [cityAr, cityEn] }
}

const statuses = {
  active: { id: 1, name: { ar: 'نشط', en: 'Active' } },
  suspended: { id: 2, name: { ar: 'معلق', en: 'Suspended' } },
  cancelled: { id: 3, name: { ar: 'مشطوب', en: 'Cancelled' } },
}

/** One of them manages it: the person of the demonstration whose national ID ends like the number of the company. */
const managerOf = (number: string) => `12000000${number.slice(-2)}`

const citizen = { typeId: 1, typeName: 'هوية وطنية' }
const saudi = { id: 113, name: 'السعودية' }

export function entityOf(number: string, language: 'ar' | 'en') {
  const { ar, en, cr, city } = companyOf(number)
  const wish = wishOf(number)
  const { id, name } = statuses[wish === 'suspended' || wish === 'cancelled' ? wish : 'active']
  const date = { gregorian: '2026-03-01', hijri: '1447/09/12' }
  return {
    crNationalNumber: number,
    crNumber: cr,
    versionNo: 3,
    name: language === 'ar' ? ar : en,
    nameLangId: 1,
    nameLangDesc: 'العربية',
    crCapital: 500_000,
    companyDuration: 25,
    isMain: true,
    issueDateGregorian: '2019-05-14',
    issueDateHijri: '1440/09/09',
    mainCrNationalNumber: null,
    mainCrNumber: null,
    inLiquidationProcess: wish === 'inLiquidation',
    hasEcommerce: false,
    headquarterCityId: 1,
    headquarterCityName: city[language === 'ar' ? 0 : 1],
    isLicenseBased: false,
    entityType: { id: 2, name: 'شركة', formId: 3, formName: 'ذات مسؤولية محدودة', characters: [] },
    status: {
      id,
      name: name[language],
      confirmationDate: date,
      suspensionDate: wish === 'suspended' ? date : null,
      deletionDate: wish === 'cancelled' ? date : null,
    },
    contactInfo: { phoneNo: '0112345678', mobileNo: null, email: 'info@company.example', websiteUrl: null },
    fiscalYear: { isFirst: false, calendarTypeId: 1, calendarTypeName: 'ميلادي', endMonth: 12, endDay: 31 },
    parties: [
      {
        name: 'شريك',
        typeId: 1,
        typeName: 'سعودي',
        identity: { id: '1000000008', ...citizen },
        partnership: [{ id: 2, name: 'شريك' }],
        nationality: saudi,
      },
    ],
    management: {
      structureId: 1,
      structureName: 'مدير',
      managers: [
        {
          name: 'مدير',
          typeId: 1,
          typeName: 'سعودي',
          isLicensed: false,
          identity: { id: managerOf(number), ...citizen },
          nationality: saudi,
          positions: [{ id: 1, name: 'مدير' }],
        },
      ],
    },
    activities: [{ id: '620111', name: 'تصميم البرمجيات وتطويرها' }],
  }
}

export function addressesOf(number: string) {
  if (wishOf(number) === 'notFound') return []
  const [cityAr] = companyOf(number).city
  return [
    {
      title: 'المقر الرئيسي',
      address: `2929 طريق الملك فهد، العليا، ${cityAr}`,
      address2: '',
      latitude: '24.6935',
      longitude: '46.6850',
      buildingNumber: '2929',
      street: 'طريق الملك فهد',
      district: 'حي العليا',
      city: cityAr,
      postCode: '12313',
      additionalNumber: '7301',
      regionName: '',
      isPrimaryAddress: 'true',
      status: 'active',
    },
  ]
}
