/**
 * OCSP and time stamps through the door that relying parties use: the product as it is started, with the database that comes with it and
 * its log on, asked by this process. The floor is Node's own server, which signs as many octets and answers as many and does nothing else.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { certIdFor, issuerHashesOf, writeOcspRequest } from '#pki/revocation/ocspRequest.ts'
import { readOcspResponse } from '#pki/revocation/readOcspResponse.ts'
import { readTimeStampToken, tokenOfResponse } from '#pki/timestamp/readToken.ts'
import { writeTimeStampRequest } from '#pki/timestamp/request.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { load } from './load.ts'
import type { Posted } from './load.ts'
import { isQuick, median, percent, perSecond, report } from './measure.ts'

const rounds = isQuick ? 3 : 7
const roundSeconds = 1
const warmSeconds = isQuick ? 2 : 6
const startSeconds = 60
/** About what a status answer and a token's attributes have under their signature. */
const signedOctets = 200

const folder = mkdtempSync(join(tmpdir(), 'tawqi-bench-'))
chmodSync(folder, 0o755) // the database server may run as another user
const children: ChildProcess[] = []
try {
  await compare()
} finally {
  const ended = children.filter((child) => child.exitCode === null).map((child) => once(child, 'exit'))
  for (const child of children) child.kill('SIGTERM')
  await Promise.race([Promise.all(ended), wait(15_000)])
  rmSync(folder, { recursive: true, force: true })
}

async function compare(): Promise<void> {
  const { url: product, pid: server } = await startProduct()
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

async function startProduct(): Promise<{ url: string; pid: number }> {
  const [port, simulators] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const program = join(import.meta.dirname, '../server/main.ts')
  const env = { ...process.env, PORT: String(port), SIMULATORS_PORT: String(simulators), DATA_DIR: folder, NODE_CHANNEL_FD: undefined }
  const child = fork(program, [], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.push(child)
  for (let tries = 0; tries < startSeconds * 5; tries++) {
    if (child.exitCode !== null) throw new Error('the product did not start')
    const answered = await fetch(`${url}/pki/ca/people.cer`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return { url, pid: child.pid! }
    await wait(200)
  }
  throw new Error('the product did not start in time')
}

async function startFloor(answered: number): Promise<{ url: string; pid: number }> {
  const child = fork(join(import.meta.dirname, 'floor.ts'), [String(answered), String(signedOctets)])
  children.push(child)
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
