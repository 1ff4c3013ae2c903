import { z } from 'zod'

// What Nafath sends and expects. Where a name below was never confirmed by the provider, it says so: correct it here alone.

export const paths = {
  request: '/api/v1/mfa/request',
  status: '/api/v1/mfa/request/status',
  keys: '/api/v1/mfa/jwk',
}

export const issuer = 'Nafath App'

/** The provider gives 60 s to a log-in without face match and 180 s to everything else. */
export const secondsToDecide = (service: string) => (service === 'Login' ? 60 : 180)

export const codes = {
  activeTransaction: '400-034-050',
  expired: '400-034-051',
  notFound: '400-034-053',
  invalidData: '422-031-046',
}

export const Started = z.object({ transId: z.string().min(1).max(128), random: z.string().regex(/^\d{1,2}$/) })

export const Status = z.object({ status: z.enum(['WAITING', 'COMPLETED', 'REJECTED', 'EXPIRED']) })

export const Refusal = z.object({ code: z.string() })

export const Keys = z.object({
  keys: z
    .array(
      z.looseObject({
        kty: z.string(),
        kid: z.string().optional(),
        use: z.string().optional(),
        alg: z.string().optional(),
        n: z.string().optional(),
        e: z.string().optional(),
      }),
    )
    .max(50),
})

// A control or direction character in a name would reach certificates and screens; no honest register holds one. Joiners are letters' own.
const anyName = z
  .string()
  .max(100)
  .regex(/^(?:[^\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|[\u200c\u200d])*$/u)
const name = anyName.min(1)
/** Not everybody has a name of their father's in the register, or one in English. */
const perhaps = anyName.nullish().transform((text) => text ?? '')
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
// (?) The public clients disagree whether numbers travel as JSON strings or numbers.
const digits = z.union([z.string(), z.int().transform(String)])

/** The person in the token. (?) Unconfirmed: the two English middle names, the day format and the words for gender. */
export const Person = z.object({
  nin: digits.optional(),
  iqamaNumber: digits.optional(),
  visaNumber: z.unknown().optional(),
  borderNumber: z.unknown().optional(),
  firstName: name,
  fatherName: perhaps,
  grandFatherName: perhaps,
  familyName: name,
  englishFirstName: perhaps,
  englishSecondName: perhaps,
  englishThirdName: perhaps,
  englishLastName: perhaps,
  dateOfBirthG: day,
  dateOfBirthH: day.nullish(),
  gender: z.enum(['M', 'F']),
  nationalityCode: digits,
  idExpiryDateG: day,
})
