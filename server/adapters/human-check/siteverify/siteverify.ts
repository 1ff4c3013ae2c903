import { createHash } from 'node:crypto'
import { z } from 'zod'
import { httpClient } from '../../http.ts'
import { ProviderUnavailable } from '../../unavailable.ts'
import type { HumanCheck, Vendor } from '../human-check.ts'
import { addressesOf } from './vendors.ts'

export type SiteverifySettings = {
  kind: Vendor
  siteKey: string
  secret: string
  /** The host names our pages have; an answer solved on another site is refused. */
  hostnames: readonly string[]
  now: () => Date
  /** Only to point elsewhere than at the provider. */
  baseUrl?: string
  timeoutMs?: number
}

const Verdict = z.object({
  success: z.boolean(),
  hostname: z.string().nullish(),
  score: z.number().nullish(),
  'error-codes': z.array(z.string()).nullish(),
})

/** reCAPTCHA's judgement of an answer goes from 0 to 1; the vendor's own default threshold. Only version 3 sends one. */
const leastScore = 0.5
/** An answer's longest life at any of the three; after it they refuse it themselves. */
const lifeMs = 300_000

/** What the vendors say where the fault is in our settings: an outage of ours, not the person's wrong answer. */
const ourFault = (code: string) => code.endsWith('input-secret') || code === 'sitekey-secret-mismatch'

/** The three vendors share one protocol: a form with secret, response and remoteip. */
export function siteverify({ kind, siteKey, secret, hostnames, now, baseUrl, timeoutMs = 5000 }: SiteverifySettings): HumanCheck {
  const call = httpClient({ provider: kind, timeoutMs })
  const { script, siteverify: url, page } = addressesOf(kind, baseUrl)
  // Only hCaptcha can be told which site key the answer must belong to; without it, it takes any of the account's.
  const only = kind === 'hcaptcha' ? { sitekey: siteKey } : undefined

  return {
    page,
    createChallenge: () => ({ kind, siteKey, script }),

    async verify(response, userAddress) {
      if (response.length === 0 || response.length > 8192) return null
      const answer = await call({ method: 'POST', url, form: { secret, response, remoteip: userAddress, ...only } })
      const verdict = answer.read(Verdict)
      if (verdict['error-codes']?.some(ourFault)) throw new ProviderUnavailable(kind, 'keys')
      if (!verdict.success || !hostnames.includes(verdict.hostname ?? '')) return null
      // hCaptcha's enterprise score is a risk and runs the other way, so no other vendor's score is read.
      if (kind === 'recaptcha' && (verdict.score ?? 1) < leastScore) return null
      return { id: createHash('sha256').update(response).digest('hex'), expiresAt: new Date(now().getTime() + lifeMs) }
    },
  }
}
