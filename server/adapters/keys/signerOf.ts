import { createPublicKey, sign, type KeyObject } from 'node:crypto'
import type { Signer } from '#pki/signer.ts'

/** A signer over a key in memory: of a software key store, or the key of one approval, which is never stored. */
export function signerOf(privateKey: KeyObject): Signer {
  return {
    algorithm: privateKey.asymmetricKeyType === 'rsa' ? 'sha256WithRSAEncryption' : 'ecdsa-with-SHA256',
    publicKey: createPublicKey(privateKey as never).export({ type: 'spki', format: 'der' }),
    sign: (data) => sign('sha256', data, privateKey),
  }
}
