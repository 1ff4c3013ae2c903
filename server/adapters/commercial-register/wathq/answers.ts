/**
 * What Wathq answers, as far as it is read. Addresses, header and fields are those that public clients of the API use; marked (?) is what its
 * documentation, which is for subscribers, has not confirmed to us. Fields are read generously: its own examples disagree on their types.
 */
import { z } from 'zod'
import type { RegistrationStatus } from '../commercial-register.ts'

/** Numbers of registers and of people come as strings or as numbers. */
const number = z
  .union([z.string(), z.int()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value)))
const words = z
  .string()
  .nullish()
  .transform((value) => (value ?? '').trim())

const Person = z.object({ identity: z.object({ id: number }).nullish() })

export const FullInfo = z.object({
  crNationalNumber: number,
  crNumber: number,
  name: z.string().trim().min(1),
  issueDateGregorian: words,
  inLiquidationProcess: z.boolean().nullish(),
  headquarterCityName: words,
  entityType: z.object({ name: words, formName: words }).nullish(),
  status: z.object({ id: z.int(), name: words }),
  parties: z
    .array(Person)
    .nullish()
    .transform((parties) => parties ?? []),
  management: z.object({ managers: z.array(Person).nullish() }).nullish(),
})

/** The addresses of an entity, its main one first (?). */
export const NationalAddress = z.array(z.object({ buildingNumber: words, street: words, district: words, postCode: words }))

export const Failure = z.object({ code: z.union([z.string(), z.int()]).transform(String) })

/** With HTTP 404. */
export const notFoundCode = '404.2.1'
/** With HTTP 400: no number of an entity. */
export const wrongNumberCode = '400.1.5'

/** Of `status.id`; 1 is what clients take for active, the others are unconfirmed (?): an id that is not here is told by the register's own words. */
export const statusIds: Readonly<Record<number, RegistrationStatus>> = { 1: 'active', 2: 'suspended', 3: 'cancelled' }
