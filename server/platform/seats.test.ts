/** The seats of an organisation, under many hands at once and in every order: as many sit as there are seats, and nobody twice. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OrgRole } from '#contract/kit.ts'
import { personAndPricing } from '#test/bareRows.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { volume } from '#test/volume.ts'
import { addDays } from './clock.ts'
import { retrying } from './db/db.ts'
import { reserve, unbalancedPlans } from './ledger.ts'
import { creditStartingSeats, giveSeatBack, takeSeat } from './seats.ts'

const at = new Date('2026-11-21T09:00:00Z')
let database: TestDatabase
let personIds: number[]
let accountId: number
/** Eight users of the organisation, who have three seats between them. */
let members: number[]
let organisations = 0

beforeAll(async () => {
  database = await testDatabase()
  const { personId } = await personAndPricing(database.db)
  const {
    id: _id,
    name_ar: _ar,
    name_en: _en,
    ...model
  } = await database.db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow()
  const others = Array.from({ length: 8 }, (_, n) => ({ ...model, national_id_hash: Buffer.from(`another ${n}`) }))
  personIds = (await database.db.insertInto('person').values(others).returning('id').execute()).map(({ id }) => id)
})
afterAll(() => database.close())

const newMember = async (organisation_id: number, person_id: number, role: OrgRole) =>
  (
    await database.db
      .insertInto('membership')
      .values({ organisation_id, person_id, role, status: 'approved', created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

let organisationId: number
beforeEach(async () => {
  const { db } = database
  const number = ++organisations
  organisationId = (
    await db
      .insertInto('organisation')
      .values({ unified_number: `7${String(number).padStart(9, '0')}`, name_ar: 'x', name_en: 'x', sip_code: `s${number}`, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  const account = await db.selectFrom('account').select('id').where('organisation_id', '=', organisationId).executeTakeFirstOrThrow()
  accountId = account.id
  await db.transaction().execute((tx) => creditStartingSeats(tx, at, accountId))
  members = []
  for (const personId of personIds) members.push(await newMember(organisationId, personId, 'organizationUser'))
})

const inTransaction = (act: typeof takeSeat, member: number) =>
  retrying(() => database.db.transaction().execute((tx) => act(tx, at, member))).then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )
const seats = async (role: OrgRole = 'organizationUser') =>
  database.db
    .selectFrom('plan')
    .select(['available', 'allocated', 'credited'])
    .where('account_id', '=', accountId)
    .where('role', '=', role)
    .executeTakeFirstOrThrow()
const seated = async () =>
  (
    await database.db
      .selectFrom('membership')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('seat_plan_id', 'is not', null)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id)

test('an organisation begins with one EA, one AS and three users, once', async () => {
  expect(await seats('enrolmentAdmin')).toMatchObject({ available: 1, credited: 1 })
  expect(await seats('authorizedSignatory')).toMatchObject({ available: 1, credited: 1 })
  expect(await seats()).toMatchObject({ available: 3, credited: 3 })
  const again = database.db.transaction().execute((tx) => creditStartingSeats(tx, at, accountId))
  await expect(again).rejects.toMatchObject({ code: '23505' })
})

test('eight ask at once for three seats: three sit, five are told', async () => {
  const told = await Promise.all(members.map((member) => inTransaction(takeSeat, member)))
  expect(told.toSorted()).toEqual([...Array<string>(5).fill('NO_BALANCE'), 'done', 'done', 'done'])
  expect(await seats()).toEqual({ available: 0, allocated: 3, credited: 3 })
  expect(await seated()).toHaveLength(3)
  expect(await unbalancedPlans(database.db)).toEqual([])
})

test('one who asks many times at once sits on one seat, and gives back one', async () => {
  expect(new Set(await Promise.all(Array.from({ length: 6 }, () => inTransaction(takeSeat, members[0]!))))).toEqual(new Set(['done']))
  expect(await seats()).toMatchObject({ available: 2, allocated: 1 })
  await Promise.all(Array.from({ length: 6 }, () => inTransaction(giveSeatBack, members[0]!)))
  expect(await seats()).toMatchObject({ available: 3, allocated: 0 })
  const { rows } = await sql`select kind from ledger_entry where membership_id = ${members[0]} order by id`.execute(database.db)
  expect(rows).toEqual([{ kind: 'allocate' }, { kind: 'release' }])
})

test('a seat of one role is none for another', async () => {
  const { id } = await database.db.selectFrom('person').select('id').orderBy('id').limit(1).executeTakeFirstOrThrow()
  const admin = await newMember(organisationId, id, 'enrolmentAdmin')
  for (const member of members.slice(0, 3)) await inTransaction(takeSeat, member)
  expect(await inTransaction(takeSeat, members[3]!)).toBe('NO_BALANCE')
  expect(await inTransaction(takeSeat, admin)).toBe('done')
})

test('nothing is signed from a plan of seats, whenever it ends', async () => {
  await database.db
    .updateTable('plan')
    .set({ valid_to: addDays(at, 9) })
    .where('account_id', '=', accountId)
    .execute()
  const signing = database.db.transaction().execute((tx) => reserve(tx, at, { accountId, transactionId: 1 }))
  await expect(signing).rejects.toMatchObject({ code: 'NO_BALANCE' })
})

const runs = volume({ push: 25, release: 500 })
test(
  `${runs} stories of takers and givers at once: never more sit than there are seats, and the books agree`,
  { timeout: volume({ push: 120_000, release: 1_800_000 }) },
  async () => {
    const step = fc.record({ member: fc.nat(7), act: fc.constantFrom(takeSeat, giveSeatBack) })
    const story = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const told = await Promise.all(steps.map(({ member, act }) => inTransaction(act, members[member]!)))
      expect(told.filter((one) => one !== 'done' && one !== 'NO_BALANCE')).toEqual([])
      const { available, allocated } = await seats()
      expect([available + allocated, (await seated()).length]).toEqual([3, allocated])
      expect(await unbalancedPlans(database.db)).toEqual([])
    })
    await fc.assert(story, { numRuns: runs })
  },
)
