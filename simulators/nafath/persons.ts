import { createHash } from 'node:crypto'

/** Ten digits, 1 for a citizen or 2 for a resident, and the national check digit. */
export function isNationalId(text: unknown): text is string {
  if (typeof text !== 'string' || !/^[12]\d{9}$/.test(text)) return false
  const sum = Array.from(text, Number).reduce((total, digit, at) => {
    const weighed = at % 2 === 0 ? digit * 2 : digit
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}

export type Person = {
  /** First, father, grandfather, family. */
  ar: readonly [string, string, string, string]
  en: readonly [string, string, string, string]
  bornOn: string
  gender: 'M' | 'F'
}

const cast: Record<string, Person> = {
  '1200000014': {
    ar: ['نورة', 'عبدالله', 'سعد', 'القحطاني'],
    en: ['Noura', 'Abdullah', 'Saad', 'Alqahtani'],
    bornOn: '1991-03-14',
    gender: 'F',
  },
  '1200000022': {
    ar: ['فيصل', 'محمد', 'إبراهيم', 'الزهراني'],
    en: ['Faisal', 'Mohammed', 'Ibrahim', 'Alzahrani'],
    bornOn: '1998-11-02',
    gender: 'M',
  },
  '1200000030': {
    ar: ['سارة', 'خالد', 'عبدالرحمن', 'العتيبي'],
    en: ['Sarah', 'Khalid', 'Abdulrahman', 'Alotaibi'],
    bornOn: '1987-06-25',
    gender: 'F',
  },
  '1200000048': {
    ar: ['عبدالعزيز', 'سليمان', 'ناصر', 'الدوسري'],
    en: ['Abdulaziz', 'Sulaiman', 'Nasser', 'Aldossari'],
    bornOn: '1974-01-09',
    gender: 'M',
  },
  '1200000055': { ar: ['ريم', 'فهد', 'علي', 'الشهري'], en: ['Reem', 'Fahad', 'Ali', 'Alshehri'], bornOn: '1995-09-30', gender: 'F' },
  '1200000063': {
    ar: ['ماجد', 'تركي', 'صالح', 'المطيري'],
    en: ['Majed', 'Turki', 'Saleh', 'Almutairi'],
    bornOn: '1983-04-17',
    gender: 'M',
  },
  '1200000071': { ar: ['هند', 'يوسف', 'أحمد', 'الغامدي'], en: ['Hind', 'Yousef', 'Ahmed', 'Alghamdi'], bornOn: '1979-12-05', gender: 'F' },
  '1200000089': {
    ar: ['بندر', 'سلطان', 'عبدالله', 'الحربي'],
    en: ['Bandar', 'Sultan', 'Abdullah', 'Alharbi'],
    bornOn: '1985-02-21',
    gender: 'M',
  },
  '1200000097': {
    ar: ['لطيفة', 'حمد', 'عبدالعزيز', 'السبيعي'],
    en: ['Latifah', 'Hamad', 'Abdulaziz', 'Alsubaie'],
    bornOn: '1990-08-11',
    gender: 'F',
  },
  '1200000105': { ar: ['طارق', 'حسن', 'عمر', 'باوزير'], en: ['Tariq', 'Hassan', 'Omar', 'Bawazir'], bornOn: '1972-05-28', gender: 'M' },
  '1200000113': { ar: ['أمل', 'سعود', 'راشد', 'الشمري'], en: ['Amal', 'Saud', 'Rashed', 'Alshammari'], bornOn: '1988-10-19', gender: 'F' },
  '1100000015': {
    ar: ['يزيد', 'عبدالمحسن', 'فهد', 'العنزي'],
    en: ['Yazeed', 'Abdulmohsen', 'Fahad', 'Alanazi'],
    bornOn: '2000-07-07',
    gender: 'M',
  },
}

type Spelled = readonly [ar: string, en: string]
const men: Spelled[] = [
  ['أحمد', 'Ahmed'],
  ['خالد', 'Khalid'],
  ['سلمان', 'Salman'],
  ['مشعل', 'Mishal'],
  ['وليد', 'Waleed'],
  ['زياد', 'Ziyad'],
  ['عمر', 'Omar'],
  ['حسين', 'Hussain'],
  ['راكان', 'Rakan'],
  ['ثامر', 'Thamer'],
  ['بدر', 'Badr'],
  ['عادل', 'Adel'],
]
const women: Spelled[] = [
  ['مها', 'Maha'],
  ['لمى', 'Lama'],
  ['شهد', 'Shahad'],
  ['عبير', 'Abeer'],
  ['دانة', 'Danah'],
  ['جواهر', 'Jawaher'],
  ['منيرة', 'Munirah'],
  ['غادة', 'Ghadah'],
  ['أسماء', 'Asma'],
  ['رنا', 'Rana'],
  ['وفاء', 'Wafa'],
  ['بشاير', 'Bashayer'],
]
const families: Spelled[] = [
  ['الرشيدي', 'Alrashidi'],
  ['العمري', 'Alamri'],
  ['البقمي', 'Albaqami'],
  ['الجهني', 'Aljuhani'],
  ['الأحمدي', 'Alahmadi'],
  ['السالم', 'Alsalem'],
  ['المالكي', 'Almalki'],
  ['الخالدي', 'Alkhaldi'],
  ['الفيفي', 'Alfaifi'],
  ['الثقفي', 'Althaqafi'],
]

/** The same ID is always the same person; the cast have fixed names, everybody else is made from the digits. */
export function personOf(nationalId: string): Person {
  return cast[nationalId] ?? invent(nationalId)
}

function invent(nationalId: string): Person {
  const seed = createHash('sha256').update(nationalId).digest()
  const pick = (from: Spelled[], at: number): Spelled => from[seed[at]! % from.length]!
  const gender = seed[0]! % 2 ? 'M' : 'F'
  const names = [pick(gender === 'M' ? men : women, 1), pick(men, 2), pick(men, 3), pick(families, 4)] as const
  const born = new Date(Date.UTC(1960 + (seed[5]! % 46), seed[6]! % 12, 1 + (seed[7]! % 28)))
  return {
    ar: [names[0][0], names[1][0], names[2][0], names[3][0]],
    en: [names[0][1], names[1][1], names[2][1], names[3][1]],
    bornOn: born.toISOString().slice(0, 10),
    gender,
  }
}

/** The person as the token's claims carry them. */
export function claimsOf(nationalId: string) {
  const { ar, en, bornOn, gender } = personOf(nationalId)
  const citizen = nationalId.startsWith('1')
  return {
    [citizen ? 'nin' : 'iqamaNumber']: nationalId,
    firstName: ar[0],
    fatherName: ar[1],
    grandFatherName: ar[2],
    familyName: ar[3],
    englishFirstName: en[0],
    englishSecondName: en[1],
    englishThirdName: en[2],
    englishLastName: en[3],
    dateOfBirthG: bornOn,
    dateOfBirthH: hijri(bornOn),
    gender,
    nationalityCode: citizen ? '113' : '207',
    idExpiryDateG: '2031-12-31',
    nationalAddress: [],
  }
}

const hijriParts = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
  timeZone: 'UTC',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

export function hijri(day: string): string {
  const parts = new Map(hijriParts.formatToParts(new Date(day)).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}
