/**
 * An outside party could not be asked, or did not answer in a form that can be believed. Nothing is known about whether
 * it acted: callers keep what waits on it and try again, they never treat this as a refusal.
 */
export class ProviderUnavailable extends Error {
  readonly provider: string
  /** `crowded`: too many of our own calls already wait for it; `keys`: it does not accept our keys or address. */
  readonly reason: UnavailableReason
  /** The HTTP status or protocol code, where there was one. */
  readonly code: string | undefined

  constructor(provider: string, reason: UnavailableReason, options: { code?: string; cause?: unknown } = {}) {
    super(`${provider} is unavailable: ${reason}${options.code ? ` (${options.code})` : ''}`, { cause: options.cause })
    this.name = 'ProviderUnavailable'
    this.provider = provider
    this.reason = reason
    this.code = options.code
  }
}

export type UnavailableReason = 'timeout' | 'network' | 'crowded' | 'status' | 'answer' | 'keys'
