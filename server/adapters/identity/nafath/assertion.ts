import { createHash, type KeyObject } from 'node:crypto'
import { compactVerify } from 'jose'
import { parseJson, utf8 } from '#server/platform/http/json.ts'
import { AssertionError } from '../identity.ts'
import type { ProvenAssertion } from '../identity.ts'
import { countryOf } from './countries.ts'
import { issuer, Person } from './wire.ts'

const longestToken = 16_384
const skewSeconds = 30
/** A token answers a request of at most three minutes; the rest is for callbacks that had to be repeated. */
const oldestSeconds = 900

export type Expected = { audience: string; nationalId: string; transId: string; now: Date }

/**
 * Verifies a Nafath token: RFC 7515 §5.2 and RFC 7519 §7.2 with everything optional refused (RFC 8725 §3).
 * The order matters: no claim is looked at before the signature has been verified with the provider's own key.
 */
export async function verifyAssertion(
  token: string,
  keyFor: (kid: string) => Promise<KeyObject | undefined>,
  expected: Expected,
): Promise<ProvenAssertion> {
  const [head, body] = split(token)
  const key = await keyFor(readKid(parseObject(head, 'header')))
  if (!key) throw new AssertionError('unknown_key', 'no such kid')
  await compactVerify(token, key, { algorithms: ['RS256'] }).catch((error: Error) => {
    throw new AssertionError('signature', error.message)
  })
  // Read anew by the strict reader: jose takes the last of two claims of one name.
  const claims = parseObject(body, 'malformed')
  const times = checkClaims(claims, expected)
  return {
    ...readPerson(claims, expected),
    ...times,
    transId: expected.transId,
    tokenSha256: createHash('sha256').update(token).digest('hex'),
    proof: { token, key: key.export({ format: 'jwk' }) },
  }
}

/**
 * RFC 7515 §3.1: exactly three parts; padding, white space and the JSON serialization do not match. Each in the one canonical form of
 * base64url, so that a token has one spelling and its hash is its identity.
 */
function split(token: unknown): [string, string] {
  if (typeof token !== 'string' || token.length > longestToken) throw new AssertionError('malformed', 'no token, or too long')
  const parts = token.split('.')
  const isCanonical = (part: string) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part
  if (parts.length !== 3 || !parts.every(isCanonical)) throw new AssertionError('malformed', 'not three canonical base64url parts')
  return [parts[0]!, parts[1]!]
}

function parseObject(part: string, fault: 'header' | 'malformed'): Record<string, unknown> {
  let value: unknown
  try {
    value = parseJson(utf8(Buffer.from(part, 'base64url')))
  } catch {
    throw new AssertionError(fault, 'not JSON in UTF-8')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new AssertionError(fault, 'not a JSON object')
  return value as Record<string, unknown>
}

/** Parameters that would change how the token is read or bring a key of its own (RFC 7515 §4.1, RFC 7797). */
const refusedParameters = ['crit', 'b64', 'zip', 'enc', 'jku', 'jwk', 'x5u', 'x5c']

function readKid(header: Record<string, unknown>): string {
  if (header.alg !== 'RS256') throw new AssertionError('algorithm', 'only RS256')
  const refused = refusedParameters.find((name) => Object.hasOwn(header, name))
  if (refused) throw new AssertionError('header', refused)
  if (header.typ !== undefined && header.typ !== 'JWT') throw new AssertionError('header', 'typ')
  const { kid } = header
  if (typeof kid !== 'string' || kid.length === 0 || kid.length > 256) throw new AssertionError('header', 'kid')
  return kid
}

function checkClaims(claims: Record<string, unknown>, { audience, transId, now }: Expected) {
  if (claims.iss !== issuer) throw new AssertionError('issuer', 'iss')
  const aud = Array.isArray(claims.aud) && claims.aud.length === 1 ? claims.aud[0] : claims.aud
  if (aud !== audience) throw new AssertionError('audience', 'aud')

  const seconds = now.getTime() / 1000
  const [iat, nbf, exp] = [numericDate(claims, 'iat'), numericDate(claims, 'nbf'), numericDate(claims, 'exp')]
  if (iat > seconds + skewSeconds) throw new AssertionError('time', 'issued in the future')
  if (nbf > seconds + skewSeconds) throw new AssertionError('time', 'not yet valid')
  if (exp <= seconds - skewSeconds || exp <= iat) throw new AssertionError('time', 'expired')
  if (iat < seconds - oldestSeconds) throw new AssertionError('time', 'too old')

  if (claims.transId !== transId) throw new AssertionError('transaction', 'another transaction')
  if (claims.status !== 'COMPLETED') throw new AssertionError('decision', 'not approved')
  return { issuedAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000) }
}

function numericDate(claims: Record<string, unknown>, name: string): number {
  const value = claims[name]
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > 1e11) throw new AssertionError('time', name)
  return value
}

function readPerson(claims: Record<string, unknown>, { nationalId }: Expected) {
  const parsed = Person.safeParse(claims)
  if (!parsed.success) throw new AssertionError('person', parsed.error.issues.map((issue) => issue.path.join('.')).join(', '))
  const person = parsed.data
  // A citizen has a nin, a resident an iqama number; a token that carries both, or a visitor's number, names somebody else.
  const [stated, other] = nationalId.startsWith('1') ? [person.nin, person.iqamaNumber] : [person.iqamaNumber, person.nin]
  if (stated !== nationalId || other !== undefined) throw new AssertionError('person', 'another person')
  if (person.visaNumber != null || person.borderNumber != null) throw new AssertionError('person', 'a visitor')
  return {
    nationalId,
    nameAr: { first: person.firstName, father: person.fatherName, grandfather: person.grandFatherName, family: person.familyName },
    nameEn: {
      first: person.englishFirstName,
      father: person.englishSecondName,
      grandfather: person.englishThirdName,
      family: person.englishLastName,
    },
    bornOn: person.dateOfBirthG,
    bornOnHijri: person.dateOfBirthH ?? null,
    gender: person.gender === 'M' ? ('male' as const) : ('female' as const),
    nationality: countryOf(person.nationalityCode),
    nationalityCode: person.nationalityCode,
    idExpiresOn: person.idExpiryDateG,
  }
}
