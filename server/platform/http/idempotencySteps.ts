import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { deserialize, serialize } from 'node:v8'
import { isWithoutConnection, type Db, type Tx } from '../db/db.ts'
import { Problem } from '../problems.ts'
import type { Ctx } from './context.ts'

/** One claim of a key: `created_at` tells it from the next. */
export type Place = { person_id: number; call: string; key: string; created_at: Date }

type Step = { number: number; work: string; result: string }
type Work<T> = (tx: Tx) => Promise<T>

export const ofClaim = <
  Q extends { where(column: 'person_id' | 'call' | 'key' | 'created_at', is: '=', value: string | number | Date): Q },
>(
  query: Q,
  { created_at, ...place }: Place,
): Q => ofKey(query, place).where('created_at', '=', created_at)

export const ofKey = <Q extends { where(column: 'person_id' | 'call' | 'key', is: '=', value: string | number): Q }>(
  query: Q,
  { person_id, call, key }: Omit<Place, 'created_at'>,
): Q => query.where('person_id', '=', person_id).where('call', '=', call).where('key', '=', key)

/** Whoever sends the same again meanwhile is told when to ask. */
export const stillRunning = (cause: string) => new Problem('STILL_RUNNING', { cause, retryAfterSeconds: 2 })

/** Where the answer of a COMMIT was lost, the database is asked this often what became of it. */
const tries = 10
const pauseMs = 500

/**
 * The database as the handler of a keyed request sees it. Each transaction writes down what it led to, in itself; a handler that is carried out
 * again after a cut gets that result in place of a second effect, and goes on from there. So does the one whose COMMIT took effect and lost its
 * answer. Nothing is committed for a claim that somebody else has taken over.
 * @returns `left` says how many results of the earlier time the handler has not come by
 */
export async function steps({ app, db, now }: Ctx, place: Place): Promise<{ db: Db; left: () => number }> {
  const earlier = await stepsOf(db, place)
  let number = 0
  const read = ({ number, result }: Step): unknown =>
    deserialize(Buffer.from(app.secrets.open(Buffer.from(result, 'base64'), contextOf(place, number)), 'base64'))

  async function execute<T>(work: Work<T>): Promise<T> {
    const step = { number: ++number, work: createHash('sha256').update(work.toString()).digest('base64url') }
    const known = earlier.find((one) => one.number === step.number)
    if (known) {
      // The handler came another way than the first time, by what it had changed itself.
      if (known.work !== step.work) throw new Problem('ANSWER_LOST', { cause: `another transaction ${step.number}` })
      return read(known) as T
    }
    return db
      .transaction()
      .execute(async (tx) => {
        const value = await work(tx)
        const { numUpdatedRows } = await ofClaim(tx.updateTable('idempotency_key'), place).set({ effected_at: now }).executeTakeFirst()
        if (numUpdatedRows === 0n) throw stillRunning('another request took the key over')
        const result = app.secrets.seal(serialize(value).toString('base64'), contextOf(place, step.number)).toString('base64')
        const { person_id, call, key } = place
        await tx
          .insertInto('idempotency_step')
          .values({ person_id, call, key, ...step, result })
          .execute()
        return value
      })
      .catch(async (error: unknown) => {
        const done = isWithoutConnection(error) && (await outcomeOf(db, place, step.number))
        if (!done) throw error
        return read(done) as T
      })
  }

  const seen = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { db: seen, left: () => earlier.length - Math.min(number, earlier.length) }
}

const contextOf = ({ person_id, call, key }: Place, number: number) => `step ${number} of ${person_id} ${call} ${key}`

const stepsOf = (db: Db | Tx, place: Place): Promise<Step[]> =>
  ofKey(db.selectFrom('idempotency_step').select(['number', 'work', 'result']), place)
    .orderBy('number')
    .execute()

/** The key's row is held by whatever is still being committed: who has it knows how that ended. @returns undefined where it did not take effect */
async function outcomeOf(db: Db, place: Place, number: number): Promise<Step | undefined> {
  for (let tried = 1; ; tried++) {
    try {
      return await db.transaction().execute(async (tx) => {
        await ofClaim(tx.selectFrom('idempotency_key').select('key'), place).forUpdate().execute()
        return (await stepsOf(tx, place)).find((step) => step.number === number)
      })
    } catch (error) {
      if (tried === tries || !isWithoutConnection(error)) throw error
      await wait(pauseMs)
    }
  }
}
