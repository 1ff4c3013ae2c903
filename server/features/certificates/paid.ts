import { systemActor } from '#server/platform/audit.ts'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { tellHolder } from './news.ts'
import { lockCertificate, move } from './states.ts'

/** The application that an order pays, if it is for a certificate; locked. */
async function applicationOf(tx: Tx, orderId: number) {
  const row = await tx.selectFrom('dsc').select('id').where('order_id', '=', orderId).executeTakeFirst()
  return row && lockCertificate(tx, row.id)
}

/** Whether an order is for an application that ended before it was paid: nobody is sent to pay for it. The order is locked, so it stays so. */
export async function isGivenUp(tx: Tx, orderId: number): Promise<boolean> {
  const application = await applicationOf(tx, orderId)
  return application !== undefined && application.state !== 'applied'
}

/** What a payment does for an application: it goes on. @returns whether the order is for a certificate */
export async function payApplication(tx: Tx, app: App, { orderId, at }: { orderId: number; at: Date }): Promise<boolean> {
  const application = await applicationOf(tx, orderId)
  if (!application) return false
  const isLate = application.state === 'cancelled'
  // An application that was given up may have been followed by another renewal: then this one stands for itself.
  const set = isLate ? { renews: null, key_destroyed_at: null } : {}
  await move(tx, { ...systemActor(app), now: at }, application, 'paid', { cause: isLate ? 'late payment' : 'payment', set })
  return true
}

/** What a refund undoes: the application ends, or the certificate is revoked. @returns whether the order is for a certificate */
export async function refundApplication(tx: Tx, app: App, { orderId, at }: { orderId: number; at: Date }): Promise<boolean> {
  const application = await applicationOf(tx, orderId)
  if (!application) return false
  const acting = { ...systemActor(app), now: at }
  const { state, serial_number: serial } = application
  if (state === 'active' || state === 'suspended') {
    await app.authority.status.revoke(tx, serial!, 'privilegeWithdrawn')
    await move(tx, acting, application, 'revoked', {
      cause: 'refund',
      reason: 'privilegeWithdrawn',
      set: { pkcs12_sealed: null, pkcs12_until: null },
    })
    await tellHolder(tx, acting, application.id, 'revoked')
  } else if (state !== 'revoked' && state !== 'expired' && state !== 'rejected')
    await move(tx, acting, application, 'cancelled', { cause: 'refund', set: { key_sealed: null } })
  return true
}
