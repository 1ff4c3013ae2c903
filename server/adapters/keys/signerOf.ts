import { createPublicKey, sign, type KeyObject } from 'node:crypto'
import type { SignatureAlgorithm, Signer } from '#pki/signer.ts'
import { digestOf } from '#pki/x509/algorithms.ts'
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
  const algorithm = algorithmOf(privateKey)
  const digest = digestOf(algorithm)
  return { algorithm, publicKey: publicKeyOf(privateKey), sign: (data) => sign(digest, data, privateKey) }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): SignatureAlgorithm {
  if (asymmetricKeyType === 'rsa') return 'sha256WithRSAEncryption'
  return asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 'ecdsa-with-SHA384' : 'ecdsa-with-SHA256'
}
