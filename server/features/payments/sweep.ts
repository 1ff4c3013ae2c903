import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import type { App } from '#server/app.ts'
import { systemActor } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import { settle } from './settle.ts'

const atOnce = 40
/** A part of the calls that may wait for the gateway: the others stay free for people. */
const side = 4
const leaseSeconds = 90

/**
 * Asks the gateway about every payment that is due: heals lost notifications, ends what nobody paid, takes money that came late.
 * A payment is claimed by moving its time, so that two processes do not ask together. A gateway that is down ends the round.
 */
export async function sweepPayments(app: App): Promise<void> {
  const now = app.clock.now()
  const due = await app.db
    .updateTable('payment')
    .set({ next_check_at: addSeconds(now, leaseSeconds) })
    .where('id', 'in', (e) =>
      e
        .selectFrom('payment')
        .select('id')
        .where('next_check_at', '<=', now)
        .orderBy('next_check_at')
        .orderBy('id')
        .limit(atOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  const acting = systemActor(app)
  let isDown = false
  const work = due.values()
  const worker = async () => {
    for (const { id } of work) {
      if (isDown) return
      await settle(acting, id, 'sweep').catch((cause: unknown) => {
        isDown ||= cause instanceof ProviderUnavailable
        app.log.warn({ payment: id, cause }, 'payment not settled')
      })
    }
  }
  await Promise.all(Array.from({ length: side }, worker))
}
