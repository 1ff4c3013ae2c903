/** What the commercial register says of an organisation that somebody applies for. */
import { z } from 'zod'
import type { Statuses } from './columns.ts'
import { moment } from './kit.ts'

/** How an entry of the register stands. `other`: as its own words say. */
export const registerStatuses = ['active', 'suspended', 'inLiquidation', 'cancelled', 'other'] as const
export const registerStatusWords: Statuses<(typeof registerStatuses)[number]> = {
  active: { ar: 'نشط', en: 'Active', tone: 'success' },
  suspended: { ar: 'معلّق', en: 'Suspended', tone: 'warning' },
  inLiquidation: { ar: 'تحت التصفية', en: 'In liquidation', tone: 'warning' },
  cancelled: { ar: 'مشطوب', en: 'Cancelled', tone: 'error' },
  other: { ar: 'حالة أخرى', en: 'Another status', tone: 'neutral' },
}

/** The fields of an application that the register can fill in. */
export const registerFields = [
  'organizationNameAr',
  'organizationName',
  'crNumber',
  'country',
  'stateProvinceRegion',
  'city',
  'address',
  'postalCodeZIPCode',
] as const
export type RegisterField = (typeof registerFields)[number]

/** What the register says to anybody; a field that it does not know is empty. */
export const RegisterEntry = z.object({
  ...(Object.fromEntries(registerFields.map((name) => [name, z.string()])) as Record<RegisterField, z.ZodString>),
  legalForm: z.string(),
  /** Since when; null where it does not say. */
  registeredOn: z.iso.date().nullable(),
  registerStatus: z.enum(registerStatuses),
  /** The register's own words for it. */
  statusWords: z.string(),
})

/** An answer of the register. `unavailable`: it did not answer, and the application goes on without it. */
export const RegisterAnswer = z.object({
  registerOutcome: z.enum(['found', 'notFound', 'unavailable']),
  askedDate: moment,
  entry: RegisterEntry.nullable(),
})

/** What the provider is told of it besides. */
export const RegisterReport = RegisterAnswer.extend({
  /** What the register says the applicant is there; `none`: it does not name them. */
  applicantCapacity: z.enum(['owner', 'manager', 'none']).nullable(),
  askedBy: z.object({ fullName: z.string(), fullNameAr: z.string() }),
  /** Where the application says something else than the register. */
  differences: z.array(z.enum(registerFields)),
})
