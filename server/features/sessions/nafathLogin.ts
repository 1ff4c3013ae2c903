import { cancelChallenge as cancelCall, initiateNafathLogin, verifyNafathLogin } from '#contract/sessions.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import {
  cancelChallenge,
  consumeChallenge,
  findChallenge,
  lookAtChallenge,
  startChallenge,
  type Look,
  type Purpose,
} from '#server/platform/identity/challenges.ts'
import { sentence } from './challengeSentences.ts'
import { openSession } from './issueSession.ts'

type StartOptions = { purpose: Purpose; nationalId: string; personId?: number; subject?: string }

/** Starts a challenge and tells the outcome as the wire has it; a provider that is down is an outcome too. */
export async function startOnTheWire(ctx: Ctx, options: StartOptions) {
  const started = await startChallenge(ctx, options).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error
    ctx.log.warn({ reference: ctx.reference, cause: error }, 'identity provider')
    return { outcome: 'unavailable' as const }
  })
  const failed = { nationalID: options.nationalId, status: '0' as const, transId: '', random: '', expiresAt: null, heldUntil: null }
  if (started.outcome === 'unavailable') return { ...failed, errorMessage: sentence('unavailable', ctx.language) }
  if (started.outcome === 'held') {
    const held = sentence('held', ctx.language)
    const errorMessage = ctx.caller ? held : `${held} ${sentence('otherWay', ctx.language)}`
    return { ...failed, errorMessage, heldUntil: started.freeAt }
  }
  if (started.outcome !== 'started') return { ...failed, errorMessage: sentence('notStarted', ctx.language) }
  return {
    nationalID: options.nationalId,
    status: '1' as const,
    errorMessage: '',
    transId: started.secret,
    random: started.random,
    expiresAt: started.expiresAt,
    heldUntil: null,
  }
}

/** States of a challenge as `status` carries them. */
export const statusOf = {
  waiting: '3',
  completed: '1',
  rejected: '2',
  expired: '4',
  cancelled: '5',
  failed: '0',
  consumed: '0',
  superseded: '0',
  unconfirmed: '0',
} as const satisfies Record<Look['state'], string>

const isAbout = (ctx: Ctx, challenge: Look['challenge'], nationalId: string) =>
  ctx.app.secrets.lookUp(nationalId).equals(challenge.national_id_hash)

/** Looks at a challenge for its own browser; whatever does not fit looks like one that failed. */
export async function lookOnTheWire(ctx: Ctx, secret: string, random: string, purpose: Purpose, nationalId?: string) {
  const challenge = await findChallenge(ctx, secret, random, purpose)
  const isTheirs =
    challenge &&
    (nationalId === undefined || isAbout(ctx, challenge, nationalId)) &&
    challenge.session_id === (ctx.caller?.sessionId ?? null)
  if (!isTheirs) return { status: '0' as const, errorMessage: sentence('0', ctx.language), challenge: null }
  const state = await lookAtChallenge(ctx, challenge).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return 'waiting' as const // it may be back before the challenge ends
    throw error
  })
  const status = statusOf[state]
  return { status, errorMessage: sentence(state === 'unconfirmed' ? state : status, ctx.language), challenge }
}

export const initiateLogin = route(initiateNafathLogin, async (ctx, { nationalID }) =>
  startOnTheWire(ctx, { purpose: 'login', nationalId: nationalID }),
)

export const verifyLogin = route(verifyNafathLogin, async (ctx, { nationalID, transId, random }) => {
  const { status, errorMessage, challenge } = await lookOnTheWire(ctx, transId, random, 'login', nationalID)
  if (status !== '1') return { status, errorMessage }
  return ctx.db.transaction().execute(async (tx) => {
    const assertion = await consumeChallenge(tx, ctx, challenge.id)
    if (!assertion) return { status: '0' as const, errorMessage: sentence('0', ctx.language) }
    const person = await tx
      .selectFrom('person')
      .select(['id', 'status'])
      .where('national_id_hash', '=', ctx.app.secrets.lookUp(assertion.nationalId))
      .executeTakeFirst()
    if (person?.status !== 'active') {
      await audit(tx, ctx, 'session.refused', { outcome: 'refused', personId: person?.id, facts: { account: person?.status ?? 'none' } })
      // Only now may this be told: whoever approved is the person themselves.
      return person?.status === 'suspended'
        ? { status: '0' as const, errorMessage: sentence('suspended', ctx.language) }
        : { status: '6' as const, errorMessage: sentence('6', ctx.language) }
    }
    return { status: '1' as const, errorMessage: '', ...(await openSession(tx, ctx, { personId: person.id, method: 'nafath' })) }
  })
})

export const cancel = route(cancelCall, async (ctx, { nationalID, transId, random }) => {
  for (const purpose of ['login', 'enrolment', 'stepUp', 'kycRenewal', 'certificate'] as const) {
    const challenge = await findChallenge(ctx, transId, random, purpose)
    if (challenge && isAbout(ctx, challenge, nationalID)) await cancelChallenge(ctx, challenge.id)
  }
  return { status: '5' as const }
})
