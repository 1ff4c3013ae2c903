import * as calls from '#contract/enrolment.ts'
import type { IdentityAssertion } from '#server/adapters/identity/identity.ts'
import { sentence } from '#server/platform/identity/challengeSentences.ts'
import { openSession } from '#server/features/sessions/issueSession.ts'
import { lookOnTheWire, startOnTheWire } from '#server/platform/identity/onTheWire.ts'
import { audit } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { consumeChallenge } from '#server/platform/identity/challenges.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { deviceOf } from '#server/platform/sessions/device.ts'
import { describeEnrolment, enrolments, enrolmentSeconds, hashOf, ownEnrolment, sealIdentity, secretOf } from './enrolments.ts'

/** Asks whoever holds this ID, whether they are enrolled or not: before they have approved, nobody is told which. */
export const initiateNafathEnrolment = route(calls.initiateNafathEnrolment, async (ctx, { nationalID }) =>
  startOnTheWire(ctx, { purpose: 'enrolment', nationalId: nationalID }),
)

export const verifyNafathEnrolment = route(calls.verifyNafathEnrolment, async (ctx, { nationalID, transId, random }) => {
  const { status, errorMessage, challenge } = await lookOnTheWire(ctx, transId, random, 'enrolment', nationalID)
  return status === '1' ? enterProven(ctx, challenge.id) : { status, errorMessage }
})

/** Takes an approved challenge: whoever has an account is signed in to it, and whoever has none begins or resumes an enrolment. */
export const enterProven = (ctx: Ctx, challengeId: number) =>
  ctx.db.transaction().execute(async (tx) => {
    const failed = { status: '0' as const, errorMessage: sentence('0', ctx.language) }
    const identity = await consumeChallenge(tx, ctx, challengeId)
    if (!identity) return failed
    const person = await tx
      .selectFrom('person')
      .select(['id', 'status', 'is_subscriber'])
      .where('national_id_hash', '=', ctx.app.secrets.lookUp(identity.nationalId))
      .executeTakeFirst()
    // Only now may anything of an account be told: whoever approved is the person themselves.
    if (person?.status === 'suspended') {
      await audit(tx, ctx, 'enrolment.refused', { outcome: 'refused', personId: person.id, facts: { account: 'suspended' } })
      return { ...failed, errorMessage: sentence('suspended', ctx.language) }
    }
    const approved = { status: '1' as const, errorMessage: '' }
    if (person?.status === 'active' && person.is_subscriber) {
      const session = await openSession(tx, ctx, { personId: person.id, method: 'nafath' })
      return { ...approved, isEnrolled: true, enrolment: null, session }
    }
    const enrolment = await beginEnrolment(tx, ctx, identity)
    return { ...approved, isEnrolled: false, enrolment, session: null }
  })

/** @returns the enrolment of somebody who has just proven who they are and has no account */
export const beginEnrolment = async (tx: Tx, ctx: Ctx, identity: IdentityAssertion) =>
  describeEnrolment(tx, ctx, await beginOrResume(tx, ctx, identity))

/**
 * A new enrolment, or the one that this person left unfinished, on whichever device. It gets a new secret, so that it has left the browser
 * where it was before; codes that were sent there are void, what was confirmed stays confirmed.
 */
async function beginOrResume(tx: Tx, ctx: Ctx, identity: IdentityAssertion): Promise<number> {
  const { app, now } = ctx
  const idHash = app.secrets.lookUp(identity.nationalId)
  await tx
    .deleteFrom('enrolment')
    .where('national_id_hash', '=', idHash)
    .where('state', '<>', 'completed')
    .where('expires_at', '<=', now)
    .execute()
  const publicId = newPublicId()
  const fresh = { device_public_id: deviceOf(ctx), language: ctx.language, verified_at: now, expires_at: addSeconds(now, enrolmentSeconds) }
  const added = await tx
    .insertInto('enrolment')
    .values({
      ...fresh,
      public_id: publicId,
      secret_hash: hashOf(secretOf(ctx, { public_id: publicId, generation: 1 })),
      national_id_hash: idHash,
      identity_sealed: sealIdentity(ctx, publicId, identity),
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing()) // one is open for this ID
    .returning(['id', 'public_id', 'state'])
    .executeTakeFirst()
  if (added) {
    await enrolments.begin(tx, ctx, added)
    return added.id
  }
  const left = await tx
    .selectFrom('enrolment')
    .select(['id', 'public_id', 'generation'])
    .where('national_id_hash', '=', idHash)
    .where('state', '<>', 'completed')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const next = { public_id: left.public_id, generation: left.generation + 1 }
  await tx
    .updateTable('enrolment')
    .set({
      ...fresh,
      generation: next.generation,
      secret_hash: hashOf(secretOf(ctx, next)),
      identity_sealed: sealIdentity(ctx, left.public_id, identity),
    })
    .where('id', '=', left.id)
    .execute()
  await tx.deleteFrom('enrolment_code').where('enrolment_id', '=', left.id).execute()
  await audit(tx, ctx, 'enrolment.resumed', { subject: left.public_id })
  return left.id
}

export const readEnrolment = route(calls.readEnrolment, async (ctx, { enrolmentID }) => {
  const row = await ownEnrolment(ctx.db, ctx, enrolmentID).executeTakeFirst()
  if (!row) throw new Problem('EXPIRED', { cause: 'no such enrolment of this browser' })
  if (row.state === 'completed') throw new Problem('WRONG_STATE', { cause: 'the account is open' })
  return describeEnrolment(ctx.db, ctx, row.id)
})
