import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isBytes } from '#contract/kit.ts'
import { addSeconds } from '../clock.ts'
import { Problem } from '../problems.ts'
import type { Sent } from './answer.ts'
import type { Ctx } from './context.ts'
import type { AnyCall } from './route.ts'

const abandonedAfterSeconds = 60
const form = { ar: 'من 8 إلى 128 حرفًا لاتينيًا أو رقمًا أو رمزًا بلا مسافات.', en: '8 to 128 printable ASCII characters without a space.' }

/**
 * Carries a request out once for each `Idempotency-Key` of a person and call: a repeat gets the stored answer, byte for byte;
 * the same key with another body, or for another organisation, is refused. A request that failed frees its key, so that it can be tried again.
 */
export async function once(
  ctx: Ctx,
  call: AnyCall,
  request: FastifyRequest,
  reply: FastifyReply,
  run: () => Promise<{ sent: Sent; payload: unknown }>,
): Promise<unknown> {
  const key = ctx.header('idempotency-key')
  if (key === undefined || !ctx.caller || call.method === 'GET' || isBytes(call.body) || isBytes(call.output)) return (await run()).payload
  if (!/^[\x21-\x7e]{8,128}$/.test(key))
    throw new Problem('INVALID', { errors: [{ field: 'Idempotency-Key', message: form[ctx.language] }] })
  const place = { person_id: ctx.caller.personId, call: `${call.method} ${call.path}`, key }
  const requestHash = createHash('sha256')
    .update(`${ctx.org?.organisationId ?? ''}\n${request.url}\n${String(request.body ?? '')}`)
    .digest()
  const earlier = await claim(ctx, place, requestHash)
  if (earlier) {
    reply.header('content-type', 'application/json; charset=utf-8').header('idempotent-replay', '1').status(earlier.status)
    return earlier.answer
  }
  try {
    const { sent, payload } = await run()
    if (sent)
      await ctx.db
        .updateTable('idempotency_key')
        .set({ status: sent.status, answer: sent.text })
        .where('person_id', '=', place.person_id)
        .where('call', '=', place.call)
        .where('key', '=', key)
        .execute()
    return payload
  } catch (error) {
    await ctx.db
      .deleteFrom('idempotency_key')
      .where('person_id', '=', place.person_id)
      .where('call', '=', place.call)
      .where('key', '=', key)
      .execute()
    throw error
  }
}

type Place = { person_id: number; call: string; key: string }

/** Takes the key for this request, or returns the answer that it already led to. */
async function claim({ db, now }: Ctx, place: Place, requestHash: Buffer): Promise<{ status: number; answer: string } | undefined> {
  const taken = await db
    .insertInto('idempotency_key')
    .values({ ...place, request_hash: requestHash, created_at: now })
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
    .where('person_id', '=', place.person_id)
    .where('call', '=', place.call)
    .where('key', '=', place.key)
    .executeTakeFirst()
  if (!held) throw new Problem('STILL_RUNNING') // it failed between the two looks
  if (!held.request_hash.equals(requestHash)) throw new Problem('KEY_REUSED')
  if (held.status === null || held.answer === null) throw new Problem('STILL_RUNNING')
  return { status: held.status, answer: held.answer }
}
