import * as calls from '#contract/certificates.ts'
import { ocspFreshness, validFrom } from '#server/ca/freshness.ts'
import { octetsRoute, route } from '#server/platform/http/route.ts'

export const answerOcspPost = octetsRoute(calls.answerOcspPost, ({ authority }, { unit }, body) => authority.answerOcsp(unit, body))

export const answerOcspGet = route(calls.answerOcspGet, async ({ app, now }, { unit, request }) => {
  const content = await app.authority.answerOcsp(unit, Buffer.from(request, 'base64'))
  return { content, ...ocspFreshness(content, now) }
})

export const answerTimeStamp = octetsRoute(calls.answerTimeStamp, ({ authority }, _input, body) => authority.answerTimeStamp(body))

export const readCrl = route(calls.readCrl, async ({ app }, { fileName }) => {
  const id = fileName.slice(0, -'.crl'.length) as 'root' | 'people' | 'seals'
  const { crl: content, thisUpdate: lastModified } = await app.authority.crl(id)
  return { content, cacheSeconds: 60, lastModified }
})

export const readAuthorityCertificate = route(calls.readAuthorityCertificate, async ({ app }, { fileName }) => {
  const id = fileName.slice(0, -'.cer'.length) as 'root' | 'people' | 'seals'
  const content = app.authority.certificateOf(id)
  return { content, cacheSeconds: 86_400, lastModified: validFrom(content) }
})
