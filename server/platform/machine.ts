import { sql, type Kysely, type Selectable, type Updateable } from 'kysely'
import type { RecordedActivity } from '#contract/auditTrail.ts'
import { trailOf, type Actor } from './audit.ts'
import { fixedStatement, inPassing, type Queryable } from './db/db.ts'
import type { DB } from './db/schema.ts'
import { Problem } from './problems.ts'

type Facts = NonNullable<NonNullable<Parameters<typeof trailOf>[2]>['facts']>

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
  const locked = fixedStatement((tx, id: number) =>
    (tx as unknown as AnyTable).selectFrom(table).selectAll().where('id', '=', id).forUpdate(),
  )

  const eventOf = ({ now }: Actor, { id }: Held<S>, from: S | null, to: S, { cause, event: more }: Change<T>) =>
    event && { [event.of]: id, at: now, [`from_${column}`]: from, [`to_${column}`]: to, cause, ...more }

  function recordOf(actor: Actor, { public_id, person_id }: Held<S>, from: S | null, to: S, change: Change<T>) {
    const name = action(from, to)
    const { cause, event: more, facts, outcome } = change
    return (
      name &&
      trailOf(actor, name, {
        subject: public_id ?? undefined,
        personId: person_id ?? undefined,
        outcome,
        facts: { ...(cause !== undefined && { cause }), ...more, ...facts },
      })
    )
  }

  return {
    edges,
    async lock(tx, id) {
      const [row] = await locked(tx, id)
      if (!row) throw new Error(`there is no ${table} ${id}`)
      return row as Selectable<DB[T]>
    },
    async begin(tx, actor, row, change = {}) {
      const to = row[column]!
      const values = eventOf(actor, row, null, to, change)
      if (event && values) await inPassing((tx as unknown as AnyTable).insertInto(event.table).values(values))
      const record = recordOf(actor, row, null, to, change)
      if (record) await inPassing(tx.insertInto('audit_event').values(record))
    },
    // One statement. The row's change looks for its event, and so follows it; the record depends on neither.
    async move(tx, actor, row, to, change = {}) {
      const from = row[column]!
      if (!edges[from].includes(to)) throw new Problem('WRONG_STATE', { cause: `${table}: ${from} → ${to}` })
      const values = eventOf(actor, row, from, to, change)
      const record = recordOf(actor, row, from, to, change)
      const db = tx as unknown as AnyTable
      const begun = event && values ? db.with('event', (q) => q.insertInto(event.table).values(values).returning(`${event.of} as id`)) : db
      const moved = (q: Pick<AnyTable, 'updateTable'>) =>
        q
          .updateTable(table)
          .set({ ...change.set, [column]: to })
          .where('id', '=', event ? sql`(select id from event)` : row.id)
      await inPassing(record ? begun.with('moved', moved).insertInto('audit_event').values(record) : moved(begun))
    },
  }
}
