import { createHash } from 'node:crypto'
import { z } from 'zod'
import { httpClient } from '../../http.ts'
import { ProviderUnavailable } from '../../unavailable.ts'
import type { HumanCheck } from '../human-check.ts'

export type SiteverifySettings = {
  kind: 'recaptcha' | 'hcaptcha' | 'turnstile'
  siteKey: string
  secret: string
  /** The host names our pages have; an answer solved on another site is refused. */
  hostnames: readonly string[]
  now: () => Date
  /** Only to point elsewhere than at the provider. */
  url?: string
  timeoutMs?: number
}

const urls = {
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
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

/** The three vendors share one protocol: a form with secret, response and remoteip. */
export function siteverify({ kind, siteKey, secret, hostnames, now, url = urls[kind], timeoutMs = 5000 }: SiteverifySettings): HumanCheck {
  const call = httpClient({ provider: kind, timeoutMs })

  return {
    createChallenge: () => ({ kind, siteKey }),

    async verify(response, userAddress) {
      if (response.length === 0 || response.length > 8192) return null
      const answer = await call({ method: 'POST', url, form: { secret, response, remoteip: userAddress } })
      const verdict = answer.read(Verdict)
      if (verdict['error-codes']?.some((code) => code.endsWith('input-secret'))) throw new ProviderUnavailable(kind, 'keys')
      if (!verdict.success || !hostnames.includes(verdict.hostname ?? '')) return null
      // hCaptcha's enterprise score is a risk and runs the other way, so no other vendor's score is read.
      if (kind === 'recaptcha' && (verdict.score ?? 1) < leastScore) return null
      return { id: createHash('sha256').update(response).digest('hex'), expiresAt: new Date(now().getTime() + lifeMs) }
    },
  }
}
