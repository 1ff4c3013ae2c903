/** How a challenge travels: the same fields and sentences, whatever it is for. */
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import type { Ctx } from '../http/context.ts'
import { sentence } from './challengeSentences.ts'
import { findChallenge, lookAtChallenge, startChallenge, type Look, type Purpose } from './challenges.ts'

/** The answer to a start that did not come to be. */
const notStarted = (nationalID: string, errorMessage: string, heldUntil: Date | null = null) => ({
  nationalID,
  status: '0' as const,
  errorMessage,
  transId: '',
  random: '',
  expiresAt: null,
  heldUntil,
})

type StartOptions = { purpose: Purpose; nationalId: string; personId?: number; subject?: string }

/** Starts a challenge and tells the outcome as the wire has it; a provider that is down is an outcome too. */
export async function startOnTheWire(ctx: Ctx, options: StartOptions) {
  const started = await startChallenge(ctx, options).catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error
    ctx.log.warn({ reference: ctx.reference, cause: error }, 'identity provider')
    return { outcome: 'unavailable' as const }
  })
  if (started.outcome === 'unavailable') return notStarted(options.nationalId, sentence('unavailable', ctx.language))
  if (started.outcome === 'held') {
    const held = sentence('held', ctx.language)
    return notStarted(options.nationalId, ctx.caller ? held : `${held} ${sentence('otherWay', ctx.language)}`, started.freeAt)
  }
  if (started.outcome !== 'started') return notStarted(options.nationalId, sentence('notStarted', ctx.language))
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
const statusOf = {
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

export const isAbout = (ctx: Ctx, challenge: Look['challenge'], nationalId: string) =>
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
