import type { App } from '#server/app.ts'
import { systemActor } from '#server/platform/audit.ts'
import { advance, endIfExpired } from './progress.ts'

const atOnce = 50

/** Goes on with what a closed browser or a stopped process left: expired reservations, approvals nobody fetched, signatures half made. */
export async function sweepSignings(app: App): Promise<void> {
  const acting = { ...systemActor(app), db: app.db }
  const rows = await app.db
    .selectFrom('esign_transaction')
    .leftJoin('challenge', 'challenge.id', 'esign_transaction.challenge_id')
    .selectAll('esign_transaction')
    .where('esign_transaction.ended_at', 'is', null)
    .where((e) =>
      e.or([
        e('esign_transaction.expires_at', '<=', acting.now).and('esign_transaction.state', 'in', ['reserved', 'authentication']),
        e('esign_transaction.state', '=', 'authentication').and('challenge.state', '=', 'completed'),
        e('esign_transaction.state', '=', 'signing').and('esign_transaction.leased_until', '<=', acting.now),
      ]),
    )
    .orderBy('esign_transaction.id')
    .limit(atOnce)
    .execute()
  for (const transaction of rows) {
    await (async () => {
      if (!(await endIfExpired(acting, transaction))) await advance(acting, transaction)
    })().catch((cause: unknown) => app.log.error({ transaction: transaction.public_id, cause }, 'signing sweep'))
  }
}
