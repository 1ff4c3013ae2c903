import type { Queryable } from './db/db.ts'
import type { Ctx } from './http/context.ts'
import { lockKey } from './db/lockKey.ts'
import { giveTurnBack, takeTurn, turnsLeft } from './throttle.ts'

/**
 * What somebody whom we do not know yet may set off from one network: requests in identity apps, passwords tried, codes by SMS. A turn whose
 * person answered it, by approving or by the code, is given back, so that an office of people who sign in meets no limit.
 */

const windowSeconds = 600
const daySeconds = 86_400
/** Times the number from which on the human check is asked for: solving it each time opens no more than this. */
const windowFactor = 3
const dayFactor = 20

const title = {
  ar: 'أُرسلت من شبكتك طلبات كثيرة لم يُستجب لها. انتظر قليلًا، أو استخدم جهازًا سبق أن سجّلت الدخول منه.',
  en: 'Many requests that nobody answered were sent from your network. Wait a little, or use a device that you signed in on before.',
}

type From = Pick<Ctx, 'app' | 'network' | 'now'>

const keyOf = (network: string) => `stranger|${network}`

/** Whether the next turn of this network needs a human check. @throws Problem TOO_MANY */
export async function strangerNeedsCheck(db: Queryable, { app, network, now }: From): Promise<boolean> {
  const threshold = app.configuration.HUMAN_CHECK_AFTER_STARTS
  const limits = [
    { seconds: windowSeconds, most: windowFactor * threshold },
    { seconds: daySeconds, most: dayFactor * threshold },
  ]
  const left = await turnsLeft(db, { key: keyOf(network), limits, title, now })
  return limits[0]!.most - left + 1 >= threshold
}

/** Makes this network's turns wait for each other until the transaction ends. */
export const lockStrangers = (tx: Queryable, { network }: Pick<Ctx, 'network'>) => lockKey(tx, keyOf(network))

export const takeStrangersTurn = (tx: Queryable, { network, now }: Pick<Ctx, 'network' | 'now'>) => takeTurn(tx, keyOf(network), now)

/** Counts a turn now. @throws Problem TOO_MANY */
export async function countStranger(tx: Queryable, from: From): Promise<void> {
  await lockStrangers(tx, from)
  await strangerNeedsCheck(tx, from)
  await takeStrangersTurn(tx, from)
}

/** The turn of that moment was answered by the person whom it reached, or reached nobody. */
export const giveStrangersTurnBack = (db: Queryable, network: string, at: Date) => giveTurnBack(db, keyOf(network), at)
