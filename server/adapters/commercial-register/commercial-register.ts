/** The public register of companies and establishments. What it says helps to fill in and to judge an application; it decides nothing. */
export interface CommercialRegister {
  /** What stands under a unified number (ten digits that begin with 7); null where nothing does. Throws ProviderUnavailable. */
  lookUp(unifiedNumber: string): Promise<Registration | null>
}

export type RegistrationStatus = 'active' | 'suspended' | 'inLiquidation' | 'cancelled' | 'other'

/** Empty where the register says nothing. */
export type Registration = {
  crNumber: string
  nameAr: string
  nameEn: string
  legalForm: string
  status: RegistrationStatus
  /** The register's own words for it. */
  statusWords: string
  /** `YYYY-MM-DD`. */
  registeredOn: string
  /** Where its head office is, in Arabic. */
  city: string
  address: { street: string; postalCode: string }
  /** Those who own or manage it, by the number of their identity document. Nobody but the provider's own check sees them. */
  people: readonly { identityNumber: string; capacity: 'owner' | 'manager' }[]
}
