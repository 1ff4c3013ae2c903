import type { OperatorRole, OrgRole } from '#contract/kit.ts'

/** The people of the demonstration; second digit 2, so that the simulated identity app approves for them. */
export type DemoPerson = {
  nationalId: string
  /** First, father, grandfather, family. */
  ar: readonly [string, string, string, string]
  en: readonly [string, string, string, string]
  bornOn: string
  gender: 'M' | 'F'
  isSubscriber?: boolean
  members?: { A?: OrgRole; B?: OrgRole }
  operator?: readonly OperatorRole[]
}

/** Their national IDs: tests and the demonstration speak of people by name. */
export const cast = {
  noura: '1200000014',
  faisal: '1200000022',
  sarah: '1200000030',
  abdulaziz: '1200000048',
  reem: '1200000055',
  majed: '1200000063',
  hind: '1200000071',
  bandar: '1200000089',
  latifah: '1200000097',
  tariq: '1200000105',
  amal: '1200000113',
}

/** Of the two organisations. */
export const mailDomains = { A: 'horizon.example.sa', B: 'albayan.example.sa' }

export const demoPassword = 'Tawqi-demo-1'

export const demoPeople: readonly DemoPerson[] = [
  {
    nationalId: cast.noura,
    ar: ['نورة', 'عبدالله', 'سعد', 'القحطاني'],
    en: ['Noura', 'Abdullah', 'Saad', 'Alqahtani'],
    bornOn: '1991-03-14',
    gender: 'F',
    isSubscriber: true,
  },
  {
    nationalId: cast.faisal,
    ar: ['فيصل', 'محمد', 'إبراهيم', 'الزهراني'],
    en: ['Faisal', 'Mohammed', 'Ibrahim', 'Alzahrani'],
    bornOn: '1998-11-02',
    gender: 'M',
    isSubscriber: true,
  },
  {
    nationalId: cast.sarah,
    ar: ['سارة', 'خالد', 'عبدالرحمن', 'العتيبي'],
    en: ['Sarah', 'Khalid', 'Abdulrahman', 'Alotaibi'],
    bornOn: '1987-06-25',
    gender: 'F',
    members: { A: 'enrolmentAdmin', B: 'organizationUser' },
  },
  {
    nationalId: cast.abdulaziz,
    ar: ['عبدالعزيز', 'سليمان', 'ناصر', 'الدوسري'],
    en: ['Abdulaziz', 'Sulaiman', 'Nasser', 'Aldossari'],
    bornOn: '1974-01-09',
    gender: 'M',
    members: { A: 'authorizedSignatory' },
  },
  {
    nationalId: cast.reem,
    ar: ['ريم', 'فهد', 'علي', 'الشهري'],
    en: ['Reem', 'Fahad', 'Ali', 'Alshehri'],
    bornOn: '1995-09-30',
    gender: 'F',
    members: { A: 'organizationUser' },
  },
  {
    nationalId: cast.majed,
    ar: ['ماجد', 'تركي', 'صالح', 'المطيري'],
    en: ['Majed', 'Turki', 'Saleh', 'Almutairi'],
    bornOn: '1983-04-17',
    gender: 'M',
    members: { B: 'enrolmentAdmin' },
  },
  {
    nationalId: cast.hind,
    ar: ['هند', 'يوسف', 'أحمد', 'الغامدي'],
    en: ['Hind', 'Yousef', 'Ahmed', 'Alghamdi'],
    bornOn: '1979-12-05',
    gender: 'F',
    members: { B: 'authorizedSignatory' },
  },
  {
    nationalId: cast.bandar,
    ar: ['بندر', 'سلطان', 'عبدالله', 'الحربي'],
    en: ['Bandar', 'Sultan', 'Abdullah', 'Alharbi'],
    bornOn: '1985-02-21',
    gender: 'M',
    operator: ['registrationOfficer'],
  },
  {
    nationalId: cast.latifah,
    ar: ['لطيفة', 'حمد', 'عبدالعزيز', 'السبيعي'],
    en: ['Latifah', 'Hamad', 'Abdulaziz', 'Alsubaie'],
    bornOn: '1990-08-11',
    gender: 'F',
    operator: ['sales', 'finance'],
  },
  {
    nationalId: cast.tariq,
    ar: ['طارق', 'حسن', 'عمر', 'باوزير'],
    en: ['Tariq', 'Hassan', 'Omar', 'Bawazir'],
    bornOn: '1972-05-28',
    gender: 'M',
    operator: ['auditor'],
  },
  {
    nationalId: cast.amal,
    ar: ['أمل', 'سعود', 'راشد', 'الشمري'],
    en: ['Amal', 'Saud', 'Rashed', 'Alshammari'],
    bornOn: '1988-10-19',
    gender: 'F',
    operator: ['administrator'],
  },
]

export const organisations = {
  A: {
    unifiedNumber: '7001234567',
    crNumber: '1010123456',
    nameAr: 'شركة الأفق للتقنية',
    nameEn: 'Horizon Technology Company',
    vatNumber: '310123456700003',
    sipCode: 'SIP-HORIZON',
    email: `info@${mailDomains.A}`,
    telephone: '0114567890',
    region: 'Riyadh',
    city: 'Riyadh',
    address: '2929 طريق الملك فهد، حي العليا',
    postalCode: '12313',
  },
  B: {
    unifiedNumber: '7007654321',
    crNumber: '4030654321',
    nameAr: 'مؤسسة البيان للاستشارات',
    nameEn: 'Albayan Consulting',
    vatNumber: '310765432100003',
    sipCode: 'SIP-ALBAYAN',
    email: `office@${mailDomains.B}`,
    telephone: '0126543210',
    region: 'Makkah',
    city: 'Jeddah',
    address: '7211 شارع التحلية، حي الأندلس',
    postalCode: '23326',
  },
} as const
