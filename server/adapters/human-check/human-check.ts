/** Slows down programs. It proves nothing about a person, and limits hold with or without it. */
export interface HumanCheck {
  /** What every page must allow, so that the check can run in it. */
  readonly page: PageNeeds
  /** What the browser needs to solve. */
  createChallenge(): HumanChallenge
  /**
   * Null for an answer that is wrong, foreign or too old. The caller consumes `id` once, until `expiresAt`: an answer may be
   * sent many times, and this keeps no memory. Throws ProviderUnavailable where an outside party is asked.
   */
  verify(answer: string, userAddress: string): Promise<{ id: string; expiresAt: Date } | null>
}

export type HumanChallenge =
  | { kind: 'altcha'; challenge: AltchaChallenge }
  /** `script` is the address of the vendor's script, which draws and solves by itself. */
  | { kind: Vendor; siteKey: string; script: string }

export type Vendor = 'recaptcha' | 'hcaptcha' | 'turnstile'

/** What goes into the content security policy: sources besides our own, and whether Trusted Types can stay demanded. */
export type PageNeeds = {
  readonly scriptSrc: readonly string[]
  readonly frameSrc: readonly string[]
  readonly styleSrc: readonly string[]
  readonly connectSrc: readonly string[]
  readonly trustedTypes: boolean
}

/** A check that is ours: pages load nothing from elsewhere. */
export const nothingFromElsewhere: PageNeeds = { scriptSrc: [], frameSrc: [], styleSrc: [], connectSrc: [], trustedTypes: true }

/** ALTCHA's challenge, version 1, as its widget reads it. */
export type AltchaChallenge = { algorithm: 'SHA-256'; challenge: string; maxnumber: number; salt: string; signature: string }
