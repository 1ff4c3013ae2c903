import { paymentEdges } from '#contract/payments.ts'
import { machine } from '#server/platform/machine.ts'

/** The trail has what a move led to, with its document (`settle`): one record for both. */
export const payments = machine({
  table: 'payment',
  edges: paymentEdges,
  column: 'status',
  event: { table: 'payment_event', of: 'payment_id' },
  action: () => null,
})
