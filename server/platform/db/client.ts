/** One connection of the pool: what is asked on it is named, goes with others where nobody waits for its answer, and is given up where none comes. */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'

type Heard = (error: Error | undefined, result?: pg.QueryResult) => void
type Asked = { submit(connection: pg.Connection): unknown }
type Asks = new (config: object, heard: (error: Error | undefined, results?: pg.QueryResult | pg.QueryResult[]) => void) => Asked
const Query = pg.Query as unknown as Asks

/** Stands at the end of a statement whose answer nobody reads (`inPassing`). */
export const passingMark = '/* in passing */'

/**
 * Gives every SQL text a name, so that a connection parses and plans it once; planning is most of the cost of our short queries.
 * A text first goes unnamed: those made up for one call alone (a filter with a changing number of values) would pile up in the server's memory.
 *
 * What a transaction asks without reading the answer goes with its next statement, the `commit` at the latest, and is answered together with it:
 * its `begin`, and what bears the mark. Alone each would be a trip of its own, for which two processes wake, and most of what it costs (decision
 * 0038). The server carries them out one after the other, and none after one that failed.
 *
 * A connection on which a query got no answer in time ends: whatever came on it afterwards would wait behind that query.
 *
 * Who hears the answer is told to `pg` as the query is made. For a promise, and for its own `query_timeout`, `pg` writes
 * `query.callback = () => …` instead; V8 takes a function that is assigned to a property for a method, and makes it in the old generation. All that
 * such a function refers to, and that is the query with its rows, then outlives the young generation's collections.
 * @param longestMs the longest that anybody waits for an answer
 */
export const clientOf = (longestMs: number) =>
  class extends pg.Client {
    /** What this connection has prepared: it is carried out by its name alone. */
    readonly #prepared = new Set<string>()
    #isInTransaction = false
    /** What goes with the next statement. */
    #passing: Passing[] = []

    override query(...args: unknown[]): never {
      const [text, values] = args
      if (typeof text !== 'string') return (super.query as (...given: unknown[]) => never).apply(this, args)
      const parameters = Array.isArray(values) ? values : undefined
      const heard = args.at(-1)
      if (typeof heard === 'function') return this.#ask(text, parameters, heard as Heard) as never
      const answered = new Promise((resolve, reject) =>
        this.#ask(text, parameters, (error, result) => (error ? reject(error) : resolve(result))),
      )
      return answered as never
    }

    #ask(text: string, parameters: unknown[] | undefined, heard: Heard): void {
      const name = parameters && nameOf(text)
      if (parameters && isBeginning.test(text)) this.#isInTransaction = true
      if (name && this.#isInTransaction && mayPass(text) && this.#prepared.has(name)) {
        this.#passing.push({ name, values: parameters.map(prepareValue) })
        return heard(undefined, nothing)
      }
      if (text === 'commit' || text === 'rollback') {
        this.#isInTransaction = false
        const isUnheard = this.#passing[0]?.name === 'begin'
        if (text === 'rollback') this.#passing = []
        if (isUnheard && this.#passing.length < 2) {
          this.#passing = []
          return heard(undefined, { ...nothing, command: text.toUpperCase() })
        }
      }
      const passing = this.#passing
      this.#passing = []
      const tooLong = setTimeout(() => {
        heard(new Error(unanswered))
        void this.end()
      }, longestMs)
      const hear = (error: Error | undefined, results?: pg.QueryResult | pg.QueryResult[]) => {
        clearTimeout(tooLong)
        if (name && !error) this.#prepared.add(name)
        heard(error, Array.isArray(results) ? results.at(-1) : results)
      }
      const query =
        passing.length === 0
          ? new Query({ text, values: parameters, name }, hear)
          : new QueryAfter(passing, { text, values: parameters, name, queryMode: 'extended' }, hear)
      super.query(query)
    }
  }

/** A statement that the connection has prepared, with its values as they are sent. */
type Passing = { name: string; values: ReturnType<typeof prepareValue>[] }

/** A query that takes others along: they and it are sent at once, and answered at once. */
class QueryAfter extends Query {
  readonly #passing: readonly Passing[]

  constructor(passing: readonly Passing[], ...of: ConstructorParameters<Asks>) {
    super(...of)
    this.#passing = passing
  }

  override submit(connection: pg.Connection): unknown {
    connection.stream.cork()
    for (const { name, values } of this.#passing) {
      connection.bind({ statement: name, values }, true)
      connection.execute(null, true)
    }
    const refused = super.submit(connection)
    connection.stream.uncork()
    return refused
  }
}

const isBeginning = /^(begin|start transaction)\b/
const mayPass = (text: string) => text === 'begin' || text.endsWith(passingMark)
const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }

const unanswered = 'Query read timeout'
/** Never named: there is nothing to plan, and a named `fetch` would keep the columns of the first cursor that it was planned for. */
const isControl = /^(start transaction|rollback|savepoint|release|set|declare|fetch)\b/i
const namesAtMost = 2_000
const names = new Map<string, string>([
  ['begin', 'begin'],
  ['commit', 'commit'],
])
/** The latest that had no name yet: however many are made up for one call, what comes again is known. */
const usedOnce = new Set<string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || isControl.test(text)) return known
  if (usedOnce.delete(text) && names.size < namesAtMost) {
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    names.set(text, name)
    return name
  }
  usedOnce.add(text)
  if (usedOnce.size > namesAtMost) usedOnce.delete(usedOnce.values().next().value!)
  return undefined
}
