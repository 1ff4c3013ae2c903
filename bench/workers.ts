/** What a second worker adds to issuing and signing, in signatures with a fresh certificate by the wall clock. */
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { assemble, prepare } from '#pki/profiles/prepare.ts'
import { profileHash } from '#pki/profiles/profile.ts'
import { advance, digestAfter, emptyState } from '#pki/signature/hashState.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { begin, forLints, freshSerial, hierarchy, profiles, subjects } from '#test/conformance/pkiCast.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { isQuick, perSecond, report, times } from './measure.ts'
import { signerOfOne } from './signOne.ts'

const roundMilliseconds = isQuick ? 700 : 2_000
const rounds = isQuick ? 3 : 5

if (isMainThread) await compare()
else serveRounds()

async function compare(): Promise<void> {
  const workers = [0, 1].map(() => new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) }))
  await Promise.all(workers.map((worker) => once(worker, 'message'))) // warm
  const one: number[] = []
  const two: number[] = []
  for (let round = 0; round < rounds; round++) {
    one.push(await rateOf(workers.slice(round % 2, (round % 2) + 1)))
    two.push(await rateOf(workers))
  }
  await Promise.all(workers.map((worker) => worker.terminate()))
  const [single, double] = [one, two].map((rates) => rates.toSorted((a, b) => a - b)[rounds >> 1]!)
  report({
    name: `two workers : one (${availableParallelism()} processors)`,
    measured: perSecond(double!),
    baseline: perSecond(single!),
    ratio: times(double! / single!),
    demanded: '≥ 1.8 ×',
    met: double! / single! >= 1.8,
  })
}

async function rateOf(workers: Worker[]): Promise<number> {
  const begun = performance.now()
  const counts = workers.map(async (worker) => {
    worker.postMessage('go')
    const [count] = (await once(worker, 'message')) as [number]
    return count
  })
  const done = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  return (done * 1000) / (performance.now() - begun)
}

function serveRounds(): void {
  const run = operation()
  runFor(isQuick ? 1_000 : 3_000)
  parentPort!.on('message', () => parentPort!.postMessage(runFor(roundMilliseconds)))
  parentPort!.postMessage('warm')

  function runFor(milliseconds: number): number {
    const end = performance.now() + milliseconds
    let count = 0
    for (; performance.now() < end; count++) run()
    return count
  }
}

function operation(): () => Uint8Array {
  const { keys, byPeople } = hierarchy()
  const pinned = profileHash(profiles.eSignature)
  const bytes = simplePdf({})
  const facts = readSigningFacts(bytes)
  if (!facts.signable) throw new Error(facts.detail)
  const state = advance(emptyState(), bytes)
  return () => {
    const contents = {
      issuer: byPeople,
      profileHash: pinned,
      serial: freshSerial(),
      notBefore: begin,
      validitySeconds: 3600,
      subject: subjects.layla,
      publicKey: keys.layla.publicKey,
    }
    const prepared = prepare(profiles.eSignature, contents, forLints)
    const certificate = assemble(prepared, keys.people.sign(prepared.tbs))
    return signerOfOne({ signer: keys.layla, certificate, certificates: [certificate] })(facts, (parts) => digestAfter(state, ...parts))
  }
}
