import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { cast } from '#server/demo/cast.ts'
import { creditPlan, unbalancedPlans } from '#server/platform/ledger.ts'
import { addDays } from '#server/platform/clock.ts'
import { inFlight } from '#test/inFlight.ts'
import { testServer, type Answer, type Browser, type TestServer } from '#test/server.ts'
import { volume } from '#test/volume.ts'
import { accountOf } from '#server/platform/accounts.ts'

let server: TestServer
let faisal: Browser
beforeAll(async () => {
  server = await testServer({ simulators: { nafath: { decideAfterMs: 1 } } })
  faisal = await server.signIn(cast.faisal)
})
afterAll(() => server.close())

const pdf = readFileSync(new URL('../../../test/fixtures/pdf/handmade-table.pdf', import.meta.url))

/** Uploads of one file: the first through the door, the others as copies of its row. */
async function uploadsOf(count: number): Promise<string[]> {
  const first = await faisal.send('POST', '/api/v1/esign/my/uploads?name=a.pdf', {
    body: pdf,
    headers: { 'content-type': 'application/pdf' },
  })
  expect(first.status, first.text).toBe(200)
  const { rows } = await sql<{ public_id: string }>`
    insert into document (public_id, account_id, person_id, name, sha256, size, hash_state, facts, uploaded_at, expires_at)
    select substr(translate(encode(sha256(convert_to(n::text, 'utf8')), 'base64'), '+/=', '-_'), 1, 22), account_id, person_id, name, sha256, size, hash_state, facts, uploaded_at, expires_at
    from document, generate_series(2, ${count}) n where public_id = ${first.body.uniqueFileID} returning public_id`.execute(server.owner)
  return [first.body.uniqueFileID, ...rows.map(({ public_id }) => public_id)]
}

const starts = volume({ push: 1_000, release: 10_000 })
const balance = 100
const atOnce = 1_000

/** As a browser does where a connection that it kept was closed before the request came: once more, under the same key. */
const insist = (call: () => Promise<Answer>) =>
  call().catch((cause: unknown) => {
    if (cause instanceof TypeError) return call()
    throw cause
  })

test(
  `${starts} signings at once on a plan with ${balance} transactions leave ${balance} signed files, clear refusals of the others and balanced books`,
  { timeout: volume({ push: 240_000, release: 1_200_000 }) },
  async () => {
    const personId = faisal.session.slno
    const accountId = await accountOf(server.db, personId)
    await server.owner.updateTable('plan').set({ valid_to: server.clock.now() }).where('account_id', '=', accountId).execute()
    const { id: pricingId } = await server.db
      .selectFrom('product_pricing')
      .select('id')
      .where('transactions', '=', balance)
      .executeTakeFirstOrThrow()
    const now = server.clock.now()
    const planId = await server.db.transaction().execute((tx) =>
      creditPlan(tx, now, {
        accountId,
        pricingId,
        kind: 'esignPlan',
        orderLine: null,
        transactions: balance,
        validFrom: now,
        validTo: addDays(now, 365),
      }),
    )
    const uploads = await uploadsOf(starts)
    const answers: Answer[] = []
    await inFlight(starts, atOnce, async (i) => {
      const documents = [{ uniqueFileID: uploads[i], placement: null }]
      const key = { 'idempotency-key': randomUUID() }
      answers.push(await insist(() => faisal.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true }, key)))
    })
    const accepted = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ body }: Answer) => body.detail).filter((detail) => detail !== 'NO_BALANCE')).toEqual([])
    expect([accepted.length, refused.length]).toEqual([balance, starts - balance])
    const ended = await Promise.all(
      accepted.map(({ body }) =>
        faisal.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: body.transactionID }, { tries: 800, everyMs: 250 }),
      ),
    )
    expect(ended.map(({ body }) => body.state).filter((state) => state !== 'success')).toEqual([])
    const plan = await server.db.selectFrom('plan').select(['available', 'reserved', 'spent']).where('id', '=', planId).executeTakeFirst()
    expect(plan).toEqual({ available: 0, reserved: 0, spent: balance })
    expect(await unbalancedPlans(server.db)).toEqual([])
    const signed = await server.db
      .selectFrom('document')
      .select('public_id')
      .where('tail_sha256', 'is not', null)
      .where('person_id', '=', personId)
      .execute()
    expect(signed).toHaveLength(balance)
    const certificates = await server.db
      .selectFrom('certificate')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('profile', '=', 'e-signature')
      .where('person_id', '=', personId)
      .executeTakeFirst()
    expect(certificates).toEqual({ count: balance })
  },
)
