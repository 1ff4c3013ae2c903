import { createHash } from 'node:crypto'
import { inPassing, type Queryable } from '../db/db.ts'
import type { Ctx } from '../http/context.ts'
import { requireHumanCheck } from '../humanCheck.ts'
import { giveStrangersTurnBack, lockStrangers, strangerNeedsCheck, takeStrangersTurn } from '../strangers.ts'
import { lockKey } from '../db/lockKey.ts'
import { giveTurnBack, takeTurn, turnsLeft } from '../throttle.ts'

const limits = [
  { seconds: 600, most: 3 },
  { seconds: 86_400, most: 10 },
]

const title = {
  ar: 'أُرسلت إلى تطبيق نفاذ لهذه الهوية طلبات كثيرة لم يُوافق عليها. انتظر قليلًا ثم أعد المحاولة، أو سجّل الدخول بكلمة المرور ورمز التحقق.',
  en: 'Many requests that were not approved were sent to the Nafath app of this ID. Wait a little, then try again, or sign in with password and code.',
}

/** A start that was allowed, and what counts it. */
export type Turn = {
  at: Date
  idHash: Buffer
  /** The device, where the person of the ID is known to use it; strangers share one count. */
  knownDevice: string | null
  /** Null where the start does not count for the network it came from. */
  network: string | null
}

const keyOf = ({ idHash, knownDevice }: Turn) =>
  `challenge|${idHash.toString('base64url')}|${knownDevice === null ? 'stranger' : createHash('sha256').update(knownDevice).digest('base64url')}`

/**
 * How often a challenge may be started for a national ID: three times in any ten minutes and ten times in any day without an approval, the
 * third with a human check. A device that this person signed in from before has counts of its own, which nothing else touches. Whoever is
 * neither signed in nor on such a device counts for their network besides.
 * @throws Problem TOO_MANY or HUMAN_CHECK
 */
export async function allowStart(ctx: Ctx, idHash: Buffer, isKnown: boolean): Promise<Turn> {
  const isStranger = !isKnown && !ctx.caller
  const turn: Turn = { at: ctx.now, idHash, knownDevice: isKnown ? ctx.deviceId : null, network: isStranger ? ctx.network : null }
  const key = keyOf(turn)
  const needsCheck = async (tx: Queryable) => {
    const last = (await turnsLeft(tx, { key, limits, title, now: ctx.now })) <= 1
    return (isStranger && (await strangerNeedsCheck(tx, ctx))) || last
  }
  /** @returns false, and counts nothing, where a check is needed first */
  const count = ({ checked }: { checked: boolean }) =>
    ctx.db.transaction().execute(async (tx) => {
      if (isStranger) await lockStrangers(tx, ctx)
      await lockKey(tx, key)
      if ((await needsCheck(tx)) && !checked) return false
      if (isStranger) await takeStrangersTurn(tx, ctx)
      await takeTurn(tx, key, ctx.now)
      return true
    })
  if (await count({ checked: false })) return turn
  // The check comes before the count, or asking for it would itself use up the start that it is for.
  await requireHumanCheck(ctx)
  await count({ checked: true })
  return turn
}

/**
 * A start that did not reach the person is not held against them: an outage locks nobody out. For the network it counts where the provider
 * answered, or whoever tries IDs one after the other would not be counted.
 */
export async function giveStartBack({ db }: Pick<Ctx, 'db'>, turn: Turn, { reached }: { reached: 'provider' | 'nobody' }): Promise<void> {
  await giveTurnBack(db, keyOf(turn), turn.at)
  if (reached === 'nobody' && turn.network !== null) await giveStrangersTurnBack(db, turn.network, turn.at)
}

/**
 * Whoever approved a start wanted it. A known device begins to count anew; of what strangers share, this one start goes, so that the
 * owner's approvals do not open the door again for others.
 */
export async function forgetStart(tx: Queryable, turn: Turn): Promise<void> {
  if (turn.knownDevice !== null) await inPassing(tx.deleteFrom('throttle').where('key', '=', keyOf(turn)))
  else await giveTurnBack(tx, keyOf(turn), turn.at)
  if (turn.network !== null) await giveStrangersTurnBack(tx, turn.network, turn.at)
}
