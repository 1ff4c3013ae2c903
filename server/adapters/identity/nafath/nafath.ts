import { httpClient } from '../../http.ts'
import type { HttpAnswer } from '../../http.ts'
import { ProviderUnavailable } from '../../unavailable.ts'
import type { IdentityProvider, IdentityRequest, IdentityStart, IdentityStatus, IdentityTransaction } from '../identity.ts'
import { verifyAssertion } from './assertion.ts'
import { keySet } from './keys.ts'
import { codes, paths, Refusal, secondsToDecide, Started, Status } from './wire.ts'

export type NafathSettings = {
  /** `https://rabet-nafath.api.elm.sa` in production; no slash at the end. */
  baseUrl: string
  appId: string
  appKey: string
  /** Our name at the provider, which every token carries as its audience. */
  audience: string
  /** The address our calls come from, as registered with the provider. */
  serverAddress: string
  now: () => Date
  timeoutMs?: number
}

/** Nafath, the national single sign-on (Elm), API v1. */
export function nafath(settings: NafathSettings): IdentityProvider {
  const { baseUrl, appId, appKey, audience, serverAddress, now, timeoutMs } = settings
  const call = httpClient({ provider: 'nafath', timeoutMs })
  const ourHeaders = { 'APP-ID': appId, 'APP-KEY': appKey }
  const keyFor = keySet(call, baseUrl + paths.keys, ourHeaders, now)

  function post(path: string, userAddress: string, json: unknown) {
    return call({
      method: 'POST',
      url: baseUrl + path,
      headers: { ...ourHeaders, 'X-Forwarded-For': `${userAddress},${serverAddress}` },
      json,
    })
  }

  return {
    async start({ nationalId, service, language, requestId, userAddress }: IdentityRequest): Promise<IdentityStart> {
      const query = new URLSearchParams({ local: language, requestId })
      const answer = await post(`${paths.request}?${query}`, userAddress, { nationalId, service })
      if (answer.status === 201) {
        const { transId, random } = answer.read(Started)
        return { outcome: 'started', transId, random, expiresInSeconds: secondsToDecide(service) }
      }
      const code = refusalCode(answer)
      if (code === codes.activeTransaction) return { outcome: 'busy' }
      if (code === codes.invalidData || code === codes.notFound) return { outcome: 'refused' }
      throw new ProviderUnavailable('nafath', 'answer', { code })
    },

    async status({ nationalId, transId, random, userAddress }: IdentityTransaction): Promise<IdentityStatus> {
      const answer = await post(paths.status, userAddress, { nationalId, transId, random })
      if (answer.status === 200 || answer.status === 201) return statusWords[answer.read(Status).status]
      const code = refusalCode(answer)
      // A transaction the provider has forgotten can no longer be approved.
      if (code === codes.expired || code === codes.notFound) return 'expired'
      throw new ProviderUnavailable('nafath', 'answer', { code })
    },

    readAssertion(token, { nationalId, transId }) {
      return verifyAssertion(token, keyFor, { audience, nationalId, transId, now: now() })
    },
  }
}

const statusWords = { WAITING: 'waiting', COMPLETED: 'completed', REJECTED: 'rejected', EXPIRED: 'expired' } as const

function refusalCode(answer: HttpAnswer): string {
  if (answer.status === 401 || answer.status === 403) throw new ProviderUnavailable('nafath', 'keys', { code: String(answer.status) })
  return answer.read(Refusal).code
}
