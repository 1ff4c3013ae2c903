import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'

type Request = {
  method: string
  url: string
  token?: string
  at?: Date
  id?: string
  typ?: string
  /** In place of what belongs there. */
  head?: object
  claims?: object
}

/** A browser's own key, and the proofs (RFC 9449 §4.2) that it makes. */
export function proofKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return {
    /** With its private part (RFC 7517). */
    jwk: privateKey.export({ format: 'jwk' }),
    proof({ method, url, token, at = new Date(), id = randomUUID(), typ = 'dpop+jwt', head, claims: other }: Request): { dpop: string } {
      const ath = token === undefined ? undefined : createHash('sha256').update(token).digest('base64url')
      const claims = { jti: id, htm: method, htu: url, iat: Math.floor(at.getTime() / 1000), ath, ...other }
      const text = `${part({ typ, alg: 'ES256', jwk: { kty, crv, x, y }, ...head })}.${part(claims)}`
      return { dpop: `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}` }
    },
  }
}
