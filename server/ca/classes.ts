import { eSignature } from '#pki/profiles/eSignature.ts'
import { peopleCa, sealsCa } from '#pki/profiles/issuingCa.ts'
import { ocspSigner } from '#pki/profiles/ocspSigner.ts'
import { offlineRoot } from '#pki/profiles/offlineRoot.ts'
import { profileHash, secondsOf, type Profile } from '#pki/profiles/profile.ts'
import { timeStampUnit } from '#pki/profiles/timeStampUnit.ts'

/** The policies that certificates are issued under, below an arc of the operator's. */
export const policiesBelow = (arc: string) => ({
  people: `${arc}.1.1`,
  eSignature: `${arc}.1.2`,
  seals: `${arc}.1.3`,
  timeStamps: `${arc}.1.4`,
})

/** Life of the certificate of one e-signature. */
export const eSignatureSeconds = 3_600

/** A profile with the hash that it had when the authority opened: what is signed later is what was pinned. */
export type Pinned = { readonly profile: Profile; readonly hash: string }
const pin = (profile: Profile): Pinned => Object.freeze({ profile, hash: profileHash(profile) })

/** Every profile that this authority issues by. */
export function profilesBelow(arc: string, practiceStatement: string) {
  const oids = policiesBelow(arc)
  const policy = (oid: string) => [{ oid, cps: practiceStatement }]
  return Object.freeze({
    root: pin(offlineRoot),
    people: pin(peopleCa({ policies: [{ oid: '2.5.29.32.0', cps: practiceStatement }] })),
    seals: pin(sealsCa({ policies: [{ oid: '2.5.29.32.0', cps: practiceStatement }] })),
    timeStamps: pin(timeStampUnit({ policies: policy(oids.timeStamps), maxValiditySeconds: 5 * secondsOf.year })),
    ocsp: pin(ocspSigner),
    eSignature: pin(eSignature({ policies: policy(oids.eSignature), maxValiditySeconds: eSignatureSeconds })),
  })
}
export type Profiles = ReturnType<typeof profilesBelow>
