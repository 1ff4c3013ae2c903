import type { webcrypto } from 'node:crypto'

/** The national identity provider. It says who somebody is; it never signs anything for them. */
export interface IdentityProvider {
  /**
   * Asks the person's own app to approve. `started` shows them `random`, two digits to pick in the app.
   * `busy`: an earlier request to this ID still waits. `refused`: the provider does not take this ID. Neither may be told
   * apart by the public, or it would show which IDs exist. Throws ProviderUnavailable.
   */
  start(request: IdentityRequest): Promise<IdentityStart>
  /**
   * What the person decided. `completed` is a decision and not an identity: that is only what `readAssertion` returns.
   * Throws ProviderUnavailable.
   */
  status(transaction: IdentityTransaction): Promise<IdentityStatus>
  /**
   * The verified person from the signed token that the provider sends to our callback.
   * `expected` is what we stored when the challenge began; nothing of it may come from the callback itself.
   * Throws AssertionError for a token that proves nothing, ProviderUnavailable when the keys could not be fetched.
   */
  readAssertion(token: string, expected: { nationalId: string; transId: string }): Promise<ProvenAssertion>
}

export type IdentityRequest = {
  /** Ten digits; the first is 1 for a citizen, 2 for a resident. */
  nationalId: string
  /** The provider's word for the purpose; it is what the person's app shows and what sets the time to decide. */
  service: string
  language: 'ar' | 'en'
  /** Ours, a UUID; it comes back with the callback. */
  requestId: string
  /** The IP address of the person who asked. */
  userAddress: string
}

export type IdentityTransaction = { nationalId: string; transId: string; random: string; userAddress: string }

export type IdentityStart =
  | { outcome: 'started'; transId: string; random: string; expiresInSeconds: number }
  | { outcome: 'busy' }
  | { outcome: 'refused' }

export type IdentityStatus = 'waiting' | 'completed' | 'rejected' | 'expired'

export type PersonName = { first: string; father: string; grandfather: string; family: string }

/** A person whom the provider vouches for, at `issuedAt`. */
export type IdentityAssertion = {
  nationalId: string
  transId: string
  nameAr: PersonName
  nameEn: PersonName
  /** YYYY-MM-DD, Gregorian. */
  bornOn: string
  /** YYYY-MM-DD, Umm al-Qura, where the provider knows it. */
  bornOnHijri: string | null
  gender: 'male' | 'female'
  /** Two letters of ISO 3166-1; null where the provider's code is not one we know. */
  nationality: string | null
  /** The provider's own code of the country. */
  nationalityCode: string
  /** YYYY-MM-DD: the last day of the identity document. */
  idExpiresOn: string
  issuedAt: Date
  expiresAt: Date
  /** Hex; a token is used once, and this is what the ledger remembers of it. */
  tokenSha256: string
}

/** What the provider signed, as it came, and the public key that verifies it: whoever keeps both can prove the assertion without the provider. */
export type IdentityProof = { token: string; key: webcrypto.JsonWebKey }
export type ProvenAssertion = IdentityAssertion & { proof: IdentityProof }

/** A token that proves nothing. The code is for our log; the public hears one sentence for all of them. */
export class AssertionError extends Error {
  readonly code: AssertionFault

  constructor(code: AssertionFault, detail: string) {
    super(`identity assertion refused: ${code} (${detail})`)
    this.name = 'AssertionError'
    this.code = code
  }
}

export type AssertionFault =
  | 'malformed'
  | 'header'
  | 'algorithm'
  | 'unknown_key'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'time'
  | 'transaction'
  | 'decision'
  | 'person'
