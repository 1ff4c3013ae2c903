import { answerOcspGet, answerOcspPost, answerTimeStamp, readAuthorityCertificate, readCrl } from '#contract/certificates.ts'
import { DerError } from '#pki/der/read.ts'
import { readOcspResponse } from '#pki/revocation/readOcspResponse.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { octetsRoute, route, type Download } from '#server/platform/http/route.ts'

export const ocspByPost = octetsRoute(answerOcspPost, ({ authority }, { unit }, body) => authority.answerOcsp(unit, body))

export const ocspByGet = route(answerOcspGet, async ({ app, now }, { unit, request }) => {
  const content = await app.authority.answerOcsp(unit, Buffer.from(request, 'base64'))
  return { content, ...keepable(content, now) }
})

/** A change of status is seen everywhere after this, at the latest. */
const longestOcspAgeMs = 10_000

/** How long caches may keep an answer: not at all where it is an error, or an answer to one nonce (RFC 5019 §6.2, RFC 9654 §2.1). */
function keepable(content: Uint8Array, now: Date): Pick<Download, 'cacheSeconds' | 'lastModified'> {
  try {
    const { nonce, responses } = readOcspResponse(content)
    const oldest = Math.min(...responses.map(({ thisUpdate }) => thisUpdate.getTime()))
    if (nonce) return {}
    const leftMs = oldest + longestOcspAgeMs - now.getTime()
    return { cacheSeconds: Math.max(0, Math.floor(leftMs / 1000)), lastModified: new Date(oldest) }
  } catch (error) {
    if (error instanceof DerError) return {} // an error of five octets
    throw error
  }
}

export const timeStamp = octetsRoute(answerTimeStamp, ({ authority }, _input, body) => authority.answerTimeStamp(body))

export const crl = route(readCrl, async ({ app }, { file }) => {
  const id = file.slice(0, -'.crl'.length) as 'root' | 'people' | 'seals'
  const { crl: content, thisUpdate: lastModified } = await app.authority.crl(id)
  return { content, cacheSeconds: 60, lastModified }
})

export const authorityCertificate = route(readAuthorityCertificate, async ({ app }, { file }) => {
  const id = file.slice(0, -'.cer'.length) as 'root' | 'people' | 'seals'
  const content = app.authority.certificateOf(id)
  return { content, cacheSeconds: 86_400, lastModified: readCertificate(content).notBefore }
})
