import { publicKeyOf } from '#pki/x509/algorithms.ts'
import { CertificationRequestError, readCertificationRequest as readDer, type RequestFault } from '#pki/x509/certificationRequest.ts'
import { publicKeyHash } from './personalCertificates.ts'

export type { RequestFault }
export type RequestRead = {
  publicKey: Buffer
  /** SHA-256 of the SubjectPublicKeyInfo. */
  sha256: Buffer
  /** As `P-256`, `RSA-3072`. */
  keyAlgorithm: string
  /** What the requester wrote of themselves; identities come from their proof, never from here. */
  subject: string
}

/**
 * Reads a certification request as people paste it: PEM, or DER in Base64. Its key is good, and the requester holds it; whether it is new
 * here the database knows.
 */
export function readCertificationRequest(text: string): RequestRead | { fault: RequestFault; cause?: unknown } {
  const der = derOf(text)
  if (!der) return { fault: 'malformed' }
  try {
    const { publicKey, keyKind, subject } = readDer(der, () => false)
    const bits = keyKind === 'RSA' ? `-${publicKeyOf(publicKey)!.asymmetricKeyDetails!.modulusLength}` : ''
    return { publicKey: Buffer.from(publicKey), sha256: publicKeyHash(publicKey), keyAlgorithm: `${keyKind}${bits}`, subject: subject.text }
  } catch (error) {
    if (error instanceof CertificationRequestError) return { fault: error.fault, cause: error }
    throw error
  }
}

const armour = /^\s*-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----([^-]*)-----END (?:NEW )?CERTIFICATE REQUEST-----\s*$/

function derOf(text: string): Buffer | null {
  const body = (armour.exec(text)?.[1] ?? text).replace(/\s/g, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(body) && body.length % 4 === 0 ? Buffer.from(body, 'base64') : null
}
