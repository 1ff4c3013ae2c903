/** One connection of the pool: what is asked on it is named, begins a transaction in passing, and is given up where no answer comes. */
import { createHash } from 'node:crypto'
import pg from 'pg'

type Heard = (error: Error | undefined, result?: pg.QueryResult) => void
type Asked = { name?: string; submit(connection: pg.Connection): unknown }
type Asks = new (config: object, heard: (error: Error | undefined, results?: pg.QueryResult | pg.QueryResult[]) => void) => Asked
const Query = pg.Query as unknown as Asks

/**
 * Gives every SQL text a name, so that a connection parses and plans it once; planning is most of the cost of our short queries.
 * A text first goes unnamed: those made up for one call alone (a filter with a changing number of values) would pile up in the server's memory.
 *
 * The `begin` of a transaction goes with its first statement: alone it would be a trip of its own, for which two processes wake and nothing is done.
 * A transaction without a statement asks nothing.
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
    /** Whether this connection has `begin` prepared, and whether the next statement is a transaction's first. */
    #knowsBegin = false
    #isBeginning = false

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
      if (text === begin && parameters && this.#knowsBegin) {
        this.#isBeginning = true
        return heard(undefined, nothing)
      }
      const isFirst = this.#isBeginning
      this.#isBeginning = false
      if (isFirst && ends.has(text)) return heard(undefined, { ...nothing, command: text.toUpperCase() })
      const tooLong = setTimeout(() => {
        heard(new Error(unanswered))
        void this.end()
      }, longestMs)
      const name = parameters && (text === begin ? begin : !isControl.test(text) ? nameOf(text) : undefined)
      const config = { text, values: parameters, name, queryMode: isFirst ? 'extended' : undefined }
      const query = new (isFirst ? FirstOfTransaction : Query)(config, (error, results) => {
        clearTimeout(tooLong)
        if (name === begin) this.#knowsBegin = !error
        heard(error, Array.isArray(results) ? results.at(-1) : results)
      })
      super.query(query as pg.Submittable)
    }
  }

const begin = 'begin'
const ends = new Set(['commit', 'rollback'])
const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }

/** The prepared `begin` is executed before it, and both are answered together. */
class FirstOfTransaction extends Query {
  override submit(connection: pg.Connection): unknown {
    connection.stream.cork()
    connection.bind({ statement: begin }, true)
    connection.execute(null, true)
    const refused = super.submit(connection)
    connection.stream.uncork()
    return refused
  }
}

const unanswered = 'Query read timeout'
/** A named `fetch` would keep the columns of the first cursor that it was planned for. */
const isControl = /^(begin|start transaction|commit|rollback|savepoint|release|set|declare|fetch)\b/i
const namesAtMost = 2_000
const names = new Map<string, string>()
/** The latest that had no name yet: however many are made up for one call, what comes again is known. */
const usedOnce = new Set<string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (usedOnce.delete(text) && names.size < namesAtMost) {
    const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
    names.set(text, name)
    return name
  }
  usedOnce.add(text)
  if (usedOnce.size > namesAtMost) usedOnce.delete(usedOnce.values().next().value!)
  return undefined
}
