import { z } from 'zod'
import { claimsOf, hijri } from './persons.ts'

const text = z.string().max(200).nullable().optional()

/** What may be changed of a person, by the names of the token's claims; null takes the claim away. */
export const Facts = z.strictObject({
  firstName: text,
  fatherName: text,
  grandFatherName: text,
  familyName: text,
  englishFirstName: text,
  englishSecondName: text,
  englishThirdName: text,
  englishLastName: text,
  dateOfBirthG: z.iso.date().optional(),
  gender: z.enum(['M', 'F']).optional(),
  nationalityCode: z.string().max(10).optional(),
  idExpiryDateG: z.iso.date().optional(),
})

/** The register of persons, which changes as life does: somebody marries, is naturalized, gets a new document. */
export function register() {
  const changes = new Map<string, z.output<typeof Facts>>()
  const factsOf = (nationalId: string) => {
    const facts = { ...claimsOf(nationalId), ...changes.get(nationalId) }
    return { ...facts, dateOfBirthH: hijri(facts.dateOfBirthG) }
  }
  return {
    claimsOf: factsOf,
    change: (nationalId: string, facts: z.output<typeof Facts>) => void changes.set(nationalId, { ...changes.get(nationalId), ...facts }),
    /** First, father, grandfather, family, in both languages. */
    nameOf(nationalId: string) {
      const f = factsOf(nationalId)
      const written = (...parts: (string | null)[]) => parts.map((part) => part ?? '')
      return {
        ar: written(f.firstName, f.fatherName, f.grandFatherName, f.familyName),
        en: written(f.englishFirstName, f.englishSecondName, f.englishThirdName, f.englishLastName),
      }
    },
  }
}

export type Register = ReturnType<typeof register>
