import type { Insertable } from 'kysely'
import type { RecordedActivity } from '#contract/auditTrail.ts'
import type { App } from '#server/app.ts'
import { inPassing, type Queryable } from './db/db.ts'
import type { AuditEvent } from './db/schema.ts'
import type { Ctx } from './http/context.ts'

/** Who acts, when and from where, as the audit trail records it. */
export type Actor = Pick<Ctx, 'now' | 'caller' | 'organisation' | 'deviceId' | 'address' | 'reference'>

/** The product itself, going on with what somebody began. */
export const systemActor = (app: App): Actor & { app: App } => ({
  app,
  now: app.clock.now(),
  caller: null,
  organisation: null,
  deviceId: null,
  address: '',
  reference: 'sweep',
})

type Record = {
  outcome?: 'done' | 'refused'
  /** Public id or number of what was acted upon. */
  subject?: string
  personId?: number
  facts?: { [name: string]: string | number | boolean | null | readonly string[] }
}

/** The row of the trail that tells who did what, when and from where. Facts carry no secret and no plain national ID. */
export const trailOf = (
  ctx: Actor,
  action: RecordedActivity,
  { outcome = 'done', subject, personId, facts = {} }: Record = {},
): Insertable<AuditEvent> => ({
  at: ctx.now,
  action,
  outcome,
  person_id: personId ?? ctx.caller?.personId ?? null,
  organisation_id: ctx.organisation?.id ?? null,
  subject: subject ?? null,
  device_public_id: ctx.deviceId,
  address: ctx.address,
  reference: ctx.reference,
  facts: JSON.stringify(facts),
})

/** Records what somebody did, in the transaction of the act itself. */
export async function audit(db: Queryable, ...of: Parameters<typeof trailOf>): Promise<void> {
  await inPassing(db.insertInto('audit_event').values(trailOf(...of)))
}
