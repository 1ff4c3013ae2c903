import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Both tokens of a session can be computed from its row, so that two tabs which refresh at once get the same successor
 * and nothing secret is stored. A MAC under the product's own key makes them unguessable.
 */
type RefreshToken = { sessionId: string; generation: number }
type AccessToken = RefreshToken & { expiresAt: Date }

const mac = (key: Buffer, ...parts: (string | number)[]) => createHmac('sha256', key).update(parts.join('|')).digest('base64url')

/** `sessionId.generation.MAC` */
export const writeRefreshToken = (key: Buffer, { sessionId, generation }: RefreshToken) =>
  `${sessionId}.${generation}.${mac(key, 'refresh', sessionId, generation)}`

/** `sessionId.generation.expiry.MAC`, the expiry in seconds since 1970. */
export function writeAccessToken(key: Buffer, { sessionId, generation, expiresAt }: AccessToken): string {
  const expiry = Math.floor(expiresAt.getTime() / 1000)
  return `${sessionId}.${generation}.${expiry}.${mac(key, 'access', sessionId, generation, expiry)}`
}

export function readRefreshToken(key: Buffer, token: string): RefreshToken | null {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token)
  if (!match) return null
  const [, sessionId, generation, given] = match as unknown as [string, string, string, string]
  return same(given, mac(key, 'refresh', sessionId, generation)) ? { sessionId, generation: Number(generation) } : null
}

export function readAccessToken(key: Buffer, token: string): AccessToken | null {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})\.(\d{1,12})\.([\w-]{43})$/.exec(token)
  if (!match) return null
  const [, sessionId, generation, expiry, given] = match as unknown as [string, string, string, string, string]
  return same(given, mac(key, 'access', sessionId, generation, expiry))
    ? { sessionId, generation: Number(generation), expiresAt: new Date(Number(expiry) * 1000) }
    : null
}

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
