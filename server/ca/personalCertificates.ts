import { hash } from 'node:crypto'
import type { Signer } from '#pki/signer.ts'
import { Certificate } from '#pki/x509/certificate.ts'
import { isMailbox } from '#pki/x509/extensions.ts'
import type { Name } from '#pki/x509/names.ts'
import type { KeyKind, KeyStore } from '#server/adapters/keys/keys.ts'
import { addSeconds, type Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import { personalClasses, type PersonalClass, type Profiles } from './classes.ts'
import { isBlocked, issue, IssuanceRefused } from './issue.ts'
import type { Issuing } from './issuing.ts'

type Options = {
  db: Db
  keys: KeyStore
  clock: Clock
  profiles: Profiles
  by: Issuing
  /** Keys of the authority's own units, SHA-256 in hexadecimal. */
  ownKeys: ReadonlySet<string>
}

/** From a minute before a moment, for so many years. */
export function validFor(at: Date, years: number): { notBefore: Date; validitySeconds: number } {
  const notBefore = addSeconds(at, -60)
  const end = new Date(at)
  end.setUTCFullYear(end.getUTCFullYear() + years)
  return { notBefore, validitySeconds: Math.floor((end.getTime() - notBefore.getTime()) / 1000) }
}

export type PersonalOrder = {
  code: string
  subject: Name
  /** The person's confirmed one. */
  emailAddress: string | null
  publicKey: Uint8Array
  personId: number
  dscId: number
  /** `validFor` these. */
  at: Date
  years: number
}

/** What the key store calls the key of an application, a person's or an organisation's. */
export const keyIdOf = (dscId: number) => `dsc-${dscId}`
export const publicKeyHash = (publicKey: Uint8Array) => hash('sha256', publicKey, 'buffer')

/** Certificates of people for one to three years, and the keys of those that are kept here. */
export function personalCertificates({ db, keys, clock, profiles, by, ownKeys }: Options) {
  /** Whether a key may not be certified: it stands in a certificate, is the authority's own, or is blocked. */
  async function isTaken(publicKey: Uint8Array): Promise<boolean> {
    const sha256 = publicKeyHash(publicKey)
    if (ownKeys.has(sha256.toString('hex'))) return true
    const used = await db
      .selectFrom('certificate')
      .select('serial_number')
      .where('public_key_sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst()
    return used !== undefined || isBlocked(db, publicKey)
  }

  return {
    isTaken,
    /** The object identifier of a class's policy. @throws IssuanceRefused for a class that the authority has no profile of */
    policyOf: (code: string) => pinnedOf(code).profile.policies[0]!.oid,
    /** Makes the key of an application in the key store; one that an earlier try left has no certificate and goes. */
    async makeKey(dscId: number, kind: KeyKind): Promise<Buffer> {
      await keys.destroy(keyIdOf(dscId))
      const { publicKey } = await keys.create(keyIdOf(dscId), kind)
      return Buffer.from(publicKey)
    },
    /** The key in use. Whoever calls has taken its holder's approval for what is signed (S1). */
    signerOf: (dscId: number): Promise<Signer> => keys.open(keyIdOf(dscId)),
    /** Makes a key unusable whose certificate is over. */
    destroyKey: (dscId: number): Promise<void> => keys.destroy(keyIdOf(dscId)),
    /** @throws IssuanceRefused; a database error 23505 where the application has a certificate, or another issue of it is under way */
    async issue({ code, subject, emailAddress, publicKey, personId, dscId, at, years }: PersonalOrder): Promise<Uint8Array> {
      const validity = validFor(at, years)
      const forMail = code === 'personalSigning' && emailAddress !== null && isMailbox(emailAddress)
      const pinned = forMail ? profiles.personalSigningWithMail : pinnedOf(code)
      const order = { pinned, subject, ...(forMail && { emailAddress }), publicKey, ...validity, personId, dscId }
      return issue(db, () => clock.now(), by, order)
    },
  }

  function pinnedOf(code: string) {
    if (!isPersonalClass(code)) throw new IssuanceRefused(`there is no profile for the class ${code}`)
    return profiles[code]
  }
}

const isPersonalClass = (code: string): code is PersonalClass => (personalClasses as readonly string[]).includes(code)

/** The hashes of the keys in these certificates, DER. */
export const keysIn = (certificates: readonly Uint8Array[]): ReadonlySet<string> =>
  new Set(certificates.map((der) => publicKeyHash(new Certificate(der).publicKey).toString('hex')))
