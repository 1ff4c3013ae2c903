import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#server/platform/clock.ts'
import { creditPlan, debit, reserve } from '#server/platform/ledger.ts'
import { testServer, type TestServer } from '#test/server.ts'
import { addPerson } from '#test/people.ts'
import { tellWhatIsDue } from './dueNotices.ts'
import { accountOf } from '#server/platform/accounts.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ sweepScale: 1_000 })
})
afterAll(() => server.close())

const day = 86_400
/** Somebody with one plan of ten transactions for a year, told nothing yet. */
async function somebody(n: number, transactions = 10) {
  const { personId } = await addPerson(server, 2, n, transactions)
  const told = async () => {
    await tellWhatIsDue(server.app)
    await tellWhatIsDue(server.app)
    const notices = await server.db.selectFrom('notification').select('kind').where('person_id', '=', personId).orderBy('id').execute()
    const mails = await server.db
      .selectFrom('message')
      .select('subject')
      .where('recipient', '=', `person-${n}@example.sa`)
      .orderBy('id')
      .execute()
    return { notices: notices.map(({ kind }) => kind), mails: mails.map(({ subject }) => subject) }
  }
  return { personId, told }
}

/** Spends from the plan that ends first. */
async function spend(personId: number, times: number) {
  const now = server.app.clock.now()
  for (let i = 0; i < times; i++) {
    await server.db.transaction().execute(async (tx) => {
      const { id: transactionId } = await tx
        .insertInto('esign_transaction')
        .values({
          public_id: `t${personId}-${now.getTime()}-${i}`,
          account_id: await accountOf(tx, personId),
          person_id: personId,
          device_public_id: 'test',
          state: 'failed',
          failure: 'trouble',
          document_count: 1,
          created_at: now,
          expires_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const planId = await reserve(tx, now, { accountId: await accountOf(tx, personId), transactionId })
      await debit(tx, now, { planId, transactionId })
    })
  }
}

const secondPlan = (personId: number, days: number) =>
  server.db.transaction().execute(async (tx) => {
    const now = server.app.clock.now()
    const { id: pricingId } = await tx.selectFrom('product_pricing').select('id').where('transactions', '=', 10).executeTakeFirstOrThrow()
    const validTo = addDays(now, days)
    const accountId = await accountOf(tx, personId)
    await creditPlan(tx, now, { accountId, pricingId, kind: 'esignPlan', orderLine: null, transactions: 10, validFrom: now, validTo })
  })

const low = 'أوشك رصيد باقتك على النفاد'

test('a plan that is nearly used up is told at a fifth, and once more when nothing is left', async () => {
  const { personId, told } = await somebody(201)
  await spend(personId, 7)
  expect(await told()).toEqual({ notices: [], mails: [] })
  await spend(personId, 1)
  expect(await told()).toEqual({ notices: ['planLow'], mails: [low] })
  await spend(personId, 1)
  expect(await told()).toEqual({ notices: ['planLow'], mails: [low] })
  await spend(personId, 1)
  expect(await told()).toEqual({ notices: ['planLow', 'planLow'], mails: [low, low] })
})

test('whoever has another plan to sign with is told in the application only', async () => {
  const { personId, told } = await somebody(202)
  await spend(personId, 8)
  await secondPlan(personId, 400)
  expect(await told()).toEqual({ notices: ['planLow'], mails: [] })
})

test('a plan’s end is told 30 and 7 days ahead, unless the plan lives no longer than that', async () => {
  const { personId, told } = await somebody(203)
  const short = await somebody(204)
  await server.db
    .updateTable('plan')
    .set({ valid_to: addDays(server.app.clock.now(), 400) })
    .where('account_id', '=', await accountOf(server.db, short.personId))
    .execute()
  await secondPlan(short.personId, 7)
  const ends = 'تنتهي صلاحية باقتك قريبًا'
  await server.db
    .updateTable('person')
    .set({ kyc_until: addDays(server.app.clock.now(), 9_000) })
    .execute()
  expect((await told()).notices).toEqual([])
  server.clock.advance(334 * day)
  expect((await told()).notices).toEqual([])
  server.clock.advance(2 * day)
  expect(await told()).toEqual({ notices: ['planExpiring'], mails: [ends] })
  server.clock.advance(20 * day)
  expect((await told()).notices).toEqual(['planExpiring'])
  server.clock.advance(3 * day)
  expect(await told()).toEqual({ notices: ['planExpiring', 'planExpiring'], mails: [ends, ends] })
  server.clock.advance(7 * day)
  expect((await told()).notices).toHaveLength(2)
  server.clock.advance(-366 * day)
  expect((await short.told()).notices).toEqual([])
  expect(personId).not.toBe(short.personId)
})

test('the next confirmation of identity is told 30 and 7 days ahead, and anew after each renewal', async () => {
  const { personId, told } = await somebody(205)
  const dueIn = (days: number) =>
    server.db
      .updateTable('person')
      .set({ kyc_until: addDays(server.app.clock.now(), days) })
      .where('id', '=', personId)
      .execute()
  await dueIn(31)
  expect((await told()).notices).toEqual([])
  await dueIn(29)
  expect(await told()).toEqual({ notices: ['kycDue'], mails: ['جدّد توثيق هويتك'] })
  server.clock.advance(23 * day)
  expect((await told()).notices).toEqual(['kycDue', 'kycDue'])
  server.clock.advance(10 * day)
  expect((await told()).notices).toEqual(['kycDue', 'kycDue'])
  await dueIn(365)
  expect((await told()).notices).toHaveLength(2)
  await dueIn(20)
  expect((await told()).notices).toHaveLength(3)
  server.clock.advance(-33 * day)
})

test('somebody whose account is closed is told nothing, and two processes tell a thing once', async () => {
  const closed = await somebody(206)
  await spend(closed.personId, 9)
  await server.db.updateTable('person').set({ status: 'closed' }).where('id', '=', closed.personId).execute()
  expect(await closed.told()).toEqual({ notices: [], mails: [] })
  const open = await somebody(207)
  await spend(open.personId, 9)
  await Promise.all(Array.from({ length: 4 }, () => tellWhatIsDue(server.app)))
  expect(await open.told()).toEqual({ notices: ['planLow'], mails: [low] })
})
