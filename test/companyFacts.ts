/** A company's own facts, as an operator writes them into `PROVIDER_FILE`. */
export const companyFacts = {
  name: { ar: 'شركة الأختام', en: 'Seals Company' },
  vatNumber: '310000000000003',
  commercialRegistration: '1010101010',
  address: { ar: 'شارع الملك فهد، الرياض 12211', en: 'King Fahd Road, Riyadh 12211' },
  complaints: { email: 'complaints@company.sa', phone: '+966112223344' },
  dataProtection: { email: 'privacy@company.sa' },
  licence: { state: 'none' },
  since: '2026-03-01',
}
