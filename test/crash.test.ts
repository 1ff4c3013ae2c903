import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { startSimulators } from '#simulators/main.ts'
import { addDays } from '#server/platform/clock.ts'
import { creditPlan, unbalancedPlans } from '#server/platform/ledger.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { startProduct } from './productProcess.ts'
import { Browser } from './server.ts'
import { accountOf } from '#server/platform/accounts.ts'

const count = 20
const pdf = readFileSync(new URL('fixtures/pdf/libreoffice.pdf', import.meta.url))
/** Each its own: the same file again gives back what a beginning that nobody asked about reserved. */
const copy = (i: number) => Buffer.concat([pdf, Buffer.from('\n'.repeat(i + 1))])
const folder = mkdtempSync(join(tmpdir(), 'tawqi-crash-'))
let database: TestDatabase
let simulators: Awaited<ReturnType<typeof startSimulators>>
let server: ChildProcess
let url: string

beforeAll(async () => {
  database = await testDatabase()
  url = `http://127.0.0.1:${await freePort()}`
  simulators = await startSimulators({
    port: 0,
    // Called back until somebody listens: how patient a provider is with a server that is started again on a busy machine is not asked here.
    nafath: { decideAfterMs: 150, callbackPausesMs: Array.from({ length: 240 }, () => 250) },
    callbacks: { nafath: `${url}/api/v1/auth/nafath/callback` },
  })
  server = await start()
}, 60_000)
afterAll(async () => {
  server.kill('SIGKILL')
  await simulators.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = () => startProduct({ folder, port: Number(new URL(url).port), database, simulators })

/** A call as a person's browser makes it while the server comes and goes: again, until there is an answer. */
async function insist<T>(call: () => Promise<T>): Promise<T> {
  for (let i = 0; i < 600; i++) {
    try {
      return await call()
    } catch {
      await wait(100)
    }
  }
  throw new Error('no answer')
}

test('kill -9 in the middle of twenty signings loses and doubles nothing', { timeout: 300_000 }, async () => {
  const faisal = new Browser(url)
  await faisal.signIn(cast.faisal)
  const accountId = await accountOf(database.db, faisal.session.slno)
  const now = new Date()
  const { id: pricingId } = await database.db
    .selectFrom('product_pricing')
    .select('id')
    .where('transactions', '=', 50)
    .executeTakeFirstOrThrow()
  await database.owner.updateTable('plan').set({ valid_to: now }).where('account_id', '=', accountId).execute()
  const planId = await database.db.transaction().execute((tx) =>
    creditPlan(tx, now, {
      accountId,
      pricingId,
      kind: 'esignPlan',
      orderLine: null,
      transactions: 50,
      validFrom: now,
      validTo: addDays(now, 365),
    }),
  )
  const transactions: string[] = []
  for (let i = 0; i < count; i++) {
    const uploaded = await faisal.send('POST', `/api/v1/esign/my/uploads?name=${i}.pdf`, {
      body: copy(i),
      headers: { 'content-type': 'application/pdf' },
    })
    const placement = { page: 1, x: 50, y: 50, width: 200, height: 60 }
    const started = await faisal.post('/api/v1/esign/my/sign/initiate', {
      documents: [{ uniqueFileID: uploaded.body.uniqueFileID, placement }],
      acceptTerms: true,
    })
    expect(started.status, started.text).toBe(200)
    transactions.push(started.body.transactionID)
  }
  const states = new Map<string, string>()
  const poll = async (transactionID: string) => {
    while (!['success', 'failed', 'expired', 'rejected', 'cancelled'].includes(states.get(transactionID) ?? '')) {
      const answer = await insist(() => faisal.post('/api/v1/esign/my/sign/verify', { transactionID }))
      if (answer.status === 200) states.set(transactionID, answer.body.state)
      await wait(200)
    }
  }
  const polling = Promise.all(transactions.map(poll))
  for (const pauseMs of [900, 1_700, 700, 1_300, 1_100]) {
    await wait(pauseMs)
    server.kill('SIGKILL')
    await once(server, 'exit')
    server = await start()
  }
  await polling
  expect([...states.values()]).toEqual(Array.from({ length: count }, () => 'success'))
  const plan = await database.db.selectFrom('plan').select(['available', 'reserved', 'spent']).where('id', '=', planId).executeTakeFirst()
  expect(plan).toEqual({ available: 50 - count, reserved: 0, spent: count })
  expect(await unbalancedPlans(database.db)).toEqual([])
  for (const transactionID of transactions) {
    const { body } = await faisal.post('/api/v1/esign/my/documents', { transactionID })
    const file = await faisal.get(`/api/v1/esign/my/documents/${body.dataList[0].uniqueFileID}/signed`)
    const { signed_sha256 } = await database.db
      .selectFrom('document')
      .select('signed_sha256')
      .where('public_id', '=', body.dataList[0].uniqueFileID)
      .executeTakeFirstOrThrow()
    expect(createHash('sha256').update(file.body).digest().equals(signed_sha256!)).toBe(true)
  }
})
