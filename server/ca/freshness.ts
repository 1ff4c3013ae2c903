import { DerError } from '#pki/der/read.ts'
import { readOcspResponse } from '#pki/revocation/readOcspResponse.ts'
import { readCertificate } from '#pki/x509/certificate.ts'

/** A change of status is seen everywhere after this, at the latest. */
const longestOcspAgeMs = 10_000

/** How long caches may keep an OCSP answer: not at all where it is an error, or an answer to one nonce (RFC 5019 §6.2, RFC 9654 §2.1). */
export function ocspFreshness(answer: Uint8Array, now: Date): { cacheSeconds: number; lastModified: Date } | undefined {
  try {
    const { nonce, responses } = readOcspResponse(answer)
    if (nonce) return undefined
    const oldest = Math.min(...responses.map(({ thisUpdate }) => thisUpdate.getTime()))
    const leftMs = oldest + longestOcspAgeMs - now.getTime()
    return { cacheSeconds: Math.max(0, Math.floor(leftMs / 1000)), lastModified: new Date(oldest) }
  } catch (error) {
    if (error instanceof DerError) return undefined // an error of five octets
    throw error
  }
}

/** From when on a certificate, DER, is what it is. */
export const validFrom = (certificate: Uint8Array): Date => readCertificate(certificate).notBefore
