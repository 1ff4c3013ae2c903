import type { Kysely, Selectable, Updateable } from 'kysely'
import type { RecordedActivity } from '#contract/auditTrail.ts'
import { audit, type Actor } from './audit.ts'
import type { Queryable } from './db/db.ts'
import type { DB } from './db/schema.ts'
import { Problem } from './problems.ts'

type Facts = NonNullable<NonNullable<Parameters<typeof audit>[3]>['facts']>

type Definition<T extends keyof DB, S extends string> = {
  readonly table: T
  /** The contract's: where a row may go from each state. A trigger of the table enforces the same. */
  readonly edges: Record<S, readonly S[]>
  /** The column of the state; an event has `from_…` and `to_…` of the same name. */
  readonly column?: 'state' | 'status'
  /** The table of the row's events, and its column that refers to the row. Null: the audit trail alone tells of a move. */
  readonly event: { readonly table: keyof DB; readonly of: string } | null
  /** What the audit trail calls a move; null where what the move serves is recorded instead. `from` is null when the row is made. */
  readonly action: (from: S | null, to: S) => RecordedActivity | null
}

type Change<T extends keyof DB> = {
  /** Why, in words that stay: it is kept with the event and in the trail. */
  cause?: string
  /** What changes with the state. */
  set?: Omit<Updateable<DB[T]>, 'id' | 'state' | 'status'>
  /** Further columns of the event, which stand in the trail as well. */
  event?: Facts
  /** Further facts for the trail. */
  facts?: Facts
  outcome?: 'done' | 'refused'
}

/** What a move looks at. `subject` and person of the audit record are the row’s `public_id` and `person_id`, where it has them. */
type Held<S> = { id: number; state?: S; status?: S; public_id?: string | null; person_id?: number | null }

export type Machine<T extends keyof DB, S extends string> = Readonly<{
  edges: Record<S, readonly S[]>
  /** The row, locked until the end of the database transaction. @throws Error where there is none */
  lock(tx: Queryable, id: number): Promise<Selectable<DB[T]>>
  /** Records that a row was made, in its first state. */
  begin(tx: Queryable, actor: Actor, row: Held<S>, change?: Omit<Change<T>, 'set'>): Promise<void>
  /** Moves a locked row along an edge: rule, event, write, audit. @throws Problem WRONG_STATE where the contract has no such edge */
  move(tx: Queryable, actor: Actor, row: Held<S>, to: S, change?: Change<T>): Promise<void>
}>

/** Kysely cannot follow a table that is a parameter; names and values come from a definition and typed arguments. */
type AnyTable = Kysely<Record<string, Record<string, unknown>>>

/**
 * The one way in which rows of a table change their state. The event is written before the row, or the database refuses the move
 * (`check_event`); all of it belongs into one transaction, in which `lock` gave the row.
 */
export function machine<T extends keyof DB, S extends string>(definition: Definition<T, S>): Machine<T, S> {
  const { edges, column = 'state', event, action } = definition
  const table: string = definition.table

  async function writeEvent(tx: Queryable, { now }: Actor, row: Held<S>, from: S | null, to: S, { cause, event: more }: Change<T>) {
    if (!event) return
    const values = { [event.of]: row.id, at: now, [`from_${column}`]: from, [`to_${column}`]: to, cause, ...more }
    await (tx as unknown as AnyTable).insertInto(event.table).values(values).execute()
  }

  async function writeTrail(tx: Queryable, actor: Actor, row: Held<S>, from: S | null, to: S, change: Change<T>) {
    const name = action(from, to)
    if (name === null) return
    const { cause, event: more, facts, outcome } = change
    const { public_id: subject, person_id } = row
    await audit(tx, actor, name, {
      subject: subject ?? undefined,
      personId: person_id ?? undefined,
      outcome,
      facts: { ...(cause !== undefined && { cause }), ...more, ...facts },
    })
  }

  return {
    edges,
    async lock(tx, id) {
      const row = (tx as unknown as AnyTable).selectFrom(table).selectAll().where('id', '=', id).forUpdate()
      return (await row.executeTakeFirstOrThrow()) as Selectable<DB[T]>
    },
    async begin(tx, actor, row, change = {}) {
      const to = row[column]!
      await writeEvent(tx, actor, row, null, to, change)
      await writeTrail(tx, actor, row, null, to, change)
    },
    async move(tx, actor, row, to, change = {}) {
      const from = row[column]!
      if (!edges[from].includes(to)) throw new Problem('WRONG_STATE', { cause: `${table}: ${from} → ${to}` })
      await writeEvent(tx, actor, row, from, to, change)
      await (tx as unknown as AnyTable)
        .updateTable(table)
        .set({ ...change.set, [column]: to })
        .where('id', '=', row.id)
        .execute()
      await writeTrail(tx, actor, row, from, to, change)
    },
  }
}
