import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Register } from './register.ts'

export type TokenSigner = ReturnType<typeof tokenSigner>

const makeKeyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
/** Of all starts in this process: it takes longer to make than everything else of a simulator. */
let keyPair: ReturnType<typeof makeKeyPair> | undefined

/** Signs the tokens of one run; the key lives in memory, so that every start of the process is also a key roll-over for the product. */
export function tokenSigner(audience: string, { claimsOf }: Pick<Register, 'claimsOf'>) {
  const { privateKey, publicKey } = (keyPair ??= makeKeyPair())
  const kid = randomUUID()
  const { n, e } = publicKey.export({ format: 'jwk' })

  return {
    keys: { keys: [{ kty: 'RSA', use: 'sig', alg: 'RS256', kid, n, e }] },
    sign(nationalId: string, transId: string, status: string): Promise<string> {
      const iat = Math.floor(Date.now() / 1000)
      return new SignJWT({ transId, status, ...claimsOf(nationalId) })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
        .setIssuer('Nafath App')
        .setAudience(audience)
        .setIssuedAt(iat)
        .setNotBefore(iat)
        .setExpirationTime(iat + 600)
        .sign(privateKey)
    },
  }
}
