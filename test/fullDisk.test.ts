/** A disk that fills up: nothing that was acknowledged is lost, the process stays, and everything goes on by itself when there is space. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { certIdFor, issuerHashesOf, writeOcspRequest } from '#pki/revocation/ocspRequest.ts'
import { readOcspResponse } from '#pki/revocation/readOcspResponse.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { cast } from '#server/demo/cast.ts'
import { startSimulators } from '#simulators/main.ts'
import { createDb, type Db } from '#server/platform/db/db.ts'
import { leastFreeBytes } from '#server/platform/db/diskSpace.ts'
import { databaseName, socketFolder } from '#server/platform/db/embedded.ts'
import { appRole } from '#server/platform/db/roles.ts'
import { unbalancedPlans } from '#server/platform/ledger.ts'
import { freePort } from './ports.ts'
import { startProduct } from './productProcess.ts'
import { Browser, type Answer } from './server.ts'
import { smallDisk } from './smallDisk.ts'

const made = smallDisk(704)
if (typeof made === 'string') console.log(`skipped: no disk of a test's own can be mounted here: ${made}`)
const disk = made as Exclude<typeof made, string>
const pdf = readFileSync(new URL('fixtures/pdf/libreoffice.pdf', import.meta.url))
let simulators: Awaited<ReturnType<typeof startSimulators>>
let product: ChildProcess
let db: Db
let faisal: Browser
let url: string
let host: string
/** What the person was told is done. */
const acknowledged = { documents: [] as string[], transactions: [] as string[] }

beforeAll(async () => {
  if (typeof made === 'string') return
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  simulators = await startSimulators({
    port: 0,
    nafath: { decideAfterMs: 50 },
    callbacks: { nafath: `${url}/api/v1/auth/nafath/callback` },
  })
  const embedded = { url: '', ownerUrl: '' }
  product = await startProduct({ folder: disk.folder, port, database: embedded, simulators, env: { HUMAN_CHECK_AFTER_STARTS: '10000' } })
  host = socketFolder(join(disk.folder, 'database'))
  db = createDb({ host, database: databaseName, user: appRole })
  faisal = new Browser(url)
  await faisal.signIn(cast.faisal)
}, 120_000)
afterAll(async () => {
  if (typeof made === 'string') return
  disk.empty()
  await db.destroy()
  if (product.exitCode === null && product.kill('SIGINT')) await once(product, 'exit')
  await simulators.close()
  disk.remove()
}, 60_000)
beforeEach(async () => {
  if (typeof made === 'string') return
  disk.empty()
  await until(async () => (await faisal.get('/readyz')).status === 200)
})

const upload = (body: Uint8Array = pdf) =>
  faisal.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', { body, headers: { 'content-type': 'application/pdf' } })

/** A document, and its signing as far as the reservation. @returns what each call answered */
async function beginSigning(): Promise<Answer[]> {
  const uploaded = await upload()
  if (uploaded.status !== 200) return [uploaded]
  const { uniqueFileID } = uploaded.body
  acknowledged.documents.push(uniqueFileID)
  const placement = { page: 1, x: 50, y: 50, width: 200, height: 60 }
  const begun = await faisal.post('/api/v1/esign/my/sign/initiate', { documents: [{ uniqueFileID, placement }], acceptTerms: true })
  if (begun.status === 200) acknowledged.transactions.push(begun.body.transactionID)
  return [uploaded, begun]
}

async function until(what: () => Promise<boolean>, seconds = 60): Promise<number> {
  const began = performance.now()
  while (!(await what())) {
    if (performance.now() - began > seconds * 1000) throw new Error(`waited ${seconds} s in vain`)
    await wait(100)
  }
  return (performance.now() - began) / 1000
}

async function ocspStatus() {
  const people = readCertificate(new Uint8Array((await faisal.get('/pki/ca/people.cer')).body))
  const { serial_number: serial } = await db
    .selectFrom('certificate')
    .select('serial_number')
    .where('issuer_id', '=', 'people')
    .where('certificate', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  const body = writeOcspRequest(certIdFor(issuerHashesOf(people), serial, 'sha1'))
  const answer = await faisal.send('POST', '/pki/ocsp/people', { body, headers: { 'content-type': 'application/ocsp-request' } })
  return [answer.status, readOcspResponse(new Uint8Array(answer.body)).responses.length]
}

async function nothingIsLost() {
  const { documents, transactions } = acknowledged
  expect(await unbalancedPlans(db)).toEqual([])
  const found = await db.selectFrom('document').select('public_id').where('public_id', 'in', documents).execute()
  expect(found.length).toBe(documents.length)
  const begun = await db.selectFrom('esign_transaction').select('public_id').where('public_id', 'in', transactions).execute()
  expect(begun.length).toBe(transactions.length)
}

test.skipIf(typeof made === 'string')(
  'below the mark writes are refused and all else goes on; with space they go on, too',
  { timeout: 180_000 },
  async () => {
    expect((await beginSigning()).map(({ status }) => status)).toEqual([200, 200])
    const before = disk.freeBytes()
    disk.fill(leastFreeBytes / 2)
    const stopped = await until(async () => (await upload()).status === 507, 5)
    const refused = await upload()
    expect([refused.body.detail, refused.body.title, refused.headers.get('retry-after')]).toEqual([
      'STORAGE_FULL',
      'There is not enough storage now. Try again later.',
      '60',
    ])
    const [documents] = acknowledged.documents
    const arabic = new Browser(url, { language: 'ar' })
    const start = await arabic.post('/api/v1/auth/nafath/login/initiate', { nationalID: cast.noura })
    expect([start.status, start.body.title]).toEqual([507, 'لا تتوفر مساحة تخزين كافية الآن. أعد المحاولة لاحقًا.'])
    expect((await faisal.post('/api/v1/esign/my/uploads/discard', { uniqueFileID: documents })).status).toBe(507)

    expect((await faisal.get('/api/v1/dashboard/my/notifications')).status).toBe(200)
    expect((await faisal.post('/api/v1/esign/my/documents', { transactionID: acknowledged.transactions[0] })).status).toBe(200)
    expect(await ocspStatus()).toEqual([200, 1])
    expect((await faisal.get('/pki/crl/people.crl')).status).toBe(200)
    const { refreshToken } = faisal.session
    const refreshed = await faisal.post('/api/v1/auth/refresh', { refreshToken, deviceID: faisal.deviceId })
    expect(refreshed.status, refreshed.text).toBe(200)
    faisal.session = { ...faisal.session, ...refreshed.body }
    await until(async () => (await faisal.get('/readyz')).status === 503, 5) // an answer stands for a moment
    expect((await faisal.get('/livez')).status).toBe(200)

    disk.empty()
    const healed = await until(async () => (await upload()).status === 200, 5)
    console.log(
      `${(before / 2 ** 20) | 0} MiB free at first; refused after ${stopped.toFixed(1)} s, taken again ${healed.toFixed(1)} s after there was space`,
    )
    await nothingIsLost()
  },
)

test.skipIf(typeof made === 'string')('an upload that would pass the mark is refused before it is read', async () => {
  disk.fill(leastFreeBytes + 2 ** 22)
  await wait(1_000) // longer than a look at the disk lasts
  const large = await upload(Buffer.alloc(2 ** 22))
  disk.empty()
  expect([large.status, large.body.detail]).toEqual([507, 'STORAGE_FULL'])
})

test.skipIf(typeof made === 'string')(
  'a database whose log cannot grow is started again when there is space',
  { timeout: 300_000 },
  async () => {
    const told = () => readFileSync(join(disk.folder, 'database/postgres.log'), 'utf8')
    const statuses = new Map<number, number>()
    const writing = new AbortController()
    const writers = Array.from({ length: 3 }, async () => {
      while (!writing.signal.aborted) {
        for (const { status } of await beginSigning()) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        await wait(50)
      }
    })
    await until(async () => (statuses.get(200) ?? 0) >= 12)
    disk.fill()
    const superuser = new pg.Client({ host, user: 'postgres', database: 'postgres' })
    superuser.on('error', () => undefined)
    await superuser.connect()
    // Writes that nobody holds back at the mark, until the log has no room.
    const growing = async () => {
      for (;;) await superuser.query("select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))")
    }
    await expect(growing()).rejects.toThrow(/terminat|No space left|connection/i)
    await superuser.end().catch(() => undefined)
    await until(async () => told().includes('PANIC'))
    await wait(10_000) // it tries to come back meanwhile, and cannot
    const without = [(await faisal.get('/livez')).status, (await upload()).status]
    expect([product.exitCode, ...without]).toEqual([null, 200, expect.toSatisfy((status: number) => status === 503 || status === 507)])
    disk.empty()
    const healed = await until(async () => (await faisal.get('/readyz')).status === 200, 90)
    const before = statuses.get(200)!
    await until(async () => statuses.get(200)! > before + 3 || (statuses.get(422) ?? 0) + (statuses.get(429) ?? 0) > 0)
    writing.abort()
    await Promise.all(writers)
    console.log(`ready again ${healed.toFixed(1)} s after there was space; the writers were answered ${JSON.stringify([...statuses])}`)
    expect(product.exitCode).toBeNull()
    expect((await upload()).status).toBe(200)
    await nothingIsLost()
  },
)
