/** Rows that are put into any state, and what is expected of a call that would move one. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Answer, TestServer } from './server.ts'

export function anyState(server: TestServer) {
  /** Past the trigger, as only a migration could. */
  const force = (table: string, column: 'state' | 'status', id: number, state: string, more: Record<string, unknown> = {}) =>
    server.owner.transaction().execute(async (tx) => {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx)
      const set = Object.entries({ [column]: state, ...more }).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
      await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${id}`.execute(tx)
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx)
    })
  const stateOf = async (table: string, column: 'state' | 'status', id: number) =>
    (await sql<{ state: string }>`select ${sql.ref(column)} as state from ${sql.table(table)} where id = ${id}`.execute(server.db)).rows[0]!
      .state
  return { force, stateOf }
}

/** Moved where the edge is, and refused without a trace where there is none. */
export function expectOutcome({ status, body, text }: Answer, before: string, after: string, to: string, isEdge: boolean) {
  if (isEdge) return expect([status, after], text).toEqual([200, to])
  expect([409, 404], text).toContain(status)
  expect(['WRONG_STATE', 'NOT_FOUND'], text).toContain(body.detail)
  expect(after).toBe(before)
}
