/** What a caller may do who does not know whether something took effect: the same again, under the same key. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { creditPlan, unbalancedPlans } from '#server/platform/ledger.ts'
import { addDays } from '#server/platform/clock.ts'
import { cuttableWay, type Cut } from './databaseCut.ts'
import { simplePdf } from './fixtures/pdf/make/write.ts'
import { newKey, testServer, type Browser, type TestServer } from './server.ts'
import { volume } from './volume.ts'
import { accountOf } from '#server/platform/accounts.ts'

let way: Awaited<ReturnType<typeof cuttableWay>>
let server: TestServer
let faisal: Browser
let planId: number
const rounds = volume({ push: 1, release: 25 })
/** In a round; fewer than the documents that one person may leave unsigned. */
const count = 20
const held = 3 * count * rounds

beforeAll(async () => {
  way = await cuttableWay()
  const never = 10_000 // nobody else's COMMIT is cut in the caller's place
  server = await testServer({ databaseThrough: (address) => way.through(address), sweepScale: never })
  faisal = await server.signIn(cast.faisal)
  const now = server.clock.now()
  const { id: pricingId } = await server.db
    .selectFrom('product_pricing')
    .select('id')
    .where('transactions', '=', 50)
    .executeTakeFirstOrThrow()
  const accountId = await accountOf(server.db, faisal.session.slno)
  await server.owner.updateTable('plan').set({ valid_to: now }).where('account_id', '=', accountId).execute()
  const plan = {
    accountId,
    pricingId,
    kind: 'esignPlan',
    orderLine: null,
    transactions: held,
    validFrom: now,
    validTo: addDays(now, 365),
  } as const
  planId = await server.db.transaction().execute((tx) => creditPlan(tx, now, plan))
})
afterAll(async () => {
  await server.close()
  await way.close()
})

let uploads = 0
async function begin(): Promise<() => ReturnType<Browser['post']>> {
  const uploaded = await faisal.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', {
    body: simplePdf({ catalogue: `/Uploaded ${++uploads}` }), // the same file again would give back what its lost order reserved
    headers: { 'content-type': 'application/pdf' },
  })
  const placement = { page: 1, x: 50, y: 50, width: 200, height: 60 }
  const order = { documents: [{ uniqueFileID: uploaded.body.uniqueFileID, placement }], acceptTerms: true }
  const key = { 'idempotency-key': newKey() }
  return () => faisal.post('/api/v1/esign/my/sign/initiate', order, key)
}
const started = async () =>
  (
    await server.db
      .selectFrom('esign_transaction')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('plan_id', '=', planId)
      .executeTakeFirstOrThrow()
  ).count

test.each<[Cut, string]>([
  ['before', 'the order never arrived: it is carried out'],
  ['after', 'the answer alone was lost: it is found out, and the order answered'],
])(`${rounds * count} connections lost at the COMMIT, %s it was carried out: %s`, { timeout: 60_000 * rounds }, async (cut) => {
  for (let round = 0; round < rounds; round++) await tryRound(cut)
})

async function tryRound(cut: Cut): Promise<void> {
  const before = await started()
  const orders: Awaited<ReturnType<typeof begin>>[] = []
  for (let i = 0; i < count; i++) {
    const order = await begin()
    way.cutNext(cut)
    const answer = await order()
    expect([answer.status, answer.body.detail]).toEqual(cut === 'after' ? [200, undefined] : [503, 'BUSY'])
    orders.push(order)
  }
  expect((await started()) - before).toBe(cut === 'after' ? count : 0)
  const again = async () => {
    const answers = await Promise.all(orders.map((order) => order()))
    return [...new Set(answers.map(({ status, body }) => `${status} ${body.detail ?? ''}`))]
  }
  expect(await again()).toEqual(['200 '])
  await letAMinutePass()
  expect(await again()).toEqual(['200 '])
  expect((await started()) - before).toBe(count)
  const { available, reserved } = await server.db
    .selectFrom('plan')
    .select(['available', 'reserved'])
    .where('id', '=', planId)
    .executeTakeFirstOrThrow()
  expect([available, reserved]).toEqual([held - (await started()), await started()])
  expect(await unbalancedPlans(server.db)).toEqual([])
}

/** Long enough for a request to be taken for dead. The clock stays, as the identity app lives in real time. */
async function letAMinutePass(): Promise<void> {
  await sql`update idempotency_key set created_at = created_at - interval '61 s'`.execute(server.owner)
}
