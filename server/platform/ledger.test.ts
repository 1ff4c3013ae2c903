/** The books of plans, under many hands at once and under every order of events: nothing is spent twice, nothing is lost (M1, M2). */
import fc from 'fast-check'
import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personAndPricing } from '#test/bareRows.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { inFlight } from '#test/inFlight.ts'
import { volume } from '#test/volume.ts'
import { addDays } from './clock.ts'
import type { DB } from './db/schema.ts'
import { creditPlan, debit, expirePlans, release, reserve, reversePlan, unbalancedPlans } from './ledger.ts'
import { Problem } from './problems.ts'

type Tx = Transaction<DB>

let database: TestDatabase
let owner: { accountId: number; pricingId: number }
/** Rows of signings, for the entries to name. */
let signings: number[]
const spends = volume({ push: 1_000, release: 10_000 })
const [runs, commands] = [volume({ push: 300, release: 5_000 }), volume({ push: 40, release: 100 })]
const start = new Date('2026-11-21T09:00:00Z')
beforeAll(async () => {
  database = await testDatabase()
  const { personId, ...bought } = await personAndPricing(database.db)
  owner = bought
  const { rows } = await sql<{ id: number }>`
    insert into esign_transaction (public_id, account_id, person_id, device_public_id, state, document_count, created_at, expires_at)
    select n::text, ${owner.accountId}, ${personId}, '', 'received', 1, ${start}, ${start} from generate_series(1, ${2 * spends + commands}::int) n returning id`.execute(
    database.db,
  )
  signings = rows.map(({ id }) => id)
})
afterAll(() => database.close())

const buy = (tx: Tx, at: Date, transactions: number, days: number) =>
  creditPlan(tx, at, { ...owner, kind: 'esignPlan', orderLine: null, transactions, validFrom: at, validTo: addDays(at, days) })

const planOf = async (tx: Pick<Tx, 'selectFrom'>, id: number) =>
  tx.selectFrom('plan').select(['available', 'reserved', 'spent', 'expired', 'credited']).where('id', '=', id).executeTakeFirstOrThrow()

describe('a counter of 100 under many hands', () => {
  const counter = 100
  let used = 0

  /** What is wrong after `spends` tries at once to spend one of a plan each. */
  async function faultsOf(spend: (tx: Tx, transactionId: number) => Promise<unknown>): Promise<string[]> {
    const { db } = database
    const planId = await db.transaction().execute((tx) => buy(tx, start, counter, 365))
    const outcomes = new Map<string, number>()
    const one = async () => {
      const transactionId = signings[used++]!
      const outcome = await db
        .transaction()
        .execute((tx) => spend(tx, transactionId))
        .then(
          () => 'spent',
          (cause: unknown) => (cause instanceof Problem ? cause.code : String(cause)),
        )
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    await inFlight(spends, 2_000, one) // more would wait for a connection longer than the pool lets them
    const { available, reserved } = await planOf(db, planId)
    const told = Object.fromEntries(outcomes)
    const isRight = told.spent === counter && told.NO_BALANCE === spends - counter && outcomes.size === 2
    const unbalanced = await unbalancedPlans(db)
    await db.updateTable('plan').set({ valid_to: start }).where('id', '=', planId).execute() // the next one's turn
    await db.transaction().execute((tx) => expirePlans(tx, start))
    return [
      ...(isRight ? [] : [`outcomes ${JSON.stringify(told)}`]),
      ...(available === 0 && reserved === counter ? [] : [`left ${available}, reserved ${reserved}`]),
      ...(unbalanced.includes(planId) ? ['the balance is not the sum of its entries'] : []),
    ]
  }

  const timeout = volume({ push: 60_000, release: 300_000 })
  test(`${spends} at once: 100 are served, the others are told that nothing is left`, { timeout }, async () => {
    const began = performance.now()
    expect(await faultsOf((tx, transactionId) => reserve(tx, start, { accountId: owner.accountId, transactionId }))).toEqual([])
    expect(performance.now() - began).toBeLessThan(60_000)
  })

  test('a ledger that reads before it writes would be found out', { timeout }, async () => {
    const readThenWrite = async (tx: Tx, transactionId: number) => {
      const plan = await tx
        .selectFrom('plan')
        .select(['id', 'available', 'reserved'])
        .where('valid_to', '>', start)
        .executeTakeFirstOrThrow()
      if (plan.available < 1) throw new Problem('NO_BALANCE')
      const set = { available: plan.available - 1, reserved: plan.reserved + 1 }
      await tx.updateTable('plan').set(set).where('id', '=', plan.id).execute()
      await tx
        .insertInto('ledger_entry')
        .values({
          operation_key: `reserve:${transactionId}`,
          account_id: owner.accountId,
          plan_id: plan.id,
          kind: 'reserve',
          from_account: 'available',
          to_account: 'reserved',
          amount: 1,
          transaction_id: transactionId,
          at: start,
        })
        .execute()
    }
    const faults = await faultsOf(readThenWrite)
    expect(faults.find((fault) => fault.startsWith('outcomes'))).toBeDefined()
    expect(faults).toContain('the balance is not the sum of its entries')
  })
})

test('what is one account’s is reserved for no other, and entered for no other', async () => {
  const { db } = database
  const organisation = await db
    .insertInto('organisation')
    .values({ unified_number: '7009999999', name_ar: 'x', name_en: 'x', sip_code: 'x', created_at: start })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: other } = await db.selectFrom('account').select('id').where('organisation_id', '=', organisation.id).executeTakeFirstOrThrow()
  const planId = await db.transaction().execute((tx) => buy(tx, start, 5, 365))
  const { public_id: planPublicId } = await db.selectFrom('plan').select('public_id').where('id', '=', planId).executeTakeFirstOrThrow()
  const reserving = db
    .transaction()
    .execute((tx) => reserve(tx, start, { accountId: other, planPublicId, transactionId: signings.at(-1)! }))
  await expect(reserving).rejects.toMatchObject({ code: 'NO_BALANCE' })
  const entering = sql`insert into ledger_entry (operation_key, account_id, plan_id, kind, from_account, to_account, amount, at)
    values ('foreign', ${other}, ${planId}, 'debit', 'reserved', 'spent', 1, ${start})`.execute(db)
  await expect(entering).rejects.toMatchObject({ code: '23503' })
  const signing = sql`update esign_transaction set plan_id = ${planId}, account_id = ${other} where id = ${signings.at(-1)}`.execute(db)
  await expect(signing).rejects.toMatchObject({ code: '23503' })
  await db.updateTable('plan').set({ valid_to: start }).where('id', '=', planId).execute()
  await db.transaction().execute((tx) => expirePlans(tx, start))
})

/** What the books should say of a plan. */
type Plan = Record<'id' | 'available' | 'reserved' | 'spent' | 'expired' | 'reversed' | 'credited', number> & { validTo: Date }
type Open = { transactionId: number; plan: Plan }

/** The books as somebody would keep them on paper, beside those that the product keeps. */
class Paper {
  at = start
  readonly plans: Plan[] = []
  readonly open: Open[] = []
  readonly settled: Open[] = []
  used = 2 * spends

  next(): Plan | undefined {
    return this.plans
      .filter(({ available, validTo }) => available >= 1 && validTo > this.at)
      .toSorted((a, b) => a.validTo.getTime() - b.validTo.getTime() || a.id - b.id)[0]
  }

  /** What has run out is written off. */
  lapse(): Plan[] {
    const over = this.plans.filter(({ available, validTo }) => available > 0 && validTo <= this.at)
    for (const plan of over) Object.assign(plan, { expired: plan.expired + plan.available, available: 0 })
    return over
  }
}

type Step = { what: keyof typeof steps; which: number; amount: number }

/** Refused by a unique key or a check of the database, and nothing is left of the try. */
async function isRefused(tx: Tx, act: () => Promise<unknown>): Promise<void> {
  await sql`savepoint try`.execute(tx)
  await expect(act()).rejects.toMatchObject({ code: expect.stringMatching(/^235(05|14)$/) })
  await sql`rollback to savepoint try`.execute(tx)
}

const steps = {
  async buy(tx: Tx, paper: Paper, { which, amount }: Step) {
    const validTo = addDays(paper.at, 1 + (which % 4))
    const id = await buy(tx, paper.at, amount, 1 + (which % 4))
    paper.plans.push({ id, validTo, available: amount, reserved: 0, spent: 0, expired: 0, reversed: 0, credited: amount })
  },
  async reserve(tx: Tx, paper: Paper) {
    const transactionId = signings[paper.used++]!
    const plan = paper.next()
    const reserved = reserve(tx, paper.at, { accountId: owner.accountId, transactionId })
    if (!plan) return expect(reserved).rejects.toMatchObject({ code: 'NO_BALANCE' })
    expect(await reserved).toBe(plan.id)
    plan.available--
    plan.reserved++
    paper.open.push({ transactionId, plan })
  },
  async post(tx: Tx, paper: Paper, { which }: Step) {
    const [open] = paper.open.splice(which % (paper.open.length || 1), 1)
    if (!open) return
    await debit(tx, paper.at, { planId: open.plan.id, transactionId: open.transactionId })
    open.plan.reserved--
    open.plan.spent++
    paper.settled.push(open)
  },
  async void(tx: Tx, paper: Paper, { which }: Step) {
    const [open] = paper.open.splice(which % (paper.open.length || 1), 1)
    if (!open) return
    await release(tx, paper.at, { planId: open.plan.id, transactionId: open.transactionId })
    open.plan.reserved--
    open.plan.available++
    paper.settled.push(open)
  },
  async settleAgain(tx: Tx, paper: Paper, { which, amount }: Step) {
    const settled = paper.settled[which % (paper.settled.length || 1)]
    if (!settled) return
    const settle = amount % 2 ? debit : release
    await isRefused(tx, () => settle(tx, paper.at, { planId: settled.plan.id, transactionId: settled.transactionId }))
  },
  async reserveAgain(tx: Tx, paper: Paper, { which }: Step) {
    const known = [...paper.open, ...paper.settled]
    const { transactionId } = known[which % (known.length || 1)] ?? {}
    if (transactionId === undefined || !paper.next()) return
    await isRefused(tx, () => reserve(tx, paper.at, { accountId: owner.accountId, transactionId }))
  },
  async wait(_tx: Tx, paper: Paper, { amount }: Step) {
    paper.at = addDays(paper.at, amount / 4)
  },
  async expire(tx: Tx, paper: Paper) {
    expect(await expirePlans(tx, paper.at)).toBe(paper.lapse().length)
  },
  async refund(tx: Tx, paper: Paper, { which }: Step) {
    const plan = paper.plans[which % (paper.plans.length || 1)]
    if (!plan || plan.validTo <= paper.at) return
    await reversePlan(tx, paper.at, plan.id)
    Object.assign(plan, { validTo: paper.at, reversed: plan.available, available: 0 })
  },
}

describe('whatever happens to plans', () => {
  const timeout = volume({ push: 120_000, release: 3_600_000 })

  test(`${runs} stories of ${commands} events each: the books say what a person with paper would have written`, { timeout }, async () => {
    const names = Object.keys(steps) as Step['what'][]
    const step: fc.Arbitrary<Step> = fc.record({
      what: fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fc.constant('reserve' as const) }),
      which: fc.nat(99),
      amount: fc.integer({ min: 1, max: 6 }),
    })
    const done = new Map<string, number>()
    const story = fc.asyncProperty(fc.array(step, { minLength: commands, maxLength: commands }), async (events) => {
      const tx = await database.db.startTransaction().execute()
      try {
        const paper = new Paper()
        for (const event of events) {
          await steps[event.what](tx, paper, event)
          done.set(event.what, (done.get(event.what) ?? 0) + 1)
        }
        const rows = await tx
          .selectFrom('plan')
          .selectAll()
          .where('id', 'in', [0, ...paper.plans.map(({ id }) => id)])
          .orderBy('id')
          .execute()
        expect(
          rows.map(({ id, available, reserved, spent, expired, reversed, credited }) => ({
            id,
            available,
            reserved,
            spent,
            expired,
            reversed,
            credited,
          })),
        ).toEqual(paper.plans.map(({ validTo: _validTo, ...counts }) => counts))
        const unbalanced = await unbalancedPlans(tx)
        expect(paper.plans.filter(({ id }) => unbalanced.includes(id))).toEqual([])
      } finally {
        await tx.rollback().execute()
      }
    })
    await fc.assert(story, { numRuns: runs })
    expect([...done.keys()].sort()).toEqual(names.toSorted())
  })
})
