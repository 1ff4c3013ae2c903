import type { Issuer } from '#pki/profiles/issuer.ts'
import type { Profile } from '#pki/profiles/profile.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import type { KeyFault, KeyKind } from '#pki/x509/keys.ts'
import type { NameAttribute, TextFault } from '#pki/x509/names.ts'

/** What a lint looks at. What several lints need is worked out once. */
export type Linted = {
  certificate: Certificate
  profile: Profile
  issuer: Issuer
  key: { kind?: KeyKind; fault?: KeyFault }
  subjectKeyIdentifier: Uint8Array | undefined
  /** The subject's attributes by our short names, the last of each. */
  subject: ReadonlyMap<NameAttribute, string>
  /** Faults of the subject's attributes. */
  textFaults: ReadonlySet<TextFault>
}

/** One rule. `source` is the clause that demands it; the name says what must hold. */
export type Lint = { readonly name: string; readonly source: string; readonly fails: (linted: Linted) => boolean }

/** The lint's name and where the rule stands. */
export type Finding = { readonly lint: string; readonly source: string }
