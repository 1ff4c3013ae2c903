/**
 * OCSP and time stamps through the door that relying parties use: the product as it is started, with the database that comes with it and
 * its log on, asked by this process. The floor is Node's own server, which signs as many octets and answers as many and does nothing else.
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { certIdFor, issuerHashesOf, writeOcspRequest } from '#pki/revocation/ocspRequest.ts'
import { readOcspResponse } from '#pki/revocation/readOcspResponse.ts'
import { readTimeStampToken, tokenOfResponse } from '#pki/timestamp/readToken.ts'
import { writeTimeStampRequest } from '#pki/timestamp/request.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { load } from './load.ts'
import type { Posted } from './load.ts'
import { startProduct, surroundings } from './product.ts'
import { isQuick, median, percent, perSecond, report } from './measure.ts'

const rounds = isQuick ? 3 : 7
const roundSeconds = 1
const warmSeconds = isQuick ? 2 : 6
/** About what a status answer and a token's attributes have under their signature. */
const signedOctets = 200

await using around = surroundings()
await compare()

async function compare(): Promise<void> {
  const { url: product, pid: server } = await startProduct(around)
  const status: Posted = { url: `${product}/pki/ocsp/people`, type: 'application/ocsp-request', body: await statusRequest(product) }
  const stamp: Posted = {
    url: `${product}/pki/tsa`,
    type: 'application/timestamp-query',
    body: writeTimeStampRequest(randomBytes(32), randomBytes(8)),
  }
  await measureOver('OCSP over HTTP, one process : floor', 10_000, server, status, signatureOfStatus)
  await measureOver(
    'time stamps over HTTP, one process : floor',
    8_000,
    server,
    stamp,
    (der) => readTimeStampToken(tokenOfResponse(der)).signer.signature,
  )
}

/** @param signatureOf reads an answer in full: two in a row must be right and signed each anew */
async function measureOver(
  name: string,
  demanded: number,
  server: number,
  posted: Posted,
  signatureOf: (der: Uint8Array) => Uint8Array,
): Promise<void> {
  const [one, other] = [await ask(posted), await ask(posted)]
  if (Buffer.compare(signatureOf(one), signatureOf(other)) === 0) throw new Error('an answer was not signed freshly')
  const floor = await startFloor(one.length)
  const bare: Posted = { ...posted, url: floor.url }
  await load(posted, warmSeconds)
  await load(bare, warmSeconds / 2)
  const own: Round[] = []
  const least: Round[] = []
  for (let round = 0; round < rounds; round++) {
    own.push(await measured(posted, server))
    least.push(await measured(bare, floor.pid))
  }
  const [rate, floorRate] = [median(own.map(({ perSecond: rate }) => rate)), median(least.map(({ perSecond: rate }) => rate))]
  report({
    name,
    measured: perSecond(rate),
    baseline: perSecond(floorRate),
    ratio: percent(rate / floorRate),
    demanded: `≥ ${perSecond(demanded)}`,
    met: rate >= demanded,
  })
  // what the wall clock cannot tell where the processors are shared with the database, this load and others
  const [cpu, floorCpu] = [median(own.map(({ perCpuSecond }) => perCpuSecond)), median(least.map(({ perCpuSecond }) => perCpuSecond))]
  if (Number.isFinite(cpu))
    report({
      name: `${name.split(',')[0]}, for a CPU second : floor`,
      measured: perSecond(cpu),
      baseline: perSecond(floorCpu),
      ratio: percent(cpu / floorCpu),
      demanded: '',
    })
}

type Round = { perSecond: number; perCpuSecond: number }

async function measured(posted: Posted, pid: number): Promise<Round> {
  const before = cpuSeconds(pid)
  const { rate, count } = await load(posted, roundSeconds)
  return { perSecond: rate, perCpuSecond: count / (cpuSeconds(pid) - before) }
}

/** CPU time of a process so far, in seconds; 0 where the system does not tell. */
function cpuSeconds(pid: number): number {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return 0
  const fields = readFileSync(stat, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100 // user and system, in ticks of which Linux shows 100 a second
}

async function startFloor(answered: number): Promise<{ url: string; pid: number }> {
  const child = fork(join(import.meta.dirname, 'floor.ts'), [String(answered), String(signedOctets)])
  around.children.push(child)
  const [url] = (await once(child, 'message')) as [string]
  return { url, pid: child.pid! }
}

/** About a certificate that the authority issued: its responder's, which stands in the answer about one that it did not. */
async function statusRequest(product: string): Promise<Uint8Array> {
  const authority = readCertificate(Buffer.from(await (await fetch(`${product}/pki/ca/people.cer`)).arrayBuffer()))
  const hashes = issuerHashesOf(authority)
  const asked = (serial: Uint8Array) => writeOcspRequest(certIdFor(hashes, serial, 'sha1'), randomBytes(16))
  const about = asked(new Uint8Array([0x5a, ...randomBytes(16)]))
  const answer = readOcspResponse(await ask({ url: `${product}/pki/ocsp/people`, type: 'application/ocsp-request', body: about }))
  return asked(answer.certificates[0]!.serial)
}

function signatureOfStatus(der: Uint8Array): Uint8Array {
  const { responses, producedAt, signature } = readOcspResponse(der)
  if (responses[0]?.status.status !== 'good') throw new Error('the status is not good')
  if (Math.abs(Date.now() - producedAt.getTime()) > 5_000) throw new Error('the answer is not of now')
  return signature
}

async function ask({ url, type, body }: Posted): Promise<Uint8Array> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}
