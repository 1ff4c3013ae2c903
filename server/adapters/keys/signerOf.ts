import { createPublicKey, sign, type KeyObject } from 'node:crypto'
import type { Signer } from '#pki/signer.ts'
import { p256KeyOf } from '#pki/x509/keys.ts'

/** DER of the SubjectPublicKeyInfo. Of P-256 by its point: OpenSSL's encoder takes longer than it takes to make such a key. */
function publicKeyOf(privateKey: KeyObject): Uint8Array {
  const publicKey = createPublicKey(privateKey)
  return publicKey.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    ? p256KeyOf(publicKey.export({ format: 'raw-public' }))
    : publicKey.export({ type: 'spki', format: 'der' })
}

/** A signer over a key in memory: of a software key store, or the key of one approval, which is never stored. */
export function signerOf(privateKey: KeyObject): Signer {
  return {
    algorithm: privateKey.asymmetricKeyType === 'rsa' ? 'sha256WithRSAEncryption' : 'ecdsa-with-SHA256',
    publicKey: publicKeyOf(privateKey),
    sign: (data) => sign('sha256', data, privateKey),
  }
}
