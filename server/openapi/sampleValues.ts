import { ofFinance } from './samples/finance.ts'
import { ofPeople } from './samples/people.ts'
import { id, at } from './samples/same.ts'
import { ofTrust } from './samples/trust.ts'

/**
 * One realistic value for each name of a field, or for a name in one place, `ListCitiesAnswer.name`, where the name alone does not tell.
 * Null: a field that the example leaves empty, because a value would contradict another.
 */
export const sampleValues: Readonly<Record<string, unknown>> = { ...ofFinance, ...ofPeople, ...ofTrust }

/** Where a name tells nothing: by kind. */
export const sampleOfKind = { 'date-time': at, date: '2026-11-21', uuid: '3f0b6c1e-8f5a-4d0e-9d54-6a1d4f6d2c11', integer: 1, opaque: id }
