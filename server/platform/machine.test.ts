/** Every state machine, in every pair of states: its function and the triggers of its table take the edges of the contract and no others. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applications } from '#server/features/applications/applications.ts'
import { certificates } from '#server/features/certificates/states.ts'
import { enrolments } from '#server/features/enrolment/enrolments.ts'
import { catalogueChanges } from '#server/features/finance/catalogueChanges.ts'
import { runs as reconciliations } from '#server/features/finance/reconcile.ts'
import { memberChanges } from '#server/features/members/changeRequests.ts'
import { memberships } from '#server/features/members/states.ts'
import { organisations } from '#server/features/operations/organisations.ts'
import { closures } from '#server/features/operations/closures.ts'
import { contactMessages } from '#server/features/operations/contactMessages.ts'
import { accountsOfPeople } from '#server/features/operations/accountStates.ts'
import { organisationChanges } from '#server/features/organisation/changes.ts'
import { contacts, units } from '#server/features/organisation/submissions.ts'
import { refunds } from '#server/features/payments/refundEnd.ts'
import { payments } from '#server/features/payments/states.ts'
import { erasures } from '#server/features/profile/erasure.ts'
import { sealedDocuments } from '#server/features/seals/documents.ts'
import { transactions } from '#server/features/signing/states.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import type { Actor } from './audit.ts'
import type { Queryable } from './db/db.ts'
import { challenges } from './identity/challenges.ts'

type AnyMachine = {
  edges: Record<string, readonly string[]>
  move(
    tx: Queryable,
    actor: Actor,
    row: { id: number; state: string; status: string },
    to: string,
    change: { cause: string },
  ): Promise<void>
}
type Tried = {
  machine: unknown
  /** The table of its events, and the column that names the row. */
  event?: [table: string, of: string]
  column?: 'status'
  /** What a row must have besides for a move, as columns of SQL: triggers judge more than the edge. */
  columns?: (from: string, to: string) => Record<string, unknown>
}
let count = 0
const machines: Record<string, Tried> = {
  esign_transaction: { machine: transactions, event: ['esign_transaction_event', 'transaction_id'] },
  // An organisation's certificate alone is decided, one at a time, and only a person's own is issued without.
  dsc: {
    machine: certificates,
    event: ['dsc_event', 'dsc_id'],
    columns: (_, to) =>
      to === 'approved' || to === 'rejected' ? { organisation_id: ++count, signatory_approved_at: new Date() } : { organisation_id: null },
  },
  sealed_document: { machine: sealedDocuments },
  payment: { machine: payments, event: ['payment_event', 'payment_id'], column: 'status' },
  enrolment: { machine: enrolments },
  challenge: { machine: challenges },
  erasure_request: { machine: erasures },
  organisation_application: { machine: applications },
  organisation: { machine: organisations, column: 'status' },
  account_closure: { machine: closures },
  contact_message: { machine: contactMessages },
  person: { machine: accountsOfPeople, column: 'status' },
  membership: { machine: memberships, column: 'status' },
  membership_change: { machine: memberChanges, column: 'status' },
  organisation_change: { machine: organisationChanges, column: 'status' },
  organisation_unit: { machine: units, column: 'status' },
  reconciliation: { machine: reconciliations },
  refund: { machine: refunds, column: 'status' },
  catalogue_change: { machine: catalogueChanges, column: 'status' },
  organisation_contact: { machine: contacts, column: 'status' },
}

const actor: Actor = { now: new Date(), caller: null, organisation: null, deviceId: null, address: '', reference: 'test' }
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  // A row of a state alone will do: here only the triggers are asked. This database is thrown away afterwards.
  const tables = Object.entries(machines).flatMap(([table, { event }]) => (event ? [table, event[0]] : [table]))
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype in ('c', 'f', 'n') and conrelid::regclass::text = any(${tables}) and conname <> conrelid::regclass || '_id_not_null'
      and not exists (select from pg_attribute where attrelid = conrelid and attnum = any(conkey) and attidentity <> '' and contype = 'n')
  `.execute(database.owner)
  for (const { table, name } of rows) await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(database.owner)
})
afterAll(() => database.close())

test('every table whose edges the database enforces is a machine here', async () => {
  const { rows } = await sql<{ table: string }>`
    select tgrelid::regclass::text as table from pg_trigger where tgname like '%\\_edges' order by 1`.execute(database.owner)
  expect(rows.map(({ table }) => table)).toEqual(Object.keys(machines).sort())
})

/** A row in a state, past the triggers, as only the owner can make it. */
async function rowIn(table: string, state: string, columns: Record<string, unknown>): Promise<number> {
  const values = { [machines[table]!.column ?? 'state']: state, ...columns }
  return database.owner.transaction().execute(async (tx) => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(values))}) returning id`.execute(tx)
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
    return rows[0]!.id
  })
}

const outcomeOf = (tried: Promise<unknown>) =>
  tried.then(
    () => 'moved',
    (error: { code: string }) => error.code,
  )

test.each(Object.entries(machines))('%s', async (table, { machine, event, column = 'state', columns = () => ({}) }) => {
  const tested = machine as AnyMachine
  const { edges } = tested
  const states = Object.keys(edges)
  for (const from of states)
    for (const to of states) {
      const allowed = edges[from]!.includes(to)
      const byFunction = await rowIn(table, from, columns(from, to))
      const moved = await outcomeOf(
        database.db
          .transaction()
          .execute((tx) => tested.move(tx, actor, { id: byFunction, state: from, status: from }, to, { cause: 'test' })),
      )
      expect(`${from} → ${to}: ${moved}`).toBe(`${from} → ${to}: ${allowed ? 'moved' : 'WRONG_STATE'}`)
      if (from === to) continue
      const bySql = await rowIn(table, from, columns(from, to))
      const updated = await outcomeOf(
        database.db.transaction().execute(async (tx) => {
          if (event)
            await sql`insert into ${sql.table(event[0])} (${sql.ref(event[1])}, ${sql.ref(`from_${column}`)}, ${sql.ref(`to_${column}`)}) values (${bySql}, ${from}, ${to})`.execute(
              tx,
            )
          await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where id = ${bySql}`.execute(tx)
        }),
      )
      expect(`${from} → ${to}: ${updated}`).toBe(`${from} → ${to}: ${allowed ? 'moved' : '23514'}`)
    }
})

test('a move leaves its event and its trail, and a refused one leaves nothing', async () => {
  const id = await rowIn('esign_transaction', 'received', { public_id: 'one', person_id: 7 })
  const row = { id, state: 'received' as const, public_id: 'one', person_id: 7 }
  await database.db.transaction().execute((tx) => transactions.move(tx, actor, row, 'failed', { cause: 'why', facts: { more: 1 } }))
  await expect(transactions.move(database.db, actor, row, 'success')).rejects.toMatchObject({ code: 'WRONG_STATE' })
  const events = await database.owner
    .selectFrom('esign_transaction_event')
    .select(['from_state', 'to_state', 'cause'])
    .where('transaction_id', '=', id)
    .execute()
  expect(events).toEqual([{ from_state: 'received', to_state: 'failed', cause: 'why' }])
  const trail = await database.owner
    .selectFrom('audit_event')
    .select(['action', 'person_id', 'facts'])
    .where('subject', '=', 'one')
    .execute()
  expect(trail).toEqual([{ action: 'signing.failed', person_id: 7, facts: { cause: 'why', more: 1 } }])
})
