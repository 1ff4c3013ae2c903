/** The responder under requests that nobody honest sends: it answers every one, and never says "good" of what it did not issue (C6). */
import { randomBytes } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sequence } from '#pki/der/write.ts'
import { certIdFor, issuerHashesOf, writeOcspRequest, type IssuerHashes } from '#pki/revocation/ocspRequest.ts'
import { readOcspResponse, responseSigner } from '#pki/revocation/readOcspResponse.ts'
import { reasonOf } from '#pki/revocation/reasons.ts'
import { readCertificate, type Certificate } from '#pki/x509/certificate.ts'
import { addSeconds } from '#server/platform/clock.ts'
import { certificateHolder, newRequest } from '#test/certificateHolder.ts'
import { inFlight } from '#test/inFlight.ts'
import { randomBelow } from '#test/random.ts'
import { testServer, type TestServer } from '#test/server.ts'
import { volume } from '#test/volume.ts'

const mutants = volume({ push: 4_000, release: 20_000 })
const randomSerials = volume({ push: 4_800, release: 100_000 })
const timeout = volume({ push: 60_000, release: 600_000 })
const seed = Number(process.env.SEED ?? 20_261_121)

let server: TestServer
let issuer: Certificate
let hashes: IssuerHashes
/** What is to be said of every serial number that was given out, by its hexadecimal form. */
const truth = new Map<string, string>()
const agent = new Agent({ keepAlive: true, maxSockets: 24 })

beforeAll(async () => {
  server = await testServer({ sweepScale: 100 })
  const faisal = await server.signIn('1200000022')
  issuer = readCertificate((await faisal.get('/pki/ca/people.cer')).body)
  hashes = issuerHashesOf(issuer)
  const holder = certificateHolder(server, faisal)
  const issued = () => holder.issued({ code: 'personalSigning', keySource: 'csr', csr: newRequest().csr })
  await issued()
  await holder.act('suspend', await issued())
  await holder.act('revoke', await issued(), { reason: 'keyCompromise' })
  const now = server.clock.now()
  // Intents that came to nothing: one a moment ago, one that recovery has yet to note.
  for (const [name, secondsAgo] of [
    ['one that is being issued', 1],
    ['one that was never finished', 61],
  ] as const)
    await server.owner
      .insertInto('certificate')
      .values({
        serial_number: Buffer.concat([Buffer.from([0x5a]), randomBytes(16)]),
        issuer_id: 'people',
        profile: name,
        profile_hash: '',
        intended_at: addSeconds(now, -secondsAgo),
      })
      .execute()
  const rows = await server.db.selectFrom('certificate').selectAll().where('issuer_id', '=', 'people').execute()
  for (const row of rows) {
    const reason = row.revoked_at ? reasonOf(row.revocation_reason!) : row.profile === 'one that was never finished' ? 'unspecified' : null
    truth.set(row.serial_number.toString('hex'), reason === null ? 'good' : `revoked ${reason}`)
  }
})
afterAll(async () => {
  agent.destroy()
  await server.close()
})

type Answer = { status: number; body: Buffer }
const ask = (body: Uint8Array, path = '/pki/ocsp/people', method = 'POST') =>
  new Promise<Answer>((done, fail) => {
    const headers = method === 'POST' ? { 'content-type': 'application/ocsp-request', 'content-length': body.length } : {}
    const sent = httpRequest(server.url + path, { method, agent, headers, timeout: 10_000 }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => done({ status: response.statusCode!, body: Buffer.concat(parts) }))
    })
    sent.on('error', fail)
    sent.on('timeout', () => sent.destroy(new Error('no answer in ten seconds')))
    sent.end(method === 'POST' ? body : undefined)
  })

const errors = ['successful', 'malformedRequest', 'internalError', 'tryLater', '', 'sigRequired', 'unauthorized']
/** The responder's word: an error is five octets long (RFC 6960 §4.2.1). Otherwise HTTP's. */
const outcomeOf = ({ status, body }: Answer) => (status === 200 ? errors[body.length === 5 ? body[4]! : 0]! : String(status))

const requestFor = (...serials: Uint8Array[]) =>
  sequence(sequence(sequence(...serials.map((serial) => sequence(certIdFor(hashes, serial).der)))))

/** Judges what a successful answer says of each serial number. @returns how many it spoke of */
function judge({ body }: Answer, isSignatureChecked: boolean): number {
  const read = readOcspResponse(body)
  for (const { id, status } of read.responses) {
    const said = status.status === 'revoked' ? `revoked ${status.reason ?? 'unspecified'}` : status.status
    const hex = Buffer.from(id.serial).toString('hex')
    if (said !== (truth.get(hex) ?? 'unknown')) throw new Error(`${hex}: ${said}, but it is ${truth.get(hex) ?? 'unknown'}`)
  }
  if (isSignatureChecked) expect(responseSigner(read, issuer)).toHaveProperty('signer')
  return read.responses.length
}

test('every serial number that was given out is told as it stands, by POST and by GET, with both hashes', async () => {
  expect(new Set(truth.values())).toEqual(
    new Set(['good', 'revoked certificateHold', 'revoked keyCompromise', 'revoked superseded', 'revoked unspecified']),
  )
  for (const hex of truth.keys()) {
    const serial = Buffer.from(hex, 'hex')
    for (const algorithm of ['sha1', 'sha256'] as const) {
      const der = writeOcspRequest(certIdFor(hashes, serial, algorithm), randomBytes(32))
      expect(judge(await ask(der), true)).toBe(1)
      const escaped = encodeURIComponent(Buffer.from(der).toString('base64'))
      for (const path of [escaped, escaped.replaceAll('%2F', '/')])
        expect(judge(await ask(der, `/pki/ocsp/people/${path}`, 'GET'), true)).toBe(1)
    }
  }
  // Another issuer's responder does not speak of them.
  const [hex] = truth.keys()
  expect((await ask(requestFor(Buffer.from(hex!, 'hex')), '/pki/ocsp/seals')).body.toString('hex')).toBe('30030a0106')
})

test(`${mutants} broken requests: every one is answered, none with more than is true (seed ${seed})`, { timeout }, async () => {
  const below = randomBelow(seed)
  const serials = [...truth.keys()].map((hex) => Buffer.from(hex, 'hex'))
  const models = serials.flatMap((serial) => [
    writeOcspRequest(certIdFor(hashes, serial, 'sha1')),
    writeOcspRequest(certIdFor(hashes, serial, 'sha256'), new Uint8Array(16).fill(7)),
    requestFor(serial, ...serials.slice(0, below(12))),
  ])
  const outcomes = new Map<string, number>()
  let told = 0
  await inFlight(mutants, 24, async (i) => {
    let der: Uint8Array = models[below(models.length)]!
    for (let times = 1 + below(3); times > 0; times--) der = broken(der, below)
    const isGet = i % 10 === 0 && der.length > 0 && der.length < 280
    const path = isGet ? `/pki/ocsp/people/${encodeURIComponent(Buffer.from(der).toString('base64'))}` : undefined
    const answer = await ask(der, path, isGet ? 'GET' : 'POST')
    const outcome = outcomeOf(answer)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (answer.status >= 500) throw new Error(`mutant ${i} of seed ${seed}: ${answer.status} to ${Buffer.from(der).toString('hex')}`)
    if (outcome === 'successful') told += judge(answer, i % 200 === 0)
  })
  const summary = JSON.stringify(Object.fromEntries(outcomes))
  expect(
    [...outcomes.values()].reduce((sum, n) => sum + n, 0),
    summary,
  ).toBe(mutants)
  expect(told, summary).toBeGreaterThan(100) // some mutants are still requests
  expect(outcomes.get('malformedRequest'), summary).toBeGreaterThan(mutants / 4)
  expect(server.lines.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
})

/** One way to break a request. */
function broken(der: Uint8Array, below: (n: number) => number): Uint8Array {
  const at = below(der.length)
  const [before, after] = [der.subarray(0, at), der.subarray(at)]
  const noise = Uint8Array.from({ length: 1 + below(40) }, () => below(256))
  const ways = [
    () => der.with(at, der[at]! ^ (1 << below(8))),
    () => der.with(at, below(256)),
    () => before,
    () => Buffer.concat([before, noise, after]),
    () => Buffer.concat([before, after.subarray(1 + below(8))]),
    () => Buffer.concat([before, der.subarray(below(at + 1), at), after]),
    () => Buffer.concat([der, noise]),
    () => der.with(at, [0x80, 0x84, 0xff, 0x1f, 0x30, 0x00][below(6)]!),
    () => noise,
    () => Buffer.concat(Array.from({ length: 1 + below(60) }, () => der)),
    () => withLastSerial(der, noise),
  ]
  const result = der.length === 0 ? noise : ways[below(ways.length)]!()
  return result.subarray(0, 60_000)
}

/** Another serial number where the last one stood: still a request, of what nobody was given. */
function withLastSerial(der: Uint8Array, noise: Uint8Array): Uint8Array {
  const at = Buffer.from(der).lastIndexOf(Buffer.from([0x02, 0x11, 0x5a]))
  if (at < 0) return der
  return Buffer.concat([der.subarray(0, at + 3), noise, der.subarray(at + 3)]).subarray(0, der.length)
}

test('a serial number at random is unknown, however many are tried', { timeout }, async () => {
  const atOnce = 16
  let told = 0
  await inFlight(randomSerials / atOnce, 24, async () => {
    const serials = Array.from({ length: atOnce }, (_, i) =>
      Buffer.concat([Buffer.from([i % 4 ? 0x5a : 0x01]), randomBytes(i % 3 ? 16 : 8)]),
    )
    const answer = await ask(requestFor(...serials))
    expect(outcomeOf(answer)).toBe('successful')
    told += judge(answer, false)
  })
  expect(told).toBe(randomSerials)
})
