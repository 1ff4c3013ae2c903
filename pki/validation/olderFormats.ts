/** Signatures of the formats before CMS stood detached in the file (ISO 32000-1 §12.8.3): adbe.x509.rsa_sha1 and adbe.pkcs7.sha1. */

import { verify } from 'node:crypto'
import { attempt, expectTag } from '#pki/der/read.ts'
import { publicKeyOf } from '#pki/x509/algorithms.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { certificateOf } from '#pki/x509/keptCertificates.ts'
import { contentInfoOf } from './material.ts'
import type { Fault } from './report.ts'
import type { PlacedSignature } from './signatures.ts'

export const rsaOfBytes = 'adbe.x509.rsa_sha1'
export const cmsOfDigest = 'adbe.pkcs7.sha1'

/** Whole as it is, nothing new may rest on it. */
export const weakDigest = (detail: string): Fault => ({
  code: 'digestAlgorithmWeak',
  subIndication: 'CRYPTO_CONSTRAINTS_FAILURE',
  indeterminate: true,
  detail,
})

/** The format's name says SHA-1; ISO 32000-2 table 260 allows these too. */
const digests = ['sha256', 'sha384', 'sha512', 'sha1']

type Checked = { certificate?: Certificate; explained: true; fault?: Fault }

/** A PKCS #1 signature over the bytes in an OCTET STRING, the signer's certificate first in the dictionary's /Cert. @throws DerError */
export function checkRsaOfBytes(placed: PlacedSignature, covered: () => Uint8Array): Checked {
  const { contents: signature } = expectTag(contentInfoOf(placed).element, 0x04, 'the signature value')
  const [certificate] = placed.certificates.slice(0, 1).flatMap((der) => attempt(() => certificateOf(der)))
  const key = certificate && publicKeyOf(certificate.publicKey)
  if (!certificate || key?.asymmetricKeyType !== 'rsa')
    return {
      explained: true,
      fault: { code: 'signingCertificateNotFound', subIndication: 'NO_SIGNING_CERTIFICATE_FOUND', indeterminate: true },
    }
  const data = covered()
  const digest = digests.find((name) => verify(name, data, key, signature))
  if (!digest) return { certificate, explained: true, fault: { code: 'signatureMismatch', subIndication: 'SIG_CRYPTO_FAILURE' } }
  return { certificate, explained: true, ...(digest === 'sha1' ? { fault: weakDigest('SHA-1') } : {}) }
}
