import { createHash, hash, sign as signBytes } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { assemble, prepare } from '#pki/profiles/prepare.ts'
import { profileHash } from '#pki/profiles/profile.ts'
import { certIdFor, issuerHashesOf } from '#pki/revocation/ocspRequest.ts'
import { responderOf, statementOf, writeOcspResponse } from '#pki/revocation/ocspResponse.ts'
import type { SigningFacts } from '#pki/signature/facts.ts'
import { advance, digestAfter, emptyState } from '#pki/signature/hashState.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { signPdf } from '#pki/signature/sign.ts'
import { sha256Imprint } from '#pki/timestamp/request.ts'
import { longestToken, timeStampUnitOf, writeTimeStampToken } from '#pki/timestamp/token.ts'
import type { Signer } from '#pki/signer.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { serialFrom } from '#pki/x509/serial.ts'
import { randomOctets } from '#server/platform/randomness.ts'
import { newSignatureKey } from '#server/signing/signDocument.ts'
import { begin, forLints, hierarchy, profiles, subjects } from '#test/conformance/pkiCast.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { isQuick, measure, median, perSecond, report, times } from './measure.ts'
import { signature, signerOfOne } from './signOne.ts'

type Hierarchy = ReturnType<typeof hierarchy>

/** One page and a stream that fills the file up to `size`. */
const filled = (size: number) => simplePdf({ objects: { 6: `<</Length ${size - 1000}>>\nstream\n${'x'.repeat(size - 1000)}\nendstream` } })

function factsOf(bytes: Uint8Array): SigningFacts {
  const facts = readSigningFacts(bytes)
  if (!facts.signable) throw new Error(facts.detail)
  return facts
}

const newSerial = () => serialFrom(new Uint8Array([0x4a]), randomOctets(16))

const rounds = isQuick ? 3 : 7

/** CPU microseconds for one run of something asynchronous: the median of rounds of `count`, the collector's share in each. */
async function cpuOf(count: number, run: () => Promise<unknown>): Promise<number> {
  for (let i = 0; i < rounds * count; i++) await run() // until the compiler is done with it, as in `measure`
  const costs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    for (let i = 0; i < count; i++) await run()
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / count)
  }
  return median(costs)
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
  measure({ name: 'PAdES B-B, 100 KB : hash and sign', demanded: 0.5, baseline: bare(middle), subject: whole(middle) })
  measure({ name: 'PAdES B-B, 10 MB : hash and sign', demanded: 0.95, baseline: bare(large), subject: whole(large) })
  measure({ name: 'PAdES B-B, 100 KB, kept state : hash and sign', demanded: 1, baseline: bare(middle), subject: kept(middle) })
  measure({ name: 'PAdES B-B, kept state, 300 MB : 10 KB (flat)', demanded: 0.9, baseline: kept(small), subject: kept(huge) })
  measure({
    name: 'whole-file hash, resumable : node:crypto, 10 MB',
    baseline: () => hash('sha256', large, 'buffer'),
    subject: () => advance(emptyState(), large),
  })
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
  const theirs = await cpuOf(isQuick ? 7 : 15, async () =>
    (await PDF.load(bytes)).sign({ signer: library, subFilter: 'ETSI.CAdES.detached' }),
  )
  const state = advance(emptyState(), bytes)
  const own = await cpuOf(isQuick ? 500 : 1_000, async () => sign(facts, (parts) => digestAfter(state, ...parts)))
  report({
    name: 'PAdES B-B, 100 KB : @libpdf/core',
    measured: perSecond(1e6 / own),
    baseline: perSecond(1e6 / theirs),
    ratio: times(theirs / own),
    demanded: '≥ 20 ×',
    met: theirs / own >= 20,
  })
}

/** A linted certificate, an OCSP response and two time stamps for every signature; then a key of its own too. As the server does it. */
async function freshCertificate({ keys, byPeople, people, root, unit, responder, seals }: Hierarchy): Promise<void> {
  const bytes = filled(100_000)
  const facts = factsOf(bytes)
  const hashState = advance(emptyState(), bytes)
  const stamping = timeStampUnitOf(keys.unit, [unit, seals, root], '1.3.6.1.4.1.99999.2.1', 1000)
  const timestampLength = longestToken(stamping)
  const answering = responderOf(responder, keys.responder)
  const hashes = issuerHashesOf(readCertificate(people))
  const pinned = profileHash(profiles.eSignature)
  const signOne = (fresh: Signer) => {
    const serial = newSerial()
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
      writeOcspResponse(answering, begin, [{ id: certIdFor(hashes, serial), statement: statementOf({ status: 'good' }, begin, begin) }])
    const request = (imprint: Uint8Array) =>
      writeTimeStampToken(
        stamping,
        { imprint: sha256Imprint(imprint), digest: 'sha256', hashedMessage: imprint, certificatesRequested: true },
        newSerial(),
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
      timestamp: { request, maxLength: timestampLength },
      validationMaterial: () => ({ certificates: [certificate, people, root, unit, seals, responder], ocsps: [ocsp()], crls: [] }),
    })
  }
  const one = newSignatureKey()
  const count = isQuick ? 500 : 1_000
  const known = await cpuOf(count, () => signOne(one))
  const total = await cpuOf(count, () => signOne(newSignatureKey()))
  report({
    name: 'fresh certificate and B-LTA, CPU',
    measured: `${known.toFixed(0)} µs`,
    baseline: `${total.toFixed(0)} µs with a new key`,
    demanded: '≈ 400 µs',
    met: known <= 400,
  })
}

const cast = hierarchy()
compareWithBareOperations(cast)
await compareWithLibrary(cast)
await freshCertificate(cast)
