import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isBytes } from '#contract/kit.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { addSeconds } from '../clock.ts'
import type { Db, Tx } from '../db/db.ts'
import { Problem } from '../problems.ts'
import type { Sent } from './answer.ts'
import type { Ctx } from './context.ts'
import type { AnyCall } from './route.ts'

const abandonedAfterSeconds = 60
const form = { ar: 'من 8 إلى 128 حرفًا لاتينيًا أو رقمًا أو رمزًا بلا مسافات.', en: '8 to 128 printable ASCII characters without a space.' }

/**
 * Carries a request out once for each `Idempotency-Key` of a person and call: a repeat gets the stored answer, byte for byte;
 * the same key with another body, or for another organisation, is refused. A request that failed frees its key, so that it can be tried again.
 * Each transaction of the handler notes in itself that it took effect, so that a process which dies before the answer is stored leaves a key
 * that is never carried out again; nor can a request that was taken for dead commit anything beside the one that took its key over.
 * @param run carries the request out, with the context that it is given
 */
export async function once(
  ctx: Ctx,
  call: AnyCall,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (ctx: Ctx) => Promise<{ sent: Sent; payload: unknown }>,
): Promise<unknown> {
  const key = ctx.header('idempotency-key')
  if (key === undefined || !ctx.caller || call.method === 'GET' || isBytes(call.body) || isBytes(call.output))
    return (await run(ctx)).payload
  if (!/^[\x21-\x7e]{8,128}$/.test(key))
    throw new Problem('INVALID', { errors: [{ field: 'Idempotency-Key', message: form[ctx.language] }] })
  const place = { person_id: ctx.caller.personId, call: `${call.method} ${call.path}`, key, created_at: ctx.now }
  // Keyed: a plain digest would let whoever has the table try passwords and codes against it, as fast as they can count.
  const requestHash = createHmac('sha256', ctx.app.secrets.requests)
    .update(`${ctx.org?.organisationId ?? ''}\n${request.url}\n${String(request.body ?? '')}`)
    .digest()
  const earlier = await claim(ctx, place, requestHash)
  if (earlier) {
    reply.header('content-type', 'application/json; charset=utf-8').header('idempotent-replay', '1').status(earlier.status)
    return earlier.answer
  }
  const { sent, payload } = await run({ ...ctx, db: noting(ctx, place) }).catch(async (error: unknown) => {
    await release(ctx.db, place, error)
    throw error
  })
  // Not undone by a failure here: what took effect must not be done again.
  if (sent) {
    const answer = ctx.app.secrets.seal(sent.text, contextOf(place)).toString('base64')
    await ofClaim(ctx.db.updateTable('idempotency_key'), place).set({ status: sent.status, answer }).execute()
  }
  return payload
}

/** `created_at` tells one claim of a key from the next. */
type Place = { person_id: number; call: string; key: string; created_at: Date }

/** An answer is kept sealed, in its place: it can carry what stands nowhere else in the clear, such as a national ID. */
const contextOf = ({ person_id, call, key }: Place) => `answer ${person_id} ${call} ${key}`

const ofClaim = <Q extends { where(column: 'person_id' | 'call' | 'key' | 'created_at', is: '=', value: string | number | Date): Q }>(
  query: Q,
  place: Place,
): Q =>
  query
    .where('person_id', '=', place.person_id)
    .where('call', '=', place.call)
    .where('key', '=', place.key)
    .where('created_at', '=', place.created_at)

/** The database as a handler sees it: every transaction ends by noting that this claim took effect, or does not commit. */
function noting({ db, now }: Ctx, place: Place): Db {
  const transaction = () => ({
    execute: <T>(work: (tx: Tx) => Promise<T>) =>
      db.transaction().execute(async (tx) => {
        const result = await work(tx)
        const { numUpdatedRows } = await ofClaim(tx.updateTable('idempotency_key'), place).set({ effected_at: now }).executeTakeFirst()
        if (numUpdatedRows === 0n) throw new Problem('STILL_RUNNING', { cause: 'another request took the key over' })
        return result
      }),
  })
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** A refusal is a handler's own end, with everything in order; after any other error, what took effect stays unrepeatable. */
async function release(db: Db, place: Place, error: unknown): Promise<void> {
  const isRefusal = error instanceof Problem || error instanceof ProviderUnavailable
  const claimed = ofClaim(db.deleteFrom('idempotency_key'), place)
  await (isRefusal ? claimed : claimed.where('effected_at', 'is', null)).execute()
}

/** Takes the key for this request, or returns the answer that it already led to. */
async function claim({ app, db, now }: Ctx, place: Place, requestHash: Buffer): Promise<{ status: number; answer: string } | undefined> {
  const taken = await db
    .insertInto('idempotency_key')
    .values({ ...place, request_hash: requestHash })
    .onConflict((conflict) =>
      // A request whose process died never finishes; its key may be taken over by the same request.
      conflict
        .columns(['person_id', 'call', 'key'])
        .doUpdateSet({ created_at: now })
        .where('idempotency_key.status', 'is', null)
        .where('idempotency_key.effected_at', 'is', null)
        .where('idempotency_key.created_at', '<', addSeconds(now, -abandonedAfterSeconds))
        .where('idempotency_key.request_hash', '=', requestHash),
    )
    .returning('key')
    .executeTakeFirst()
  if (taken) return undefined
  const held = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'answer', 'effected_at', 'created_at'])
    .where('person_id', '=', place.person_id)
    .where('call', '=', place.call)
    .where('key', '=', place.key)
    .executeTakeFirst()
  if (!held) throw new Problem('STILL_RUNNING') // it failed between the two looks
  if (!held.request_hash.equals(requestHash)) throw new Problem('KEY_REUSED')
  if (held.status === null || held.answer === null) {
    const isAbandoned = held.created_at < addSeconds(now, -abandonedAfterSeconds)
    throw new Problem(held.effected_at && isAbandoned ? 'ANSWER_LOST' : 'STILL_RUNNING')
  }
  return { status: held.status, answer: app.secrets.open(Buffer.from(held.answer, 'base64'), contextOf(place)) }
}
