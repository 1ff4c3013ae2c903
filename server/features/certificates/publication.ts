import { answerOcspGet, answerOcspPost, answerTimeStamp, readAuthorityCertificate, readCrl } from '#contract/certificates.ts'
import { octetsRoute, route } from '#server/platform/http/route.ts'

export const ocspByPost = octetsRoute(answerOcspPost, ({ authority }, { unit }, body) => authority.answerOcsp(unit, body))

export const ocspByGet = route(answerOcspGet, async ({ app }, { unit, request }) => ({
  content: await app.authority.answerOcsp(unit, Buffer.from(request, 'base64')),
}))

export const timeStamp = octetsRoute(answerTimeStamp, ({ authority }, _input, body) => authority.answerTimeStamp(body))

export const crl = route(readCrl, async ({ app }, { file }) => {
  const id = file.slice(0, -'.crl'.length) as 'root' | 'people' | 'seals'
  return { content: await app.authority.crl(id), cacheSeconds: 60 }
})

export const authorityCertificate = route(readAuthorityCertificate, async ({ app }, { file }) => {
  const id = file.slice(0, -'.cer'.length) as 'root' | 'people' | 'seals'
  return { content: app.authority.certificateOf(id), cacheSeconds: 86_400 }
})
