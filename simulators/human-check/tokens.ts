import { randomBytes } from 'node:crypto'
import { simulatorCredentials } from '../credentials.ts'

export type Kind = 'recaptcha' | 'hcaptcha' | 'turnstile'
export type TokenTiming = {
  /** How long an answer can be redeemed. */
  lifeMs: number
}

/** As documented: two minutes, and five at Turnstile. */
const usualLifeMs: Record<Kind, number> = { recaptcha: 120_000, hcaptcha: 120_000, turnstile: 300_000 }

/** hCaptcha tells apart what the others call by one name. */
const spent: Record<Kind, { used: string; expired: string }> = {
  recaptcha: { used: 'timeout-or-duplicate', expired: 'timeout-or-duplicate' },
  hcaptcha: { used: 'already-seen-response', expired: 'expired-input-response' },
  turnstile: { used: 'timeout-or-duplicate', expired: 'timeout-or-duplicate' },
}

type Issued = { sitekey: string; host: string; at: number; isUsed: boolean }

/**
 * The answers that were given out, each good for one siteverify. A site key may end in a wish: `-challenge` makes reCAPTCHA ask, and
 * `-v3` or `-v3-low` makes it judge by a score, as keys of version 3 do.
 */
export function tokens(kind: Kind, { lifeMs = usualLifeMs[kind] }: Partial<TokenTiming> = {}) {
  const { siteKey, secret } = simulatorCredentials.humanCheck
  const issued = new Map<string, Issued>()

  function faultOf(form: Record<string, string | undefined>): string | null {
    if (!form.secret) return 'missing-input-secret'
    if (form.secret !== secret) return 'invalid-input-secret'
    if (!form.response) return 'missing-input-response'
    const token = issued.get(form.response)
    if (!token) return 'invalid-input-response'
    if (kind === 'hcaptcha' && form.sitekey !== undefined && form.sitekey !== token.sitekey) return 'sitekey-secret-mismatch'
    if (token.isUsed) return spent[kind].used
    return Date.now() - token.at > lifeMs ? spent[kind].expired : null
  }

  return {
    /** Null for a site key that is not known here. */
    issue({ sitekey, host }: { sitekey: string; host: string }): string | null {
      if (!sitekey.startsWith(siteKey)) return null
      const token = `${kind}.${randomBytes(48).toString('base64url')}`
      issued.set(token, { sitekey, host, at: Date.now(), isUsed: false })
      return token
    },

    judge(form: Record<string, string | undefined>) {
      const fault = faultOf(form)
      if (fault) return { success: false, 'error-codes': [fault] }
      const token = issued.get(form.response!)!
      token.isUsed = true
      const good = { success: true, challenge_ts: new Date(token.at).toISOString(), hostname: token.host }
      if (kind === 'turnstile') return { ...good, 'error-codes': [], action: '', cdata: '' }
      if (kind === 'hcaptcha') return { ...good, credit: false }
      return token.sitekey.includes('-v3') ? { ...good, score: token.sitekey.endsWith('-low') ? 0.1 : 0.9, action: 'submit' } : good
    },
  }
}
