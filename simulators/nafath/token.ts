import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { Register } from './register.ts'

export type TokenSigner = ReturnType<typeof tokenSigner>

/** Signs the tokens of one run; the key lives in memory, so that every start is also a key roll-over for the product. */
export function tokenSigner(audience: string, { claimsOf }: Pick<Register, 'claimsOf'>) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const kid = randomUUID()
  const { n, e } = publicKey.export({ format: 'jwk' })
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  return {
    keys: { keys: [{ kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e }] },
    sign(nationalId: string, transId: string, status: string): string {
      const iat = Math.floor(Date.now() / 1000)
      const claims = { iss: 'Nafath App', aud: audience, iat, nbf: iat, exp: iat + 600, transId, status, ...claimsOf(nationalId) }
      const signed = `${part({ alg: 'RS256', typ: 'JWT', kid })}.${part(claims)}`
      return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`
    },
  }
}
