import { createHash } from 'node:crypto'
import { addSeconds } from '../clock.ts'
import type { Ctx } from '../http/context.ts'
import { requireHumanCheck } from '../humanCheck.ts'
import { Problem } from '../problems.ts'
import { countAttempt } from '../throttle.ts'

const windowSeconds = 600

/**
 * How often a challenge may be started for a national ID: three times in ten minutes and ten times a day without an approval, the third
 * with a human check. A device that this person signed in from before has an account of its own, so that strangers cannot
 * lock its owner out; who signs in normally meets none of this, because an approval starts the count anew.
 */
export async function allowStart(ctx: Ctx, idHash: Buffer): Promise<void> {
  const known = await isKnownDevice(ctx, idHash)
  const who = `${idHash.toString('base64url')}|${known ? createHash('sha256').update(ctx.deviceId!).digest('base64url') : 'stranger'}`
  const since = await lastApproval(ctx, idHash)
  const key = `challenge|${who}|${since}`
  const [recent, today, fromAddress] = [
    await countAttempt(ctx.db, key, windowSeconds, ctx.now),
    await countAttempt(ctx.db, `${key}|day`, 86_400, ctx.now),
    await countAttempt(ctx.db, `challenge|${ctx.address}`, windowSeconds, ctx.now),
  ]
  if (recent > 3 || today > 10) throw new Problem('TOO_MANY', { cause: `challenges: ${recent} in ten minutes, ${today} today`, retryAfterSeconds: windowSeconds })
  const unusual = recent >= 3 || (fromAddress >= ctx.app.configuration.HUMAN_CHECK_AFTER_STARTS && !ctx.caller)
  if (unusual) await requireHumanCheck(ctx)
}

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
