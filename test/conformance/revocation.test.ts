/** What a relying party sees of a suspension, a revocation and a return, at the addresses in the certificate, in real time (C5). */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holderReasons } from '#contract/certificateStates.ts'
import { certificateHolder, newRequest } from '#test/certificateHolder.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { certificateJudges } from './certificateJudges.ts'

const ocspSeconds = 10
const crlSeconds = 300
/** A list is published on the event itself: far sooner than promised. */
const crlOnEventSeconds = 10

let server: TestServer
let faisal: Browser
let holder: ReturnType<typeof certificateHolder>
let judges: Awaited<ReturnType<typeof certificateJudges>>
/** One that nothing happens to. */
let bystander: string
beforeAll(async () => {
  server = await testServer({ sweepScale: 100 }) // what is seen soon is not the work of a sweep
  faisal = await server.signIn('1200000022')
  holder = certificateHolder(server, faisal)
  judges = await certificateJudges(server)
  bystander = (await issued('bystander')).file
})
afterAll(async () => {
  await server.close()
  judges.close()
})

async function issued(name: string) {
  const slno = await holder.issued({ code: 'personalSigning', keySource: 'csr', csr: newRequest().csr })
  const file = judges.save(`${name}.pem`, await holder.download(slno, 'pem'))
  return { slno, file, serial: new X509Certificate(readFileSync(file)).serialNumber }
}

/** The longest that anybody had to wait, each since the server had answered. */
const longest = { ocsp: 0, crl: 0 }

/** Asks again until it is so. @returns what was said then */
async function seen(kind: keyof typeof longest, withinSeconds: number, ask: () => Promise<string>, expected: RegExp): Promise<string> {
  const began = performance.now()
  for (;;) {
    const said = await ask()
    const seconds = (performance.now() - began) / 1000
    longest[kind] = Math.max(longest[kind], seconds)
    if (expected.test(said)) return said
    if (seconds > withinSeconds) throw new Error(`after ${seconds.toFixed(1)} s ${kind} still says: ${said}`)
    await wait(100)
  }
}
const ocspSays = (file: string, expected: RegExp) => seen('ocsp', ocspSeconds, () => judges.ocsp(file), expected)
const pathSays = (file: string, expected: RegExp) => seen('crl', crlOnEventSeconds, () => judges.verifyWithList(file), expected)

/** What the list in force says of a serial number, in openssl's words; null where it does not have it. */
async function listed(file: string, serial: string): Promise<string | null> {
  const text = await judges.openssl('crl', '-in', await judges.crl(file), '-noout', '-text')
  const entry = text.split(/(?=Serial Number: )/).find((part) => part.startsWith(`Serial Number: ${serial}\n`))
  if (!entry) return null
  return /CRL Reason Code:\s+(.+)/.exec(entry.split('Signature Algorithm')[0]!)?.[1]?.trim() ?? 'no reason'
}
const listNumber = async () =>
  BigInt(
    /0x([0-9A-F]+)/.exec(await judges.openssl('crl', '-in', await judges.crl(bystander), '-noout', '-crlnumber'))![1]!.padStart(1, '0'),
  )

const told: Record<(typeof holderReasons)[number], { ocsp: RegExp; crl: string }> = {
  unspecified: { ocsp: /: revoked(?![^]*Reason)/, crl: 'no reason' },
  keyCompromise: { ocsp: /: revoked[^]*Reason: keyCompromise/, crl: 'Key Compromise' },
  affiliationChanged: { ocsp: /: revoked[^]*Reason: affiliationChanged/, crl: 'Affiliation Changed' },
  superseded: { ocsp: /: revoked[^]*Reason: superseded/, crl: 'Superseded' },
  cessationOfOperation: { ocsp: /: revoked[^]*Reason: cessationOfOperation/, crl: 'Cessation Of Operation' },
}

test.each(holderReasons)('revoked for the reason %s: the responder, the list and the path say so', async (reason) => {
  const { slno, file, serial } = await issued(reason)
  expect(await judges.ocsp(file)).toMatch(/: good[^]*Response verify OK/)
  expect(await judges.verifyWithList(file)).toBe(`${file}: OK\n`)
  const before = await listNumber()
  const revoked = await holder.act('revoke', slno, { reason })
  expect(revoked.body, revoked.text).toMatchObject({ state: 'revoked', revocationReason: reason })
  expect(await ocspSays(file, told[reason].ocsp)).toContain('Response verify OK')
  await pathSays(file, /certificate revoked/)
  expect(await listed(file, serial)).toBe(told[reason].crl)
  expect(await listNumber()).toBeGreaterThan(before)
  expect(await judges.verifyWithList(bystander)).toBe(`${bystander}: OK\n`)
  expect(await judges.ocsp(bystander)).toMatch(/: good/)
})

test('suspended and resumed: on hold at once, then good again and on no list', async () => {
  const { slno, file, serial } = await issued('resting')
  expect((await holder.act('suspend', slno)).body.state).toBe('suspended')
  await ocspSays(file, /: revoked[^]*Reason: certificateHold/)
  await pathSays(file, /certificate revoked/)
  expect(await listed(file, serial)).toBe('Certificate Hold')
  expect((await holder.act('resume', slno)).body.state).toBe('active')
  await ocspSays(file, /: good/)
  await pathSays(file, /: OK\n$/)
  expect(await listed(file, serial)).toBeNull()
  // A second rest that ends for good: revoked since the rest began, because nobody could rely on it from then on.
  const rest = (await holder.act('suspend', slno)).body
  await wait(1_100)
  const { body } = await holder.act('revoke', slno, { reason: 'superseded' })
  expect(body).toMatchObject({ state: 'revoked', revocationReason: 'superseded', revokedAt: rest.revokedAt })
  await ocspSays(file, /: revoked[^]*Reason: superseded/)
  await pathSays(file, /certificate revoked/)
  expect(await listed(file, serial)).toBe('Superseded')
})

test('a change that another process made is seen as soon, though this one had answered before', async () => {
  const { file, serial } = await issued('elsewhere')
  expect(await judges.ocsp(file)).toMatch(/: good/)
  const { authority, db } = server.app
  await authority.status.revoke(db, Buffer.from(serial, 'hex'), 'affiliationChanged') // and nothing is said to this process
  await ocspSays(file, /: revoked[^]*Reason: affiliationChanged/)
  await authority.sweep() // every half minute
  await pathSays(file, /certificate revoked/)
  expect(await listed(file, serial)).toBe('Affiliation Changed')
})

test('nobody waited longer than is promised', () => {
  const message = `longest wait: OCSP ${longest.ocsp.toFixed(2)} s of ${ocspSeconds}, CRL ${longest.crl.toFixed(2)} s of ${crlSeconds}`
  expect(longest.ocsp, message).toBeLessThan(ocspSeconds)
  expect(longest.crl, message).toBeLessThan(crlSeconds)
  expect(longest.ocsp, message).toBeGreaterThan(0)
})
