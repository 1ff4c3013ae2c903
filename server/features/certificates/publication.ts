import { answerOcspGet, answerOcspPost, answerTimeStamp, readAuthorityCertificate, readCrl } from '#contract/certificates.ts'
import { collect } from '#server/platform/http/bytes.ts'
import { route } from '#server/platform/http/route.ts'

export const ocspByPost = route(answerOcspPost, async ({ app }, { unit }, body) => ({
  content: await app.authority.answerOcsp(unit, await collect(body)),
}))

export const ocspByGet = route(answerOcspGet, async ({ app }, { unit, request }) => ({
  content: await app.authority.answerOcsp(unit, Buffer.from(request, 'base64')),
}))

export const timeStamp = route(answerTimeStamp, async ({ app }, _input, body) => ({
  content: app.authority.answerTimeStamp(await collect(body)),
}))

export const crl = route(readCrl, async ({ app }, { file }) => {
  const id = file.slice(0, -'.crl'.length) as 'root' | 'people' | 'seals'
  return { content: await app.authority.crl(id), cacheSeconds: 60 }
})

export const authorityCertificate = route(readAuthorityCertificate, async ({ app }, { file }) => {
  const id = file.slice(0, -'.cer'.length) as 'root' | 'people' | 'seals'
  return { content: app.authority.certificateOf(id), cacheSeconds: 86_400 }
})
