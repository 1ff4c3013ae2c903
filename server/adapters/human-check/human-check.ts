/** Slows down programs. It proves nothing about a person, and limits hold with or without it. */
export interface HumanCheck {
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
  | { kind: 'recaptcha' | 'hcaptcha' | 'turnstile'; siteKey: string }

/** ALTCHA's challenge, version 1, as its widget reads it. */
export type AltchaChallenge = { algorithm: 'SHA-256'; challenge: string; maxnumber: number; salt: string; signature: string }
