import type { Tx } from '../db/db.ts'
import type { Caller, Ctx } from '../http/context.ts'
import { sentence } from './challengeSentences.ts'
import { takeChallenge, type Purpose, type Taken } from './challenges.ts'
import { nationalIdOf } from './nationalId.ts'
import { lookOnTheWire, startOnTheWire } from './onTheWire.ts'

type OwnPurpose = Exclude<Purpose, 'login' | 'enrolment' | 'organisation'>
export type Unapproved = { status: '0' | '2' | '3' | '4' | '5'; errorMessage: string }

/**
 * Asks the caller’s own identity app to approve something of theirs.
 * @param subject what is approved besides who they are; an approval of anything else does not count for it
 */
export const askOwnApproval = async (ctx: Ctx<Caller>, purpose: OwnPurpose, subject?: string) =>
  startOnTheWire(ctx, {
    purpose,
    nationalId: await nationalIdOf(ctx.db, ctx, ctx.caller.personId),
    personId: ctx.caller.personId,
    ...(subject !== undefined && { subject }),
  })

type Asked<B> = {
  purpose: OwnPurpose
  transId: string
  random: string
  /** Locks what the approval is for and tells what it must be of, as it stands now. An approval of anything else is left untouched. */
  lock: (tx: Tx) => Promise<B>
  /** Said where the approval is of something else. */
  changed?: { ar: string; en: string }
}

/** Takes an approval by the caller themselves, once, of exactly what is locked, and does what it was for: all in one transaction. */
export async function takeOwnApproval<B extends { subject: string | null }, D extends object>(
  ctx: Ctx<Caller>,
  { purpose, transId, random, lock, changed }: Asked<B>,
  carryOut: (tx: Tx, taken: Taken, locked: B) => Promise<D>,
): Promise<Unapproved | ({ status: '1'; errorMessage: string } & D)> {
  const failed = { status: '0' as const, errorMessage: sentence('0', ctx.language) }
  const { status, errorMessage, challenge } = await lookOnTheWire(ctx, transId, random, purpose)
  if (status !== '1') return { status, errorMessage }
  return ctx.db.transaction().execute(async (tx) => {
    const locked = await lock(tx)
    if (challenge.subject !== locked.subject) return changed ? { ...failed, errorMessage: changed[ctx.language] } : failed
    const taken = await takeChallenge(tx, ctx, challenge.id)
    if (taken?.assertion.nationalId !== (await nationalIdOf(tx, ctx, ctx.caller.personId))) return failed
    return { status: '1' as const, errorMessage: '', ...(await carryOut(tx, taken, locked)) }
  })
}
