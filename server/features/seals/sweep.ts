import type { App } from '#server/app.ts'
import { systemActor } from '#server/platform/audit.ts'
import { issueSeal } from './issue.ts'
import { returnMoney } from './money.ts'
import { sweepSealings } from './sealing.ts'

const atOnce = 20

/** What was to follow at once and did not: a seal’s certificate after its decision, the way back of its money, a sealing. */
export async function sweepSeals(app: App): Promise<void> {
  const acting = systemActor(app)
  const approved = await app.db
    .selectFrom('dsc')
    .select('id')
    .where('organisation_id', 'is not', null)
    .where('state', '=', 'approved')
    .orderBy('id')
    .limit(atOnce)
    .execute()
  for (const { id } of approved)
    await issueSeal(acting, id).catch((cause: unknown) => app.log.error({ seal: id, cause }, 'seal not issued'))
  const owed = await app.db
    .selectFrom('dsc')
    .select(['id', 'order_id as orderId'])
    .where('refund_next_at', '<=', acting.now)
    .orderBy('refund_next_at')
    .limit(atOnce)
    .execute()
  for (const one of owed)
    await returnMoney(acting, one).catch((cause: unknown) => app.log.error({ seal: one.id, cause }, 'money of a seal not returned'))
  await sweepSealings(acting)
}
