import { eSignature } from '#pki/profiles/eSignature.ts'
import { peopleCa, sealsCa } from '#pki/profiles/issuingCa.ts'
import { ocspSigner } from '#pki/profiles/ocspSigner.ts'
import { offlineRoot } from '#pki/profiles/offlineRoot.ts'
import { organizationSeal } from '#pki/profiles/organizationSeal.ts'
import { personalAuthentication } from '#pki/profiles/personalAuthentication.ts'
import { personalDsc, personalMailDsc } from '#pki/profiles/personalDsc.ts'
import { profileHash, secondsOf, type Profile } from '#pki/profiles/profile.ts'
import { timeStampUnit } from '#pki/profiles/timeStampUnit.ts'

/** The policies that certificates are issued under, below an arc of the operator's. */
export const policiesBelow = (arc: string) => ({
  people: `${arc}.1.1`,
  eSignature: `${arc}.1.2`,
  seals: `${arc}.1.3`,
  timeStamps: `${arc}.1.4`,
  personalSigning: `${arc}.1.5`,
  personalSigningHigh: `${arc}.1.6`,
  personalAuthentication: `${arc}.1.7`,
  organizationSeal: `${arc}.1.8`,
})

/** Life of the certificate of one e-signature. */
export const eSignatureSeconds = 3_600

/** Life of the certificate of the provider's own seal. */
export const documentSealSeconds = 3 * secondsOf.year

/** No class of certificates for people lasts longer. */
const personalSeconds = 3 * secondsOf.year

/** No seal of an organisation lasts longer. */
const sealSeconds = 3 * secondsOf.year

/** The codes by which the operator's classes of certificates (`certificate_class`) name what the authority issues for them. */
export const personalClasses = ['personalSigning', 'personalSigningHigh', 'personalAuthentication'] as const
export type PersonalClass = (typeof personalClasses)[number]
export const sealClasses = ['organizationSeal'] as const
export type SealClass = (typeof sealClasses)[number]

/** A profile with the hash that it had when the authority opened: what is signed later is what was pinned. */
export type Pinned = { readonly profile: Profile; readonly hash: string }
const pin = (profile: Profile): Pinned => Object.freeze({ profile, hash: profileHash(profile) })

/** Every profile that this authority issues by. */
export function profilesBelow(arc: string, practiceStatement: string) {
  const oids = policiesBelow(arc)
  const policy = (oid: string) => [{ oid, cps: practiceStatement }]
  // People are identified by numbers of the provider's own (`subjectOf`): who gives them out must be said.
  const qcStatements = { nameRegistrationAuthorities: [practiceStatement] }
  const forYears = (oid: string) => ({ policies: policy(oid), qcStatements, maxValiditySeconds: personalSeconds })
  return Object.freeze({
    root: pin(offlineRoot),
    people: pin(peopleCa({ policies: [{ oid: '2.5.29.32.0', cps: practiceStatement }] })),
    seals: pin(sealsCa({ policies: [{ oid: '2.5.29.32.0', cps: practiceStatement }] })),
    timeStamps: pin(timeStampUnit({ policies: policy(oids.timeStamps), maxValiditySeconds: 5 * secondsOf.year })),
    documentSeal: pin(
      organizationSeal({ policies: policy(oids.seals), qcStatements: { type: 'eseal' }, maxValiditySeconds: documentSealSeconds }),
    ),
    organizationSeal: pin(
      organizationSeal({ policies: policy(oids.organizationSeal), qcStatements: { type: 'eseal' }, maxValiditySeconds: sealSeconds }),
    ),
    ocsp: pin(ocspSigner),
    eSignature: pin(eSignature({ policies: policy(oids.eSignature), qcStatements, maxValiditySeconds: eSignatureSeconds })),
    // No class claims to be qualified, or a key in certified hardware: this is test trust until an operator configures otherwise.
    personalSigning: pin(personalDsc(forYears(oids.personalSigning))),
    /** The same class, for whoever has an address. */
    personalSigningWithMail: pin(personalMailDsc(forYears(oids.personalSigning))),
    personalSigningHigh: pin(personalDsc(forYears(oids.personalSigningHigh))),
    personalAuthentication: pin(personalAuthentication(forYears(oids.personalAuthentication))),
  })
}
export type Profiles = ReturnType<typeof profilesBelow>
