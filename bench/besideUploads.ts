/**
 * What everybody else waits while twenty documents of a hundred megabytes come in at once and strangers have hostile files verified: the p99 of a
 * short list and of a certificate's status, against the same calls when nobody else asks anything.
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { certIdFor, issuerHashesOf, writeOcspRequest } from '#pki/revocation/ocspRequest.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { cast } from '#server/demo/cast.ts'
import { largePdf } from '#test/fixtures/pdf/large.ts'
import { Browser } from '#test/server.ts'
import { isQuick, report, times } from './measure.ts'
import { startProduct, surroundings } from './product.ts'

const seconds = isQuick ? 8 : 20
const warmSeconds = isQuick ? 2 : 5
const uploadBytes = 100_000_000
const mostTimes = 2
const lonelyUploads = isQuick ? 2 : 5
/** Between one answer and the next question of the same caller. */
const pauseMs = 5

await using around = surroundings()
const file = join(around.folder, 'large.pdf')
writeFileSync(file, largePdf(uploadBytes))
await measureBareServer()
await measureProduct()

async function measureProduct(): Promise<void> {
  const { url, pid } = await startProduct(around, { TRUSTED_PROXIES: '127.0.0.1' })
  const people: Browser[] = []
  for (const nationalId of [cast.faisal, cast.noura]) {
    const browser = new Browser(url)
    await browser.signIn(nationalId)
    people.push(browser)
  }
  const calls = { 'a list': () => people[0]!.get('/api/v1/devices/registeredDevices/1/10'), 'a status': await askStatus(url) }
  const senders = people.map(({ deviceId, session }) => `${deviceId} ${session.token}`)
  await reportOwnThread(pid, people[0]!)
  await compare(calls, { url, senders, demanded: mostTimes })
}

/** What the machine leaves of a ratio: one with as many processors as work would show hardly more than 1. */
async function measureBareServer(): Promise<void> {
  const server = fork(join(import.meta.dirname, 'bareServer.ts'))
  around.children.push(server)
  const [url] = (await once(server, 'message')) as [string]
  const ask = async () => {
    const answer = await fetch(url)
    await answer.arrayBuffer()
    return answer
  }
  await compare({ 'a line of Node’s own server': ask }, { url, senders: ['nobody nothing'] })
}

type Sent = { url: string; senders: string[]; demanded?: number }

async function compare(calls: Calls, { url, senders, demanded }: Sent): Promise<void> {
  await latencies(calls, warmSeconds)
  const alone = await latencies(calls, seconds)
  const load = fork(join(import.meta.dirname, 'uploads.ts'), [url, file, ...senders])
  around.children.push(load)
  await once(load, 'message') // everything is under way
  const beside = await latencies(calls, seconds)
  load.send('stop')
  const [{ sentBytes, verified }] = (await once(load, 'message')) as [{ sentBytes: number; verified: number }]
  for (const [name, own] of Object.entries(alone)) {
    const ratio = p99(beside[name]!) / p99(own)
    report({
      name: `p99 of ${name} beside 20 uploads of 100 MB and 8 hostile verifications (${Math.round(sentBytes / 1e6)} MB and ${verified} files came)`,
      measured: `${p99(beside[name]!).toFixed(1)} ms`,
      baseline: `${p99(own).toFixed(1)} ms`,
      ratio: times(ratio),
      demanded: demanded === undefined ? '' : `≤ ${demanded} ×`,
      met: demanded === undefined ? undefined : ratio <= demanded,
    })
  }
}

/** What a large document takes of the one thread that answers everybody: the machine's other load does not change it. */
async function reportOwnThread(pid: number, { url, deviceId, session }: Browser): Promise<void> {
  if (process.platform !== 'linux') return
  const body = readFileSync(file)
  const headers = { authorization: `Bearer ${session.token}`, 'x-device-id': deviceId, 'content-type': 'application/pdf' }
  const before = threadCpuMs(pid)
  for (let i = 0; i < lonelyUploads; i++) {
    const { status } = await fetch(`${url}/api/v1/esign/my/uploads?name=large.pdf`, { method: 'POST', headers, body })
    if (status !== 200) throw new Error(`an upload was answered ${status}`)
  }
  report({
    name: 'the serving thread’s CPU time for an upload of 100 MB',
    measured: `${((threadCpuMs(pid) - before) / lonelyUploads).toFixed(0)} ms`,
    demanded: '',
  })
}

/** User and system time of a process's first thread so far, of which Linux shows 100 ticks a second. */
function threadCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

type Calls = Record<string, () => Promise<{ status: number }>>

/** Asks each call again and again for so long, one question after the other. @returns how long each took, in ms */
async function latencies(calls: Calls, duration: number): Promise<Record<string, number[]>> {
  const end = performance.now() + duration * 1000
  const asked = Object.entries(calls).map(async ([name, ask]): Promise<[string, number[]]> => {
    const took: number[] = []
    while (performance.now() < end) {
      const began = performance.now()
      const { status } = await ask()
      if (status !== 200) throw new Error(`${name} answered ${status}`)
      took.push(performance.now() - began)
      await wait(pauseMs)
    }
    return [name, took]
  })
  return Object.fromEntries(await Promise.all(asked))
}

function p99(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!
}

async function askStatus(url: string): Promise<Calls[string]> {
  const authority = readCertificate(Buffer.from(await (await fetch(`${url}/pki/ca/people.cer`)).arrayBuffer()))
  const body = Buffer.from(writeOcspRequest(certIdFor(issuerHashesOf(authority), randomBytes(16), 'sha1'), randomBytes(16)))
  return async () => {
    const answer = await fetch(`${url}/pki/ocsp/people`, { method: 'POST', headers: { 'content-type': 'application/ocsp-request' }, body })
    await answer.arrayBuffer()
    return answer
  }
}
