import * as calls from '#contract/payments.ts'
import { collect } from '#server/platform/http/body.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { settle } from './settle.ts'

/** A notification only says where to look. Nobody who forges one, or sends one again, moves anything. */
export const receivePaymentNotification = route(calls.receivePaymentNotification, async (ctx, { gateway }, body) => {
  const { app, db, now } = ctx
  if (gateway !== app.payments.name) throw new Problem('NOT_FOUND', { cause: 'another gateway than ours' })
  const event = app.payments.readWebhook({ signature: ctx.header('signature') }, await collect(body))
  if (!event) throw new Problem('NOT_ALLOWED', { cause: 'the notification is not proven to be the gateway’s' })
  const received = { received: true as const }
  const fresh = await db
    .insertInto('payment_webhook')
    .values({ event_id: event.eventId, type: event.type, gateway_id: event.gatewayId, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  if (!fresh) return received
  const payment = await db.selectFrom('payment').select('id').where('gateway_id', '=', event.gatewayId).executeTakeFirst()
  if (!payment) {
    app.log.warn({ gatewayId: event.gatewayId, type: event.type }, 'a notification about an invoice that is not ours')
    return received
  }
  try {
    await settle(ctx, payment.id, 'webhook')
  } catch (error) {
    // Forgotten, so that its repetition is looked at again.
    await db.deleteFrom('payment_webhook').where('event_id', '=', event.eventId).execute()
    throw error
  }
  return received
})
