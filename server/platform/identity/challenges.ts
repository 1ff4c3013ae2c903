import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { challengeEdges, type ChallengeState } from '#contract/sessions.ts'
import type { IdentityAssertion, IdentityProof, ProvenAssertion } from '#server/adapters/identity/identity.ts'
import { trailOf, type Actor } from '../audit.ts'
import { addSeconds } from '../clock.ts'
import type { Challenge } from '../db/schema.ts'
import type { Queryable } from '../db/db.ts'
import type { Ctx } from '../http/context.ts'
import { machine } from '../machine.ts'
import { deviceOf } from '../sessions/device.ts'
import { allowStart, forgetStart, giveStartBack } from './limits.ts'
import { givePrecedence, isThere, mayAskAgain, takePrecedence } from './precedence.ts'
import { readStanding, type Standing } from './standing.ts'

export type Purpose = 'login' | 'enrolment' | 'stepUp' | 'kycRenewal' | 'signing' | 'organisation' | 'certificate' | 'decision' | 'sealing'

/** The provider's word for each purpose: it stands in the person's app and sets the time to decide. */
const services: Record<Purpose, string> = {
  login: 'Login',
  enrolment: 'OpenAccount',
  stepUp: 'Login',
  kycRenewal: 'VerifyIdentity',
  signing: 'DigitalSignature',
  organisation: 'VerifyIdentity',
  certificate: 'VerifyIdentity',
  decision: 'VerifyIdentity',
  sealing: 'DigitalSignature',
}

/** What consumed it tells what came of an approval. */
export const challenges = machine({
  table: 'challenge',
  edges: challengeEdges,
  event: null,
  action: (_, to) => (to === 'consumed' ? null : to === 'completed' ? 'identity.asserted' : `identity.${to}`),
})

type Start = {
  purpose: Purpose
  nationalId: string
  personId?: number
  /** What is approved besides who: the e-sign transaction, the certificate, the digest of what is decided. */
  subject?: string
}

export type Started =
  | { outcome: 'started'; secret: string; random: string; expiresAt: Date; challengeId: number }
  | { outcome: 'busy' | 'refused' }
  /** For a known device of the owner alone: somebody else's request is in the way, at the latest until `freeAt`; theirs is the next. */
  | { outcome: 'held'; freeAt: Date }

/** Whoever looks: a person's request, or the product itself. */
type Acting = Actor & Pick<Ctx, 'db'>

const hash = (text: string) => createHash('sha256').update(text).digest()

/** The secret that only the browser which started the challenge holds; computed, so that a repeated start gives the same. */
const secretOf = (ctx: Pick<Ctx, 'app'>, requestId: string) =>
  createHmac('sha256', ctx.app.secrets.challenges).update(requestId).digest().subarray(0, 16).toString('base64url')

/**
 * Asks the person's own app to approve. One challenge lives for a national ID at a time; the browser that started it and asks again
 * gets the same one. A known device of the owner takes over from a stranger. @throws Problem TOO_MANY or HUMAN_CHECK; ProviderUnavailable
 */
export async function startChallenge(ctx: Ctx, start: Start): Promise<Started> {
  const deviceId = deviceOf(ctx)
  const idHash = ctx.app.secrets.lookUp(start.nationalId)
  const { isKnown, live, inLine } = await liveStanding(ctx, idHash)
  const first = inLine && isThere(inLine, ctx.now) ? inLine : null
  if (live && (!isKnown || live.known_device || isOwn(ctx, live))) return resume(ctx, live, start)
  if (live) await takeOver(ctx, idHash, live)
  else if (first && !isKnown) return { outcome: 'busy' }
  else if (first?.deviceId === deviceId && !(await mayAskAgain(ctx, idHash))) return { outcome: 'held', freeAt: first.freeAt }
  const started = await askProvider(ctx, start, idHash, isKnown)
  if (started.outcome === 'started' && isKnown && inLine) await givePrecedence(ctx, idHash)
  // a second press of the button may have been a moment faster
  const faster = started.outcome === 'busy' ? (await liveStanding(ctx, idHash)).live : undefined
  if (faster && (!isKnown || isOwn(ctx, faster))) return resume(ctx, faster, start)
  if (started.outcome === 'busy' && isKnown) return { outcome: 'held', freeAt: await takePrecedence(ctx, idHash) }
  return started
}

/** Counts the start, asks the provider, and keeps what it opened. */
async function askProvider(
  ctx: Ctx,
  { purpose, nationalId, personId, subject }: Start,
  idHash: Buffer,
  isKnown: boolean,
): Promise<Started> {
  const { app, db, now } = ctx
  const deviceId = deviceOf(ctx)
  const turn = await allowStart(ctx, idHash, isKnown)
  const requestId = randomUUID()
  const started = await app.identity
    .start({ nationalId, service: services[purpose], language: ctx.language, requestId, userAddress: ctx.address })
    .catch(async (error: unknown) => {
      await giveStartBack(ctx, turn, { reached: 'nobody' })
      throw error
    })
  const record = trailOf(ctx, 'identity.challenged', {
    personId,
    subject,
    outcome: started.outcome === 'started' ? 'done' : 'refused',
    facts: { purpose, outcome: started.outcome },
  })
  if (started.outcome !== 'started') {
    await db.insertInto('audit_event').values(record).execute()
    await giveStartBack(ctx, turn, { reached: 'provider' })
    return started
  }
  const secret = secretOf(ctx, requestId)
  const expiresAt = addSeconds(now, started.expiresInSeconds)
  const row = await db
    .with('recorded', (q) => q.insertInto('audit_event').values(record))
    .insertInto('challenge')
    .values({
      secret_hash: hash(secret),
      purpose,
      national_id_hash: idHash,
      national_id_sealed: app.secrets.seal(nationalId, 'national ID'),
      device_public_id: deviceId,
      known_device: isKnown,
      network: turn.network,
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
  return row ? { outcome: 'started', secret, random: started.random, expiresAt, challengeId: row.id } : { outcome: 'busy' }
}

/** `readStanding`; a challenge whose time is over, and at which nobody looked any more, would be in the way of the next, and is ended. */
async function liveStanding(ctx: Ctx, idHash: Buffer): Promise<Standing> {
  const standing = await readStanding(ctx, idHash)
  if (!standing.live || standing.live.expires_at > ctx.now) return standing
  await endChallenge(ctx, standing.live, 'expired')
  return { ...standing, live: undefined }
}

const isOwn = (ctx: Ctx, live: Selectable<Challenge>) =>
  live.device_public_id === ctx.deviceId && live.session_id === (ctx.caller?.sessionId ?? null)

/** The browser that started a challenge gets it back, everybody else hears that there is one. */
function resume(ctx: Ctx, live: Selectable<Challenge>, { purpose, subject }: Start): Started {
  if (!isOwn(ctx, live) || live.purpose !== purpose || live.subject !== (subject ?? null)) return { outcome: 'busy' }
  return {
    outcome: 'started',
    secret: secretOf(ctx, live.request_id),
    random: live.random,
    expiresAt: live.expires_at,
    challengeId: live.id,
  }
}

/** Ends a stranger's challenge for the owner. First the place in line, or another stranger could slip in between. */
async function takeOver(ctx: Ctx, idHash: Buffer, live: Selectable<Challenge>): Promise<void> {
  await takePrecedence(ctx, idHash, live.expires_at)
  await endChallenge(ctx, live, 'superseded')
}

type Ending = 'rejected' | 'expired' | 'cancelled' | 'superseded' | 'unconfirmed'
export type Look = { challenge: Selectable<Challenge>; state: ChallengeState }

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

/** The assertion comes within a second or two of an approval; after this long it does not come. */
const assertionSeconds = 25

/**
 * How a challenge stands; while it waits, the provider is asked, at most once a second, and once more when its time is over.
 * @throws ProviderUnavailable while there is time left
 */
export async function lookAtChallenge(
  ctx: Acting & Pick<Ctx, 'app' | 'address'>,
  challenge: Selectable<Challenge>,
): Promise<Look['state']> {
  if (challenge.state !== 'waiting') return challenge.state
  const { app, now } = ctx
  const isOver = challenge.expires_at <= now
  if (!isOver && !mayAsk(challenge.request_id, now)) return 'waiting'
  const status = await app.identity
    .status({
      nationalId: app.secrets.open(challenge.national_id_sealed, 'national ID'),
      transId: challenge.provider_trans_id,
      random: challenge.random,
      userAddress: ctx.address,
    })
    .catch((error: unknown) => {
      if (isOver) return 'expired' as const
      throw error
    })
  // What was approved in time and what was approved too late cannot be told apart, unless it was seen in time.
  if (status === 'completed' && isOver && challenge.approved_at === null) return endChallenge(ctx, challenge, 'expired')
  if (status === 'completed') return awaitAssertion(ctx, challenge, isOver)
  if (status === 'waiting') return isOver ? endChallenge(ctx, challenge, 'expired') : 'waiting'
  return endChallenge(ctx, challenge, status)
}

/**
 * "Completed" is a decision and no identity: that comes with the signed assertion, by the callback, and the provider has no other way to
 * fetch it. Where the callback is lost the challenge ends, so that the person can ask again.
 */
async function awaitAssertion(ctx: Acting, challenge: Selectable<Challenge>, isOver: boolean): Promise<Look['state']> {
  const approvedAt = challenge.approved_at ?? ctx.now
  if (isOver || addSeconds(approvedAt, assertionSeconds) <= ctx.now) return endChallenge(ctx, challenge, 'unconfirmed')
  if (challenge.approved_at === null)
    await ctx.db
      .updateTable('challenge')
      .set({ approved_at: approvedAt })
      .where('id', '=', challenge.id)
      .where('approved_at', 'is', null)
      .execute()
  return 'waiting'
}

const askedAt = new Map<string, number>()
function mayAsk(requestId: string, now: Date): boolean {
  if (askedAt.size > 10_000) askedAt.clear()
  // A clock that was set back must not keep the provider unasked until it is where it was.
  if (Math.abs(now.getTime() - (askedAt.get(requestId) ?? 0)) < 1_000) return false
  askedAt.set(requestId, now.getTime())
  return true
}

async function endChallenge(ctx: Acting, { id }: Pick<Selectable<Challenge>, 'id'>, to: Ending): Promise<Look['state']> {
  return ctx.db.transaction().execute(async (tx) => {
    const challenge = await challenges.lock(tx, id)
    if (challenge.state !== 'waiting') return challenge.state
    if (to === 'unconfirmed') await forgetStartOf(tx, challenge)
    const { purpose } = challenge
    await challenges.move(tx, ctx, challenge, to, { set: { ended_at: ctx.now }, outcome: 'refused', facts: { purpose } })
    return to
  })
}

/** The person approved: their own start is held against nobody. */
export const forgetStartOf = (tx: Queryable, challenge: Selectable<Challenge>) =>
  forgetStart(tx, {
    at: challenge.started_at,
    idHash: challenge.national_id_hash,
    knownDevice: challenge.known_device ? challenge.device_public_id : null,
    network: challenge.network,
  })

export const cancelChallenge = (ctx: Acting, id: number): Promise<Look['state']> => endChallenge(ctx, { id }, 'cancelled')

/** What an approval is: who gave it, and what proves that they did. */
export type Taken = { challenge: Selectable<Challenge>; assertion: IdentityAssertion; proof: IdentityProof }

/** Takes an approved challenge, once, in a transaction: the second taker gets null. */
export async function takeChallenge(tx: Queryable, ctx: Actor & Pick<Ctx, 'app'>, id: number): Promise<Taken | null> {
  const challenge = await challenges.lock(tx, id)
  const isTooOld = challenge.expires_at <= addSeconds(ctx.now, -300) // an approval that nobody fetched is worth nothing after five minutes
  if (challenge.state !== 'completed' || isTooOld || !challenge.assertion_sealed) return null
  await challenges.move(tx, ctx, challenge, 'consumed', { set: { ended_at: ctx.now, assertion_sealed: null } })
  const proven = JSON.parse(ctx.app.secrets.open(challenge.assertion_sealed, challenge.request_id)) as ProvenAssertion
  const { proof, ...assertion } = proven
  return { challenge, assertion, proof }
}

/** The same, for whom the identity alone counts. */
export const consumeChallenge = async (...of: Parameters<typeof takeChallenge>): Promise<IdentityAssertion | null> =>
  (await takeChallenge(...of))?.assertion ?? null
