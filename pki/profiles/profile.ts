import { hash } from 'node:crypto'
import type { KeyUsage, Policy, QcStatements } from '#pki/x509/extensions.ts'
import type { KeyKind } from '#pki/x509/keys.ts'
import type { NameAttribute } from '#pki/x509/names.ts'

/** What every certificate of one kind has in common: the table that `prepare` writes from and the lints judge by. */
export type Profile = {
  readonly name: string
  readonly selfSigned: boolean
  readonly ca: { readonly pathLength: number } | false
  readonly keys: readonly KeyKind[]
  /** The longest life, both ends included (RFC 5280 §4.1.2.5). */
  readonly maxValiditySeconds: number
  /** Which person the subject is (EN 319 412-1 §5.1); `service` for our own units. Decides the attributes a subject must have. */
  readonly subject: 'natural' | 'legal' | 'service'
  /** Whether the subject's own mail address is named besides. */
  readonly emailAddress: boolean
  /** Attributes a subject may have. */
  readonly attributes: readonly NameAttribute[]
  readonly keyUsage: readonly KeyUsage[]
  readonly extendedKeyUsage: { readonly critical: boolean; readonly purposes: readonly string[] } | null
  readonly policies: readonly Policy[]
  readonly qcStatements: QcStatements | null
  /** Which of the issuer's addresses are written. */
  readonly pointers: { readonly ocsp: boolean; readonly caIssuers: boolean; readonly crl: boolean }
  readonly ocspNoCheck: boolean
}

/** What the operator configures of a class of certificates. */
export type CertificateClass = {
  readonly policies: readonly Policy[]
  /** The semantics statement is the profile's own and is added to these. */
  readonly qcStatements?: Omit<QcStatements, 'semantics'>
  readonly maxValiditySeconds: number
}

export const secondsOf = { day: 86_400, year: 366 * 86_400 } as const

const hashes = new WeakMap<Profile, string>()

/** Freezes the profile to its depth, so that its hash stays the hash of what `prepare` uses. */
export function defineProfile(profile: Profile): Profile {
  const frozen = deepFreeze(structuredClone(profile))
  hashes.set(frozen, hash('sha256', canonicalJson(frozen)))
  return frozen
}

/** SHA-256, in hexadecimal, of the profile as JSON with sorted keys. The operator pins it; `prepare` refuses a profile of another hash. @throws TypeError */
export function profileHash(profile: Profile): string {
  const known = hashes.get(profile)
  if (!known) throw new TypeError('the profile was not made by defineProfile')
  return known
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(Object.freeze(value))) deepFreeze(inner)
  return value
}

const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
