import { createHash, createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'

const maxSkewSeconds = 60

const Header = z.strictObject({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  jwk: z.strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string().regex(/^[\w-]{43}$/),
    y: z.string().regex(/^[\w-]{43}$/),
    ext: z.boolean().optional(),
    key_ops: z.array(z.string()).optional(),
  }),
})
const Claims = z.object({ jti: z.string().min(8).max(100), htm: z.string(), htu: z.string(), iat: z.int(), ath: z.string().optional() })

export type Proof = { thumbprint: string; id: string; expiresAt: Date }
type Expected = { method: string; path: string; origins: readonly string[]; now: Date; accessToken?: string }

/**
 * Reads a DPoP proof (RFC 9449 §4.3): a JWT, signed by the key that it carries, about this very request.
 * @param origins the addresses under which the product is reached; `htu` must be one of them with the path
 * @returns the key's thumbprint (RFC 7638) and the proof's id, or null for a proof that proves nothing
 */
export function readProof(jwt: string, expected: Expected): Proof | null {
  const parts = jwt.split('.')
  if (parts.length !== 3 || jwt.length > 2_000) return null
  const header = Header.safeParse(json(parts[0]!))
  const claims = Claims.safeParse(json(parts[1]!))
  if (!header.success || !claims.success) return null
  const { jwk } = header.data
  const { htm, htu, iat, ath, jti } = claims.data
  const issuedAt = new Date(iat * 1000)
  if (htm !== expected.method || !expected.origins.some((origin) => htu === origin + expected.path)) return null
  if (Math.abs(expected.now.getTime() - issuedAt.getTime()) > maxSkewSeconds * 1000) return null
  if (expected.accessToken !== undefined && ath !== sha256(expected.accessToken)) return null
  if (!isSigned(parts, jwk)) return null
  const thumbprint = sha256(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y }))
  return { thumbprint, id: sha256(`${thumbprint}|${jti}`), expiresAt: new Date(issuedAt.getTime() + 2 * maxSkewSeconds * 1000) }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

function json(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined // not a JWT; the schema refuses it
  }
}

function isSigned(parts: string[], jwk: { kty: string; crv: string; x: string; y: string }): boolean {
  try {
    const key = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y }, format: 'jwk' })
    return verify('sha256', Buffer.from(`${parts[0]}.${parts[1]}`), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(parts[2]!, 'base64url'))
  } catch {
    return false // a point that is not on the curve
  }
}
