import { createHash } from 'node:crypto'
import type { Ctx } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'
import { isKnownDevice } from '#server/platform/sessions/device.ts'
import { countStranger } from '#server/platform/strangers.ts'
import { countAttempt, secondsToWindowEnd } from '#server/platform/throttle.ts'

const quarterSeconds = 900
const mostInQuarter = 5
const daySeconds = 86_400
/** On all devices together that the person never signed in on. */
const mostOnUnknownDevices = 30

const title = {
  ar: 'جُرّبت لهذه الهوية كلمات مرور كثيرة من أجهزة لم تُستخدم لها من قبل. ادخل عبر نفاذ، أو من جهاز سبق أن سجّلت الدخول منه.',
  en: 'Many passwords were tried for this ID on devices that it was never used on. Sign in with Nafath, or on a device that you signed in on before.',
}

/**
 * Counts a password before it is compared. A device that the person signed in on before has its own five in a quarter of an hour, which
 * nobody else uses up. Strangers have five for an ID and network, so many for an ID from everywhere, and what their network may set off.
 * An ID without an account is counted alike. @throws Problem TOO_MANY
 */
export async function allowPassword(ctx: Ctx, idHash: Buffer): Promise<void> {
  const account = `password|${idHash.toString('base64url')}`
  if (await isKnownDevice(ctx, idHash)) {
    const device = createHash('sha256').update(ctx.deviceId!).digest('base64url')
    return count(ctx, `${account}|device|${device}`, quarterSeconds, mostInQuarter)
  }
  await count(ctx, `${account}|${ctx.network}`, quarterSeconds, mostInQuarter)
  await ctx.db.transaction().execute((tx) => countStranger(tx, ctx))
  await count(ctx, `${account}|strangers`, daySeconds, mostOnUnknownDevices, title)
}

async function count({ db, now }: Ctx, key: string, seconds: number, most: number, sentence?: typeof title): Promise<void> {
  if ((await countAttempt(db, key, seconds, now)) <= most) return
  throw new Problem('TOO_MANY', { cause: 'passwords for one ID', title: sentence, retryAfterSeconds: secondsToWindowEnd(seconds, now) })
}
