/** What the application's role in the database cannot do, tried by SQL: so that no mistake in a handler could. */
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentEdges } from '#contract/payments.ts'
import { personAndPricing } from './bareRows.ts'
import { testDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
let personId: number
let paymentId: number
beforeAll(async () => {
  database = await testDatabase()
  const { owner } = database
  const person = await personAndPricing(owner)
  personId = person.personId
  await owner
    .insertInto('authority_key')
    .values({
      id: 'people',
      purpose: 'issuingPeople',
      state: 'active',
      certificate: Buffer.alloc(1),
      not_before: new Date(0),
      not_after: new Date(),
    })
    .execute()
  await owner
    .insertInto('crl')
    .values({ issuer_id: 'people', number: 1, crl: Buffer.alloc(1), this_update: new Date(0), next_update: new Date() })
    .execute()
  const at = new Date()
  const order = await owner
    .insertInto('sales_order')
    .values({
      public_id: randomUUID(),
      account_id: person.accountId,
      person_id: personId,
      kind: 'esignPlan',
      price_halalas: 100,
      vat_basis_points: 1_500,
      vat_halalas: 15,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payment = await owner
    .insertInto('payment')
    .values({
      public_id: randomUUID(),
      reference: randomUUID(),
      gateway: 'moyasar',
      amount_halalas: 115,
      created_at: at,
      expires_at: at,
      order_id: order.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  paymentId = payment.id
})
afterAll(() => database.close())

/** As the application: whether it is let, or the SQLSTATE. */
const tried = (statement: Promise<unknown>) =>
  statement.then(
    () => 'let',
    (error: { code: string }) => error.code,
  )
const asApplication = (text: string) => tried(sql.raw(text).execute(database.db))

const [held, revoked, good] = ['hold', 'revoked', 'good'] as const
const states = {
  [good]: { revoked_at: null, revocation_reason: null },
  [held]: { revoked_at: new Date(1_000_000), revocation_reason: 6 },
  [revoked]: { revoked_at: new Date(1_000_000), revocation_reason: 1 },
}
async function certificate(state: keyof typeof states): Promise<string> {
  const serial = randomBytes(16)
  const made = {
    tbs: Buffer.from('tbs'),
    certificate: Buffer.from('der'),
    issued_at: new Date(0),
    not_before: new Date(0),
    not_after: new Date(),
  }
  await database.owner
    .insertInto('certificate')
    .values({
      serial_number: serial,
      issuer_id: 'people',
      profile: 'p',
      profile_hash: 'h',
      intended_at: new Date(0),
      ...made,
      ...states[state],
    })
    .execute()
  return `'\\x${serial.toString('hex')}'`
}

describe('a certificate', () => {
  test.each([
    [good, 'revoked_at = now(), revocation_reason = 1', 'let'],
    [good, 'revoked_at = now(), revocation_reason = 6', 'let'],
    [held, 'revoked_at = null, revocation_reason = null', 'let'],
    [held, 'revocation_reason = 4', 'let'],
    [revoked, 'crl_pending = true', 'let'],
    [good, 'revoked_at = now()', '23514'],
    [held, "revoked_at = now() + interval '1 day', revocation_reason = 4", '23514'],
    [revoked, 'revoked_at = null, revocation_reason = null', '23514'],
    [revoked, 'revocation_reason = 6', '23514'],
    [revoked, 'revocation_reason = 4', '23514'],
    [revoked, 'revoked_at = now()', '23514'],
    [good, "certificate = 'another'", '23514'],
    [good, "tbs = 'another'", '23514'],
    [good, "not_after = now() + interval '9 years'", '23514'],
    [good, 'person_id = (select min(id) from person)', '23514'],
    [good, "profile = 'another'", '23514'],
  ] as const)('that is %s: set %s: %s', async (state, set, outcome) => {
    const serial = await certificate(state)
    expect(await asApplication(`update certificate set ${set} where serial_number = ${serial}`)).toBe(outcome)
  })

  test.each(['delete from certificate', 'truncate certificate cascade', 'delete from crl', 'update crl set number = 2', 'truncate crl'])(
    '%s',
    async (text) => {
      expect(await asApplication(text)).toBe('42501')
    },
  )
})

test.each([
  "insert into operator_role values ($, 'administrator')",
  'update operator_role set person_id = $',
  'delete from operator_role',
  'truncate operator_role',
])('nobody becomes an operator, or stops being one: %s', async (text) => {
  expect(await asApplication(text.replace('$', String(personId)))).toBe('42501')
})

describe('a state', () => {
  const event = (from: string, to: string, id = paymentId) =>
    `insert into payment_event (payment_id, at, from_status, to_status, cause) values (${id}, now(), '${from}', '${to}', 'test')`
  const update = (to: string) => `update payment set status = '${to}' where id = ${paymentId}`
  const inOneTransaction = (...texts: string[]) =>
    tried(
      database.db.transaction().execute(async (tx) => {
        for (const text of texts) await sql.raw(text).execute(tx)
        throw Object.assign(new Error('undone'), { code: 'let' })
      }),
    )

  test('moves with its event', async () => {
    expect(paymentEdges.initiated).toContain('paid')
    expect(await inOneTransaction(event('initiated', 'paid'), update('paid'))).toBe('let')
  })
  test('not without one', async () => expect(await inOneTransaction(update('paid'))).toBe('23514'))
  test('not with one of another move', async () => {
    expect(await inOneTransaction(event('initiated', 'failed'), update('paid'))).toBe('23514')
  })
  test('not with one of an earlier transaction', async () => {
    await sql.raw(event('initiated', 'failed')).execute(database.db)
    expect(await inOneTransaction(update('failed'))).toBe('23514')
  })
  test('not along an edge that there is not, event or no event', async () => {
    expect(await inOneTransaction(event('initiated', 'paid'), update('paid'), event('paid', 'initiated'), update('initiated'))).toBe(
      '23514',
    )
  })

  test.each(['payment', 'esign_transaction', 'dsc'])('of %s is held by the same trigger', async (table) => {
    const { rows } = await sql<{ name: string }>`
      select tgname as name from pg_trigger where tgrelid = ${table}::regclass and tgfoid = 'check_event'::regproc`.execute(database.owner)
    expect(rows).toHaveLength(1)
  })
})

test('an approval is used once', async () => {
  const { id } = await database.owner
    .insertInto('challenge')
    .values({
      secret_hash: randomBytes(32),
      purpose: 'login',
      national_id_hash: randomBytes(32),
      national_id_sealed: randomBytes(8),
      device_public_id: randomUUID(),
      provider_trans_id: randomUUID(),
      request_id: randomUUID(),
      random: '12',
      started_at: new Date(),
      expires_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const set = (state: string) => asApplication(`update challenge set state = '${state}' where id = ${id}`)
  expect(await set('consumed')).toBe('23514')
  expect(await set('completed')).toBe('let')
  expect(await set('waiting')).toBe('23514')
  expect(await set('consumed')).toBe('let')
  for (const state of ['completed', 'waiting', 'expired']) expect(await set(state)).toBe('23514')
})
