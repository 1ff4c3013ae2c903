/** The company of the demonstration: every number is one that nobody has. */
export const demonstrationProvider = {
  name: { ar: 'شركة توقيع التجريبية', en: 'Tawqi Demonstration Company' },
  vatNumber: '300000000000003',
  commercialRegistration: '1010000000',
  address: {
    ar: 'مبنى 0000، شارع المثال، الرياض 00000، المملكة العربية السعودية',
    en: 'Building 0000, Example Street, Riyadh 00000, Saudi Arabia',
  },
  complaints: { email: 'complaints@tawqi.example', phone: '+966110000000' },
  dataProtection: { email: 'privacy@tawqi.example' },
  licence: { state: 'none' },
  since: '2026-01-01',
  isFictional: true,
} as const
