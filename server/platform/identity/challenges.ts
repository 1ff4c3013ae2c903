import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { IdentityAssertion } from '#server/adapters/identity/identity.ts'
import { audit, type Actor } from '../audit.ts'
import { addSeconds } from '../clock.ts'
import type { Challenge } from '../db/schema.ts'
import type { Ctx, Queryable } from '../http/context.ts'
import { deviceOf } from '../sessions/device.ts'
import { allowStart, giveStartBack } from './limits.ts'

export type Purpose = 'login' | 'enrolment' | 'stepUp' | 'kycRenewal' | 'signing' | 'organisation' | 'certificate'

/** The provider's word for each purpose: it stands in the person's app and sets the time to decide. */
const services: Record<Purpose, string> = {
  login: 'Login',
  enrolment: 'OpenAccount',
  stepUp: 'Login',
  kycRenewal: 'VerifyIdentity',
  signing: 'DigitalSignature',
  organisation: 'VerifyIdentity',
  certificate: 'VerifyIdentity',
}

type Start = {
  purpose: Purpose
  nationalId: string
  personId?: number
  /** What is approved besides who: the e-sign transaction. */
  subject?: string
}

export type Started =
  | { outcome: 'started'; secret: string; random: string; expiresAt: Date; challengeId: number }
  | { outcome: 'busy' | 'refused' }

/** Whoever looks: a person's request, or the product itself. */
type Acting = Actor & Pick<Ctx, 'db'>

const hash = (text: string) => createHash('sha256').update(text).digest()

/** The secret that only the browser which started the challenge holds; computed, so that a repeated start gives the same. */
const secretOf = (ctx: Pick<Ctx, 'app'>, requestId: string) =>
  createHmac('sha256', ctx.app.secrets.challenges).update(requestId).digest().subarray(0, 16).toString('base64url')

/**
 * Asks the person's own app to approve. One challenge lives for a national ID at a time; the browser that started it and asks again
 * gets the same one. @throws Problem TOO_MANY or HUMAN_CHECK; ProviderUnavailable
 */
export async function startChallenge(ctx: Ctx, { purpose, nationalId, personId, subject }: Start): Promise<Started> {
  const { app, db, now } = ctx
  const deviceId = deviceOf(ctx)
  const idHash = app.secrets.lookUp(nationalId)
  await expireForgotten(ctx, idHash)
  const live = await resume(ctx, idHash, purpose, subject)
  if (live) return live
  const turn = await allowStart(ctx, idHash)
  const requestId = randomUUID()
  const started = await app.identity
    .start({ nationalId, service: services[purpose], language: ctx.language, requestId, userAddress: ctx.address })
    .catch(async (error: unknown) => {
      await giveStartBack(ctx, turn)
      throw error
    })
  await audit(db, ctx, 'identity.challenged', {
    personId,
    subject,
    outcome: started.outcome === 'started' ? 'done' : 'refused',
    facts: { purpose, outcome: started.outcome },
  })
  if (started.outcome !== 'started') {
    await giveStartBack(ctx, turn)
    return (await resume(ctx, idHash, purpose, subject)) ?? started // a second press of the button may have been a moment faster
  }
  const secret = secretOf(ctx, requestId)
  const expiresAt = addSeconds(now, started.expiresInSeconds)
  const row = await db
    .insertInto('challenge')
    .values({
      secret_hash: hash(secret),
      purpose,
      national_id_hash: idHash,
      national_id_sealed: app.secrets.seal(nationalId, 'national ID'),
      device_public_id: deviceId,
      person_id: personId ?? ctx.caller?.personId ?? null,
      session_id: ctx.caller?.sessionId ?? null,
      subject: subject ?? null,
      provider_trans_id: started.transId,
      request_id: requestId,
      random: started.random,
      started_at: now,
      expires_at: expiresAt,
    })
    .onConflict((conflict) => conflict.doNothing()) // another start for this ID was faster
    .returning('id')
    .executeTakeFirst()
  if (!row) return (await resume(ctx, idHash, purpose, subject)) ?? { outcome: 'busy' }
  return { outcome: 'started', secret, random: started.random, expiresAt, challengeId: row.id }
}

/** The challenge that already waits for this ID: the browser that started it gets it back, everybody else hears that there is one. */
async function resume(ctx: Ctx, idHash: Buffer, purpose: Purpose, subject: string | undefined): Promise<Started | null> {
  const live = await ctx.db
    .selectFrom('challenge')
    .selectAll()
    .where('national_id_hash', '=', idHash)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (!live) return null
  const isOwn = live.device_public_id === ctx.deviceId && live.session_id === (ctx.caller?.sessionId ?? null)
  if (!isOwn || live.purpose !== purpose || live.subject !== (subject ?? null)) return { outcome: 'busy' }
  return {
    outcome: 'started',
    secret: secretOf(ctx, live.request_id),
    random: live.random,
    expiresAt: live.expires_at,
    challengeId: live.id,
  }
}

/** Nobody looked at it any more; without this it would be in the way of the next one. */
async function expireForgotten(ctx: Ctx, idHash: Buffer): Promise<void> {
  const forgotten = await ctx.db
    .selectFrom('challenge')
    .selectAll()
    .where('national_id_hash', '=', idHash)
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', ctx.now)
    .executeTakeFirst()
  if (forgotten) await endChallenge(ctx, forgotten, 'expired')
}

export type Look = {
  challenge: Selectable<Challenge>
  state: 'waiting' | 'completed' | 'rejected' | 'expired' | 'cancelled' | 'failed' | 'consumed'
}

/** Finds a challenge by the secret, for its own browser and purpose only. */
export async function findChallenge(
  ctx: Ctx,
  secret: string,
  random: string,
  purpose: Purpose,
): Promise<Selectable<Challenge> | undefined> {
  const challenge = await ctx.db
    .selectFrom('challenge')
    .selectAll()
    .where('secret_hash', '=', hash(secret))
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return challenge?.device_public_id === ctx.deviceId && challenge.random === random ? challenge : undefined
}

/** How a challenge stands; while it waits, the provider is asked, at most once a second. */
export async function lookAtChallenge(
  ctx: Acting & Pick<Ctx, 'app' | 'address'>,
  challenge: Selectable<Challenge>,
): Promise<Look['state']> {
  if (challenge.state !== 'waiting') return challenge.state
  const { app, now } = ctx
  if (challenge.expires_at <= now) return endChallenge(ctx, challenge, 'expired')
  if (!mayAsk(challenge.id, now)) return 'waiting'
  const nationalId = app.secrets.open(challenge.national_id_sealed, 'national ID')
  const status = await app.identity.status({
    nationalId,
    transId: challenge.provider_trans_id,
    random: challenge.random,
    userAddress: ctx.address,
  })
  // "completed" is a decision, not an identity: that comes with the signed assertion, by the callback.
  if (status === 'waiting' || status === 'completed') return 'waiting'
  return endChallenge(ctx, challenge, status)
}

const askedAt = new Map<number, number>()
function mayAsk(id: number, now: Date): boolean {
  if (askedAt.size > 10_000) askedAt.clear()
  if (now.getTime() - (askedAt.get(id) ?? 0) < 1_000) return false
  askedAt.set(id, now.getTime())
  return true
}

async function endChallenge<S extends 'expired' | 'rejected' | 'cancelled'>(
  ctx: Acting,
  { id, purpose, person_id }: Selectable<Challenge>,
  state: S,
): Promise<Look['state']> {
  return ctx.db.transaction().execute(async (tx) => {
    const ended = await tx
      .updateTable('challenge')
      .set({ state, ended_at: ctx.now })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst()
    if (!ended) return (await tx.selectFrom('challenge').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
    await audit(tx, ctx, `identity.${state}`, { personId: person_id ?? undefined, outcome: 'refused', facts: { purpose } })
    return state
  })
}

export async function cancelChallenge(ctx: Acting, id: number): Promise<Look['state']> {
  return endChallenge(ctx, await ctx.db.selectFrom('challenge').selectAll().where('id', '=', id).executeTakeFirstOrThrow(), 'cancelled')
}

/** Takes an approved challenge, once: the second taker gets null. */
export async function consumeChallenge(db: Queryable, ctx: Pick<Ctx, 'app' | 'now'>, id: number): Promise<IdentityAssertion | null> {
  const row = await db
    .updateTable('challenge')
    .set({ state: 'consumed', ended_at: ctx.now })
    .where('id', '=', id)
    .where('state', '=', 'completed')
    .where('expires_at', '>', addSeconds(ctx.now, -300)) // an approval that nobody fetched is worth nothing after five minutes
    .returning(['assertion_sealed', 'request_id'])
    .executeTakeFirst()
  if (!row?.assertion_sealed) return null
  const assertion = JSON.parse(ctx.app.secrets.open(row.assertion_sealed, row.request_id)) as IdentityAssertion
  await db.updateTable('challenge').set({ assertion_sealed: null }).where('id', '=', id).execute()
  return assertion
}
