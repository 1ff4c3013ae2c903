/** Keys that people bring: the good are certified, the weak, the blocked and those of others are refused with a sentence that says why (C10). */
import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { base, certificateHolder, newRequest } from '#test/certificateHolder.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { closePrimes, rocaKey, smallFactor } from './weakKeys.ts'

let server: TestServer
let faisal: Browser
let noura: Browser
beforeAll(async () => {
  server = await testServer({ sweepScale: 100 })
  faisal = await server.signIn('1200000022')
  noura = await server.signIn('1200000014')
})
afterAll(() => server.close())

const rsa = (modulusLength: number, publicExponent = 65_537) => generateKeyPairSync('rsa', { modulusLength, publicExponent }).privateKey
const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve }).privateKey
const spkiOf = (key: KeyObject) => createPublicKey(key).export({ type: 'spki', format: 'der' })
const derOf = (csr: string) => Buffer.from(csr.replace(/-----[^-]+-----|\s/g, ''), 'base64')

/** Asks to read a request, and to certify its key: the answer to both is the same. @returns the sentence */
async function refusal(csr: string, browser = faisal): Promise<string> {
  const applied = await certificateHolder(server, browser).apply({ code: 'personalSigning', keySource: 'csr', csr })
  const inspected = await browser.post(`${base}/csr/inspect`, { csr })
  for (const { status, body, text } of [applied, inspected]) {
    expect([status, body.detail], text).toEqual([422, 'INVALID'])
    expect(body.errors).toEqual([{ field: 'csr', message: body.title }])
  }
  const arabic = await browser.post(`${base}/csr/inspect`, { csr }, { 'accept-language': 'ar' })
  expect(arabic.body.title).toMatch(/^[\u0600-\u06ff]/)
  expect(inspected.body.title).toBe(applied.body.title)
  return applied.body.title
}

describe('a key that OpenSSL makes well is read', () => {
  test.each([
    ['P-256', () => ec('P-256')],
    ['P-384', () => ec('P-384')],
    ['RSA-3072', () => rsa(3_072)],
    ['RSA-4096', () => rsa(4_096)],
  ] as [string, () => KeyObject][])('%s', async (keyAlgorithm, make) => {
    const { csr, key } = newRequest(make(), '/C=SA/CN=Somebody Else')
    const publicKeySha256 = createHash('sha256').update(spkiOf(key)).digest('hex').toUpperCase()
    const expected = { keyAlgorithm, publicKeySha256, subject: 'CN=Somebody Else, C=SA' }
    expect((await faisal.post(`${base}/csr/inspect`, { csr })).body).toEqual(expected)
    expect((await faisal.post(`${base}/csr/inspect`, { csr: derOf(csr).toString('base64') })).body).toEqual(expected)
  })
})

test('what turns the direction of writing in a subject is shown as something that cannot be shown', async () => {
  const { csr } = newRequest(ec('P-256'), '/C=SA/CN=Some\u202ebody\u2066 \u0007Else', ['-utf8'])
  const { body } = await faisal.post(`${base}/csr/inspect`, { csr })
  expect(body.subject).toBe('CN=Some\ufffdbody\ufffd \ufffdElse, C=SA')
})

const size = 'An RSA key must have at least 3072 and at most 8192 bits.'
const curve = 'This curve is not supported. Use P-256 or P-384.'
const weak = 'This RSA key is weak. Make a new one.'
const type = 'Keys of this type are not supported. Use P-256, P-384, or RSA of 3072 bits or more.'

describe('a weak key is refused', () => {
  test.each([
    ['RSA of 1024 bits', () => rsa(1_024), size],
    ['RSA of 2048 bits', () => rsa(2_048), size],
    ['RSA with the exponent 3', () => rsa(3_072, 3), 'The public exponent of an RSA key must be 65537.'],
    ['primes that lie close', closePrimes, weak],
    ['a small factor', smallFactor, weak],
    ['ROCA', rocaKey, 'This RSA key comes from a chip that is known to make weak ones (ROCA). Make a new one with another program.'],
    ['P-224', () => ec('secp224r1'), curve],
    ['secp256k1', () => ec('secp256k1'), curve],
    ['P-521', () => ec('secp521r1'), curve],
    ['Ed25519', () => generateKeyPairSync('ed25519').privateKey, type],
  ] as [string, () => KeyObject, string][])('%s', async (_, make, sentence) => {
    expect(await refusal(newRequest(make()).csr)).toBe(sentence)
  })

  test('a good key, in a request that is signed with SHA-1', async () => {
    expect(await refusal(newRequest(ec('P-256'), '/CN=x', ['-sha1']).csr)).toBe(
      'The request is signed with an algorithm that is no longer accepted, such as SHA-1. Make it again with SHA-256.',
    )
  })

  test('a point that is not on its curve', async () => {
    const { csr, key } = newRequest()
    const der = derOf(csr)
    const end = der.indexOf(spkiOf(key)) + spkiOf(key).length - 1
    der[end] = der[end]! ^ 1
    expect(await refusal(der.toString('base64'))).toBe('The key is not valid. Make a new one.')
  })
})

describe('a key that is not the person’s alone is refused', () => {
  const blocked = 'This key is used in another certificate or blocked. Make a new key.'

  test('one that is published or reported', async () => {
    const { csr, key } = newRequest()
    const sha256 = createHash('sha256').update(spkiOf(key)).digest()
    await sql`insert into blocked_key (public_key_sha256, reason, blocked_at) values (${sha256}, 'published', now())`.execute(server.owner)
    expect(await refusal(csr)).toBe(blocked)
  })

  test('one in somebody else’s certificate, in one’s own, and in one that was revoked because the key was disclosed', async () => {
    const mine = newRequest()
    const slno = await certificateHolder(server, faisal).issued({ code: 'personalSigning', keySource: 'csr', csr: mine.csr })
    // Another request with the same key, by whoever has it.
    const theirs = newRequest(mine.key, '/CN=Noura').csr
    expect(await refusal(theirs, noura)).toBe(blocked)
    expect(await refusal(theirs)).toBe(blocked)
    expect((await faisal.post(`${base}/revoke`, { encodedCertificateSlno: slno, reason: 'keyCompromise' })).body.state).toBe('revoked')
    expect(await refusal(theirs, noura)).toBe(blocked)
    expect(await refusal(theirs)).toBe(blocked)
  })

  test('one in an application that is open', async () => {
    const { csr } = newRequest()
    const application = await certificateHolder(server, faisal).apply({ code: 'personalSigning', keySource: 'csr', csr })
    expect(application.status).toBe(200)
    const second = await certificateHolder(server, noura).apply({ code: 'personalAuthentication', keySource: 'csr', csr })
    expect([second.status, second.body.title]).toEqual([422, blocked])
  })

  test('one that the requester does not hold', async () => {
    const der = derOf(newRequest().csr)
    const name = der.indexOf('Somebody Else')
    der.write('Anybody', name)
    expect(await refusal(der.toString('base64'))).toBe(
      'The request is not signed by its own key. Make it again with the key that it names.',
    )
  })
})

test.each([
  ['words', 'please'],
  ['a private key', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })],
  ['half of a request', derOf(newRequest().csr).subarray(0, 100).toString('base64')],
  ['a request with something behind it', Buffer.concat([derOf(newRequest().csr), Buffer.alloc(1)]).toString('base64')],
])('what is no request is refused: %s', async (_, csr) => {
  expect(await refusal(csr)).toBe('The certification request could not be read. Paste the whole PKCS#10 file as your program made it.')
})
