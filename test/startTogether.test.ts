/** Replicas that are started at the same moment on a new database and one shared data folder. */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { startSimulators } from '#simulators/main.ts'
import { emptyDatabase, type TestDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { startProduct } from './productProcess.ts'
import { Browser } from './server.ts'
import { volume } from './volume.ts'

const count = volume({ push: 2, release: 5 })
const folder = mkdtempSync(join(tmpdir(), 'tawqi-together-'))
let database: TestDatabase
let simulators: Awaited<ReturnType<typeof startSimulators>>
const ports: number[] = []
const products: ChildProcess[] = []

beforeAll(async () => {
  database = await emptyDatabase()
  for (let i = 0; i < count; i++) ports.push(await freePort())
  const callbacks = { nafath: `http://127.0.0.1:${ports[0]}/api/v1/auth/nafath/callback` }
  simulators = await startSimulators({ port: 0, nafath: { decideAfterMs: 50 }, callbacks })
})
afterAll(async () => {
  for (const product of products) product.kill('SIGKILL')
  await simulators.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

test(`${count} at once: all serve, with one authority and one demonstration between them`, { timeout: 300_000 }, async () => {
  const urls = await Promise.all(
    ports.map(async (port) => {
      products.push(await startProduct({ folder, port, database, simulators }))
      return `http://127.0.0.1:${port}`
    }),
  )
  const roots = await Promise.all(urls.map(async (url) => (await new Browser(url).get('/pki/ca/root.cer')).body.toString('hex')))
  expect(new Set(roots).size).toBe(1)
  for (const url of urls) expect((await new Browser(url).get('/readyz')).status).toBe(200)
  const keys = await database.db.selectFrom('authority_key').select('id').orderBy('id').execute()
  expect(keys.map(({ id }) => id)).toEqual(['documents', 'people', 'root', 'seals', 'tsa'])
  const { signed } = await database.db
    .selectFrom('esign_transaction')
    .select((e) => e.fn.countAll<number>().as('signed'))
    .where('state', '=', 'success')
    .executeTakeFirstOrThrow()
  expect(signed).toBe(12)
  const faisal = new Browser(urls[0]!)
  await faisal.signIn(cast.faisal)
  const elsewhere = Object.assign(new Browser(urls.at(-1)!, { deviceId: faisal.deviceId }), { session: faisal.session })
  expect((await elsewhere.get('/api/v1/dashboard/my/notifications')).status).toBe(200)
})
