import { createHash, hash, sign as signBytes } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assemble, prepare } from '#pki/profiles/prepare.ts'
import { profileHash } from '#pki/profiles/profile.ts'
import { certIdFor, issuerHashesOf } from '#pki/revocation/ocspRequest.ts'
import { responderOf, writeOcspResponse } from '#pki/revocation/ocspResponse.ts'
import type { SigningFacts } from '#pki/signature/facts.ts'
import { advance, digestAfter, emptyState } from '#pki/signature/hashState.ts'
import { coveredParts, fillContents, prepareSignature } from '#pki/signature/prepare.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { assembleCms, attributesToSign, contentsLength, signPdf } from '#pki/signature/sign.ts'
import { sha256Imprint } from '#pki/timestamp/request.ts'
import { timeStampUnitOf, writeTimeStampToken } from '#pki/timestamp/token.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { inspectPdf } from '#server/signing/inspect/inspectPdf.ts'
import { begin, forLints, freshSerial, hierarchy, profiles, subjects, throwAway } from '#test/conformance/pkiCast.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { measure } from './measure.ts'

type Hierarchy = ReturnType<typeof hierarchy>

/** One page and a stream that fills the file up to `size`. */
const filled = (size: number) => simplePdf({ objects: { 6: `<</Length ${size - 1000}>>\nstream\n${'x'.repeat(size - 1000)}\nendstream` } })

function factsOf(bytes: Uint8Array): SigningFacts {
  const facts = readSigningFacts(bytes)
  if (!facts.signable) throw new Error(facts.detail)
  return facts
}

const signature = { fieldName: 'Approval', signedAt: begin }

/** B-B in one go; `digest` of the covered parts is what differs. */
function signer({ keys, eSignature }: Hierarchy) {
  const identity = { signer: keys.layla, certificate: eSignature, certificates: [eSignature] }
  const room = contentsLength(identity)
  return (facts: SigningFacts, digest: (parts: [Uint8Array, Uint8Array]) => Uint8Array) => {
    const prepared = prepareSignature(facts, { ...signature, contentsLength: room })
    const toSign = attributesToSign(digest(coveredParts(prepared)), identity)
    return fillContents(prepared, assembleCms(identity, toSign, keys.layla.sign(toSign)))
  }
}

/** The whole of a 300 MB file, from its first byte on disk to the tail, in this process; answers on standard output. */
async function signLarge(path: string): Promise<void> {
  const began = performance.now()
  const facts = await inspectPdf(path)
  if (!facts.signable) throw new Error(facts.detail)
  const file = openSync(path, 'r')
  const chunk = Buffer.alloc(256 * 1024)
  let state = emptyState()
  for (let at = 0; at < facts.size;) {
    const count = readSync(file, chunk, 0, chunk.length, at)
    state = advance(state, chunk.subarray(0, count))
    at += count
  }
  closeSync(file)
  const tail = signer(hierarchy())(facts, (parts) => digestAfter(state, ...parts))
  process.stdout.write(
    JSON.stringify({ tail: tail.length, kilobytes: process.resourceUsage().maxRSS, milliseconds: performance.now() - began }),
  )
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
  const sign = signer(cast)
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
  // not at the top: the process that signs the large file must not carry it
  const { PDF } = await import('@libpdf/core')
  const bytes = filled(100_000)
  const sign = signer(cast)
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

function largeFile(): void {
  const path = join(tmpdir(), `bench-${process.pid}.pdf`)
  try {
    writeLarge(path, 300_000_000)
    const { stdout, stderr } = spawnSync(process.execPath, ['--max-semi-space-size=2', import.meta.filename, path], { encoding: 'utf8' })
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

if (process.argv[2]) await signLarge(process.argv[2])
else {
  // first: a child inherits its parent's peak memory as its own
  largeFile()
  const cast = hierarchy()
  compareWithBareOperations(cast)
  await compareWithLibrary(cast)
  await freshCertificate(cast)
}
