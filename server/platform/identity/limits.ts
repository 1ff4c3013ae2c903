import { createHash } from 'node:crypto'
import { addSeconds } from '../clock.ts'
import type { Ctx } from '../http/context.ts'
import { requireHumanCheck } from '../humanCheck.ts'
import { Problem } from '../problems.ts'
import { countAttempt, countTurns, giveTurnBack, lockTurns, takeTurn } from '../throttle.ts'

const windowSeconds = 600
const daySeconds = 86_400
const most = { inWindow: 3, inDay: 10 }

/** A start that was allowed; it is given back where the person was not asked after all. */
export type Turn = { key: string; at: Date }

/**
 * How often a challenge may be started for a national ID: three times in any ten minutes and ten times in any day without an approval, the
 * third with a human check. A device that this person signed in from before has an account of its own, so that strangers cannot
 * lock its owner out; who signs in normally meets none of this, because an approval starts the count anew.
 * @throws Problem TOO_MANY or HUMAN_CHECK
 */
export async function allowStart(ctx: Ctx, idHash: Buffer): Promise<Turn> {
  const known = await isKnownDevice(ctx, idHash)
  const who = `${idHash.toString('base64url')}|${known ? createHash('sha256').update(ctx.deviceId!).digest('base64url') : 'stranger'}`
  const key = `challenge|${who}|${await lastApproval(ctx, idHash)}`
  const fromAddress = await countAttempt(ctx.db, `challenge|${ctx.address}`, windowSeconds, ctx.now)
  const unusual = fromAddress >= ctx.app.configuration.HUMAN_CHECK_AFTER_STARTS && !ctx.caller
  // The check comes before the count, or asking for it would itself use up the start that it is for.
  const needsCheck = (await turnsLeft(ctx, key)) <= 1 || unusual
  if (needsCheck) await requireHumanCheck(ctx)
  await ctx.db.transaction().execute(async (tx) => {
    await lockTurns(tx, key)
    const left = await turnsLeft({ ...ctx, db: tx }, key)
    if (left <= 1 && !needsCheck) throw new Problem('HUMAN_CHECK', { cause: 'another start was faster' })
    await takeTurn(tx, key, ctx.now)
  })
  return { key, at: ctx.now }
}

/** Starts that did not reach the person are not held against them: an outage locks nobody out. */
export const giveStartBack = (ctx: Pick<Ctx, 'db'>, { key, at }: Turn) => giveTurnBack(ctx.db, key, at)

/** How many more starts the window has. @throws Problem TOO_MANY where it, or the day, has none */
async function turnsLeft({ db, now }: Pick<Ctx, 'now'> & { db: Parameters<typeof countTurns>[0] }, key: string): Promise<number> {
  const [recent, today] = [
    await countTurns(db, key, addSeconds(now, -windowSeconds)),
    await countTurns(db, key, addSeconds(now, -daySeconds)),
  ]
  if (recent.count >= most.inWindow) throw tooMany(recent.oldest!, windowSeconds, now)
  if (today.count >= most.inDay) throw tooMany(today.oldest!, daySeconds, now)
  return most.inWindow - recent.count
}

const tooMany = (oldest: Date, seconds: number, now: Date) =>
  new Problem('TOO_MANY', {
    cause: `challenges in ${seconds} s`,
    retryAfterSeconds: Math.max(1, Math.ceil((addSeconds(oldest, seconds).getTime() - now.getTime()) / 1000)),
  })

/** The last approval's number: the counts belong to the time since. */
async function lastApproval({ db, now }: Ctx, idHash: Buffer): Promise<number> {
  const row = await db
    .selectFrom('challenge')
    .select('id')
    .where('national_id_hash', '=', idHash)
    .where('state', 'in', ['completed', 'consumed'])
    .where('started_at', '>', addSeconds(now, -86_400))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

async function isKnownDevice({ db, deviceId }: Ctx, idHash: Buffer): Promise<boolean> {
  if (deviceId === null) return false
  const row = await db
    .selectFrom('device')
    .innerJoin('person', 'person.id', 'device.person_id')
    .select('device.id')
    .where('person.national_id_hash', '=', idHash)
    .where('device.public_id', '=', deviceId)
    .where('device.revoked_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
