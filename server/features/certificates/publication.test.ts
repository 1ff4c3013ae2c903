/** What caches and clients of others do with the addresses that stand in certificates (RFC 5019 §6, RFC 9110 §13, RFC 9111). */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCrl } from '#pki/revocation/crl.ts'
import { certIdFor, issuerHashesOf, writeOcspRequest } from '#pki/revocation/ocspRequest.ts'
import { readOcspResponse, responseSigner } from '#pki/revocation/readOcspResponse.ts'
import { readCertificate, type Certificate } from '#pki/x509/certificate.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let people: Certificate
let serial: Buffer
beforeAll(async () => {
  server = await testServer({ sweepScale: 1e6 })
  people = readCertificate(await octets('/pki/ca/people.cer'))
  const certificate = server.db.selectFrom('certificate').select('serial_number').where('issuer_id', '=', 'people')
  serial = (await certificate.where('certificate', 'is not', null).limit(1).executeTakeFirstOrThrow()).serial_number
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
const octets = async (path: string) => new Uint8Array(await (await get(path)).arrayBuffer())
const maxAge = ({ headers }: Response) => Number(/max-age=(\d+)/.exec(headers.get('cache-control')!)?.[1] ?? NaN)

describe.each(['/pki/crl/people.crl', '/pki/crl/root.crl', '/pki/ca/seals.cer'])('%s', (path) => {
  test('says when it was made and how long it may be kept, and that what one has is current', async () => {
    const first = await get(path)
    const [etag, modified] = [first.headers.get('etag')!, first.headers.get('last-modified')!]
    const body = new Uint8Array(await first.arrayBuffer())
    const madeAt = path.endsWith('.crl') ? readCrl(body).thisUpdate : readCertificate(body).notBefore
    expect(Date.parse(modified)).toBe(Math.floor(madeAt.getTime() / 1000) * 1000)
    expect(maxAge(first)).toBeGreaterThan(0)
    const kept: Record<string, string>[] = [
      { 'if-none-match': etag },
      { 'if-none-match': `"x", W/${etag}` },
      { 'if-none-match': '*' },
      { 'if-modified-since': modified },
    ]
    for (const headers of kept) {
      const again = await get(path, headers)
      expect([again.status, await again.text(), again.headers.get('etag'), maxAge(again)]).toEqual([304, '', etag, maxAge(first)])
    }
    const earlier = new Date(Date.parse(modified) - 1000).toUTCString()
    const stale: Record<string, string>[] = [
      { 'if-none-match': '"x"' },
      { 'if-none-match': '"x"', 'if-modified-since': modified },
      { 'if-modified-since': earlier },
      { 'if-modified-since': 'yesterday' },
    ]
    for (const headers of stale) expect((await get(path, headers)).status).toBe(200)
  })

  test('a query changes nothing', async () => {
    for (const query of ['?x=1', '?', '?x=%00&x=2', '?cache-buster'])
      expect(Buffer.compare(await octets(path + query), await octets(path))).toBe(0)
  })
})

test('a list that was renewed is another one', async () => {
  const etag = (await get('/pki/crl/people.crl')).headers.get('etag')!
  server.clock.advance(3_601)
  expect((await get('/pki/crl/people.crl', { 'if-none-match': etag })).status).toBe(200)
})

describe('OCSP by GET', () => {
  const address = (nonce?: Uint8Array, algorithm: 'sha1' | 'sha512' = 'sha1') => {
    const request = writeOcspRequest(certIdFor(issuerHashesOf(people), serial, algorithm), nonce)
    return `/pki/ocsp/people/${encodeURIComponent(Buffer.from(request).toString('base64'))}`
  }

  test('an answer without a nonce may be kept, and never for longer than a revocation may stay unseen', async () => {
    const answer = await get(address())
    const read = readOcspResponse(new Uint8Array(await answer.arrayBuffer()))
    const [{ thisUpdate, nextUpdate }] = read.responses as [(typeof read.responses)[0]]
    expect(responseSigner(read, people)).toHaveProperty('signer')
    expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=\d+, must-revalidate, no-transform$/)
    const keptUntil = Date.parse(answer.headers.get('expires')!)
    expect(maxAge(answer)).toBeGreaterThan(0)
    expect(server.clock.now().getTime() + maxAge(answer) * 1000 - thisUpdate.getTime()).toBeLessThanOrEqual(10_000)
    expect(Math.abs(keptUntil - Date.now())).toBeLessThanOrEqual(10_000)
    expect(keptUntil).toBeLessThan(nextUpdate!.getTime())
    expect(Date.parse(answer.headers.get('last-modified')!)).toBe(Math.floor(thisUpdate.getTime() / 1000) * 1000)
    expect(answer.headers.get('etag')).toMatch(/^"[\w-]{22}"$/)
  })

  test.each([
    ['an answer to a nonce', () => address(randomBytes(32))],
    ['a refusal', () => '/pki/ocsp/people/AAAA'],
  ])('%s may not', async (_, path) => {
    const answer = await get(path())
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([200, 'no-store', null])
  })

  test('a query changes nothing, the longest nonce is echoed, and SHA-512 names the certificate', async () => {
    for (const query of ['', '?x=1', '?x=%00']) {
      const nonce = randomBytes(128)
      const read = readOcspResponse(await octets(address(nonce, 'sha512') + query))
      expect(Buffer.from(read.nonce!)).toEqual(nonce)
      expect(read.responses[0]!.id).toMatchObject({ hashAlgorithm: 'sha512', serial: new Uint8Array(serial) })
      expect(read.responses[0]!.status.status).not.toBe('unknown')
    }
  })

  test('by POST with a query, too', async () => {
    const body = writeOcspRequest(certIdFor(issuerHashesOf(people), serial, 'sha384'))
    const answer = await fetch(`${server.url}/pki/ocsp/people?x=1`, {
      method: 'POST',
      body: Buffer.from(body),
      headers: { 'content-type': 'application/ocsp-request' },
    })
    const read = readOcspResponse(new Uint8Array(await answer.arrayBuffer()))
    expect(read.responses[0]!.id.hashAlgorithm).toBe('sha384')
  })
})
