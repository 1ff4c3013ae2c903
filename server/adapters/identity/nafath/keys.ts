import { createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { z } from 'zod'
import type { HttpClient } from '../../http.ts'
import { ProviderUnavailable } from '../../unavailable.ts'
import { Keys } from './wire.ts'

const freshMs = 6 * 3_600_000
/** A stranger may post any number of tokens with invented key ids; they cost at most one fetch in this time. */
const betweenFetchesMs = 10_000

/** The provider's verification keys by `kid`, fetched when first needed, when stale, and when a token names an unknown one. */
export function keySet(call: HttpClient, url: string, headers: Record<string, string>, now: () => Date) {
  let known = new Map<string, KeyObject>()
  let triedAt = -Infinity
  let fetchedAt = -Infinity
  let fetching: Promise<void> | undefined
  let failure: Error | undefined

  async function fetchKeys() {
    triedAt = now().getTime()
    const answer = await call({ url, headers })
    if (answer.status !== 200) throw new ProviderUnavailable('nafath', 'keys', { code: String(answer.status) })
    known = usableKeys(answer.read(Keys))
    fetchedAt = triedAt
    failure = undefined
  }

  /** One fetch at a time, however many tokens arrive. */
  function refresh() {
    fetching ??= fetchKeys()
      .catch((error: Error) => void (failure = error))
      .finally(() => (fetching = undefined))
    return fetching
  }

  return async function keyFor(kid: string): Promise<KeyObject | undefined> {
    if (fetching) await fetching
    const time = now().getTime()
    const wanted = !known.has(kid) || time - fetchedAt > freshMs
    if (wanted && time - triedAt >= betweenFetchesMs) await refresh()
    // An outage does not take away keys we hold; a key we never held cannot be judged without the provider.
    if (failure && !known.has(kid)) throw failure
    return known.get(kid)
  }
}

function usableKeys({ keys }: z.infer<typeof Keys>) {
  const usable = new Map<string, KeyObject>()
  for (const { kty, kid, use = 'sig', alg = 'RS256', n, e } of keys) {
    if (kty !== 'RSA' || use !== 'sig' || alg !== 'RS256' || !kid || !n || !e) continue
    const key = readKey({ kty, n, e })
    if (!key) continue
    const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
    if (modulusLength >= 2048 && modulusLength <= 8192 && publicExponent >= 3n && !usable.has(kid)) usable.set(kid, key)
  }
  return usable
}

/** A key that cannot be read is left out; the others still serve. */
function readKey(jwk: { kty: string; n: string; e: string }): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return undefined
  }
}
