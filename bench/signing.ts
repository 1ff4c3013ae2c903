import { createHash, hash, sign as signBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDF } from '@libpdf/core'
import { assemble, prepare } from '#pki/profiles/prepare.ts'
import { profileHash } from '#pki/profiles/profile.ts'
import { certIdFor, issuerHashesOf } from '#pki/revocation/ocspRequest.ts'
import { responderOf, writeOcspResponse } from '#pki/revocation/ocspResponse.ts'
import type { SigningFacts } from '#pki/signature/facts.ts'
import { advance, digestAfter, emptyState } from '#pki/signature/hashState.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { signPdf } from '#pki/signature/sign.ts'
import { sha256Imprint } from '#pki/timestamp/request.ts'
import { timeStampUnitOf, writeTimeStampToken } from '#pki/timestamp/token.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { begin, forLints, freshSerial, hierarchy, profiles, subjects, throwAway } from '#test/conformance/pkiCast.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { measure } from './measure.ts'
import { signature, signerOfOne } from './signOne.ts'

type Hierarchy = ReturnType<typeof hierarchy>

/** One page and a stream that fills the file up to `size`. */
const filled = (size: number) => simplePdf({ objects: { 6: `<</Length ${size - 1000}>>\nstream\n${'x'.repeat(size - 1000)}\nendstream` } })

function factsOf(bytes: Uint8Array): SigningFacts {
  const facts = readSigningFacts(bytes)
  if (!facts.signable) throw new Error(facts.detail)
  return facts
}

function writeLarge(path: string, size: number): void {
  const file = openSync(path, 'w')
  const [head, rest] = simplePdf({ objects: { 6: `<</Length ${size}>>\nstream\n@\nendstream` } })
    .toString('latin1')
    .split('@') as [string, string]
  writeSync(file, head, null, 'latin1')
  const block = Buffer.alloc(1024 * 1024, 'x')
  for (let left = size; left > 0; left -= block.length) writeSync(file, block, 0, Math.min(left, block.length))
  // the one-byte stream that was written grew by size - 1
  const moved = rest.replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + size - 1}`)
  writeSync(file, moved, null, 'latin1')
  closeSync(file)
}

/** CPU microseconds for one of `count` runs of something asynchronous. */
async function cpuOf(count: number, run: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < count / 3; i++) await run()
  const before = process.cpuUsage()
  for (let i = 0; i < count; i++) await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

function report(name: string, figure: string, ok: boolean): void {
  console.log(`${name.padEnd(40)}  ${figure}  ${ok ? 'ok' : 'MISSED'}`)
  if (!ok) process.exitCode = 1
}

function compareWithBareOperations(cast: Hierarchy): void {
  const sign = signerOfOne({ signer: cast.keys.layla, certificate: cast.eSignature, certificates: [cast.eSignature] })
  const someBytes = cast.eSignature.slice(0, 200)
  const whole = (bytes: Uint8Array) => {
    const facts = factsOf(bytes)
    return () => sign(facts, ([a, b]) => createHash('sha256').update(bytes).update(a).update(b).digest())
  }
  const bare = (bytes: Uint8Array) => () => {
    hash('sha256', bytes, 'buffer')
    return cast.keys.layla.sign(someBytes)
  }
  const kept = (bytes: Uint8Array) => {
    const facts = factsOf(bytes)
    const state = advance(emptyState(), bytes)
    return () => sign(facts, (parts) => digestAfter(state, ...parts))
  }
  const [small, middle, large, huge] = [filled(10_000), filled(100_000), filled(10_000_000), filled(300_000_000)]
  const demands = [
    { name: 'B-B of 100 KB to hash and sign', demanded: 0.5, baseline: bare(middle), subject: whole(middle) },
    { name: 'B-B of 10 MB to hash and sign', demanded: 0.95, baseline: bare(large), subject: whole(large) },
    { name: 'B-B of 100 KB, kept state', demanded: 1, baseline: bare(middle), subject: kept(middle) },
    { name: 'kept state: 300 MB to 10 KB', demanded: 0.9, baseline: kept(small), subject: kept(huge) },
  ]
  for (const demand of demands) if (!measure(demand)) process.exitCode = 1
}

async function compareWithLibrary(cast: Hierarchy): Promise<void> {
  const bytes = filled(100_000)
  const sign = signerOfOne({ signer: cast.keys.layla, certificate: cast.eSignature, certificates: [cast.eSignature] })
  const facts = factsOf(bytes)
  const library = {
    certificate: cast.eSignature,
    keyType: 'EC' as const,
    signatureAlgorithm: 'ECDSA' as const,
    sign: async (data: Uint8Array) => new Uint8Array(signBytes('sha256', data, cast.keys.layla.privateKey)),
  }
  const theirs = await cpuOf(60, async () => (await PDF.load(bytes)).sign({ signer: library, subFilter: 'ETSI.CAdES.detached' }))
  const state = advance(emptyState(), bytes)
  const own = await cpuOf(3_000, async () => sign(facts, (parts) => digestAfter(state, ...parts)))
  report(
    'B-B of 100 KB to @libpdf/core',
    `${(theirs / own).toFixed(1)} ×  (${own.toFixed(0)} µs, ${theirs.toFixed(0)} µs)  demanded 20 ×`,
    theirs / own >= 20,
  )
}

/** A key, a linted certificate, an OCSP response and two time stamps for every signature. */
async function freshCertificate({ keys, byPeople, people, root, unit, responder, seals }: Hierarchy): Promise<void> {
  const bytes = filled(100_000)
  const facts = factsOf(bytes)
  const hashState = advance(emptyState(), bytes)
  const stamping = timeStampUnitOf(keys.unit, [unit, seals, root], '1.3.6.1.4.1.99999.2.1', 1000)
  const answering = responderOf(responder, keys.responder)
  const hashes = issuerHashesOf(readCertificate(people))
  const pinned = profileHash(profiles.eSignature)
  const signOne = (fresh: ReturnType<typeof throwAway>) => {
    const serial = freshSerial()
    const contents = {
      issuer: byPeople,
      profileHash: pinned,
      serial,
      notBefore: begin,
      validitySeconds: 3600,
      subject: subjects.layla,
      publicKey: fresh.publicKey,
    }
    const prepared = prepare(profiles.eSignature, contents, forLints)
    const certificate = assemble(prepared, keys.people.sign(prepared.tbs))
    const ocsp = () =>
      writeOcspResponse(answering, begin, [
        { id: certIdFor(hashes, serial), status: { status: 'good' }, thisUpdate: begin, nextUpdate: begin },
      ])
    const request = (imprint: Uint8Array) =>
      writeTimeStampToken(
        stamping,
        { imprint: sha256Imprint(imprint), digest: 'sha256', hashedMessage: imprint, certificatesRequested: true },
        freshSerial(),
        begin,
      )
    return signPdf({
      signer: fresh,
      certificate,
      certificates: [certificate, people],
      facts,
      hashState,
      level: 'B-LTA',
      signature,
      timestamp: { request, maxLength: 4096 },
      validationMaterial: () => ({ certificates: [certificate, people, root, unit, seals, responder], ocsps: [ocsp()], crls: [] }),
    })
  }
  const one = throwAway()
  const known = await cpuOf(3_000, () => signOne(one))
  const total = await cpuOf(3_000, () => signOne(throwAway()))
  report(
    'B-LTA with a fresh certificate',
    `${known.toFixed(0)} µs of CPU, ${total.toFixed(0)} µs with a new key  demanded 600 µs`,
    known <= 600,
  )
}

function largeFile(cast: Hierarchy): void {
  const path = join(tmpdir(), `bench-${process.pid}.pdf`)
  try {
    writeLarge(path, 300_000_000)
    const { keys, eSignature } = cast
    const input = JSON.stringify({
      path,
      certificate: Buffer.from(eSignature).toString('base64'),
      key: keys.layla.privateKey.export({ format: 'pem', type: 'pkcs8' }),
    })
    const program = join(import.meta.dirname, 'signLargeFile.ts')
    const { stdout, stderr } = spawnSync(process.execPath, ['--max-semi-space-size=2', program], { encoding: 'utf8', input })
    if (!stdout) throw new Error(stderr)
    const { kilobytes, milliseconds } = JSON.parse(stdout) as { kilobytes: number; milliseconds: number }
    const megabytes = kilobytes / 1024
    report(
      '300 MB from disk, read, hashed, signed',
      `${megabytes.toFixed(0)} MB at most, ${milliseconds.toFixed(0)} ms  demanded 100 MB`,
      megabytes <= 100,
    )
  } finally {
    rmSync(path, { force: true })
  }
}

const cast = hierarchy()
// first: a child inherits its parent's peak memory as its own
largeFile(cast)
compareWithBareOperations(cast)
await compareWithLibrary(cast)
await freshCertificate(cast)
