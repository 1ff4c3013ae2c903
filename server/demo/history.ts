import type { App } from '#server/app.ts'
import { accountOf } from '#server/platform/accounts.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { creditPlan } from '#server/platform/ledger.ts'
import { addDeviceHistory } from './deviceHistory.ts'
import { addPaymentHistory } from './paymentHistory.ts'

type Demo = { pricing: { welcomePack: number; plans: number[] }; subscriber: number; newcomer: number }

/** Each of the two subscribers got the welcome pack; one has bought ever since. */
export async function addHistory(tx: Tx, app: App, { pricing, subscriber, newcomer }: Demo): Promise<void> {
  const now = app.clock.now()
  for (const personId of [subscriber, newcomer]) {
    const validFrom = addDays(now, -65)
    await creditPlan(tx, validFrom, {
      accountId: await accountOf(tx, personId),
      pricingId: pricing.welcomePack,
      kind: 'welcomePack',
      orderLine: null,
      transactions: 3,
      validFrom,
      validTo: addDays(validFrom, 90),
    })
  }
  await addDeviceHistory(tx, subscriber, now)
  await addPaymentHistory(tx, app, { personId: subscriber, plans: pricing.plans })
}
