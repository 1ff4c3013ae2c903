import type { Signer } from '#pki/signer.ts'
import type { Name } from '#pki/x509/names.ts'
import type { KeyKind, KeyStore } from '#server/adapters/keys/keys.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import { sealClasses, type Profiles, type SealClass } from './classes.ts'
import { issue, IssuanceRefused } from './issue.ts'
import type { Issuing } from './issuing.ts'
import { keyIdOf, validFor } from './personalCertificates.ts'

type Options = { db: Db; keys: KeyStore; clock: Clock; profiles: Profiles; by: Issuing }

export type SealOrder = {
  code: string
  subject: Name
  publicKey: Uint8Array
  organisationId: number
  dscId: number
  /** `validFor` these. */
  at: Date
  years: number
}

/** Certificates of organisations' seals for one to three years, and their keys, all of which are kept here. */
export function sealCertificates({ db, keys, clock, profiles, by }: Options) {
  return {
    /** The object identifier of a class's policy. @throws IssuanceRefused for a class that the authority has no profile of */
    policyOf: (code: string) => pinnedOf(code).profile.policies[0]!.oid,
    /** Makes the key of an order in the key store; one that an earlier try left has no certificate and goes. */
    async makeKey(dscId: number, kind: KeyKind): Promise<Buffer> {
      await keys.destroy(keyIdOf(dscId))
      return Buffer.from((await keys.create(keyIdOf(dscId), kind)).publicKey)
    },
    /** The key in use. Whoever calls has taken the approval of somebody who may seal for the organisation, for what is sealed. */
    signerOf: (dscId: number): Promise<Signer> => keys.open(keyIdOf(dscId)),
    /** @throws IssuanceRefused; a database error 23505 where the order has a certificate, or another issue of it is under way */
    issue: ({ code, subject, publicKey, organisationId, dscId, at, years }: SealOrder): Promise<Uint8Array> =>
      issue(db, () => clock.now(), by, {
        pinned: pinnedOf(code),
        subject,
        publicKey,
        ...validFor(at, years),
        organisationId,
        dscId,
      }),
  }

  function pinnedOf(code: string) {
    if (!isSealClass(code)) throw new IssuanceRefused(`there is no profile for the class ${code}`)
    return profiles[code]
  }
}

const isSealClass = (code: string): code is SealClass => (sealClasses as readonly string[]).includes(code)
