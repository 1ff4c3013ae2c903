import { createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isBytes } from '#contract/kit.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { addSeconds } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { Problem } from '../problems.ts'
import type { Sent } from './answer.ts'
import type { Ctx } from './context.ts'
import { ofClaim, ofKey, steps, stillRunning, type Place } from './idempotencySteps.ts'
import type { AnyCall } from './route.ts'

const abandonedAfterSeconds = 60
const form = { ar: 'من 8 إلى 128 حرفًا لاتينيًا أو رقمًا أو رمزًا بلا مسافات.', en: '8 to 128 printable ASCII characters without a space.' }

/**
 * Carries a request out once for each `Idempotency-Key` of a person and call: a repeat gets the stored answer, byte for byte;
 * the same key with another body, or for another organisation, is refused. A request that failed frees its key, so that it can be tried again.
 * Each transaction of the handler notes in itself what it led to (`idempotencySteps.ts`). Where the process dies before the answer is stored, a
 * repeat takes the key over and comes to the same answer without a second effect; a request that was taken for dead commits nothing beside it.
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
    .update(`${ctx.caller.organisation?.organisationId ?? ''}\n${request.url}\n${String(request.body ?? '')}`)
    .digest()
  const earlier = await claim(ctx, place, requestHash)
  if (earlier) {
    reply.header('content-type', 'application/json; charset=utf-8').header('idempotent-replay', '1').status(earlier.status)
    return earlier.answer
  }
  const { db, left } = await steps(ctx, place)
  const { sent, payload } = await run({ ...ctx, db }).catch(async (error: unknown) => {
    // Refused for what it had done itself: it is done, and how it was answered is not known any more.
    if (error instanceof Problem && left() > 0) throw new Problem('ANSWER_LOST', { cause: error })
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

/** An answer is kept sealed, in its place: it can carry what stands nowhere else in the clear, such as a national ID. */
const contextOf = ({ person_id, call, key }: Place) => `answer ${person_id} ${call} ${key}`

/** A refusal is a handler's own end, with everything in order; after any other error, a repeat goes on at once from what took effect. */
async function release(db: Db, place: Place, error: unknown): Promise<void> {
  const isRefusal = error instanceof Problem || error instanceof ProviderUnavailable
  const claimed = ofClaim(db.deleteFrom('idempotency_key'), place)
  await (isRefusal ? claimed : claimed.where('effected_at', 'is', null)).execute()
  const abandoned = addSeconds(place.created_at, -abandonedAfterSeconds - 1)
  if (!isRefusal) await ofClaim(db.updateTable('idempotency_key'), place).set({ created_at: abandoned }).execute()
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
        .where('idempotency_key.created_at', '<', addSeconds(now, -abandonedAfterSeconds))
        .where('idempotency_key.request_hash', '=', requestHash),
    )
    .returning('key')
    .executeTakeFirst()
  if (taken) return undefined
  const held = await db
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'answer'])
    .$call((query) => ofKey(query, place))
    .executeTakeFirst()
  if (!held) throw stillRunning('it failed between the two looks')
  if (!held.request_hash.equals(requestHash)) throw new Problem('KEY_REUSED')
  if (held.status === null || held.answer === null) throw stillRunning('not answered yet')
  return { status: held.status, answer: app.secrets.open(Buffer.from(held.answer, 'base64'), contextOf(place)) }
}
