import type { Selectable } from 'kysely'
import { dscEdges, type DscState } from '#contract/certificateStates.ts'
import type { App } from '#server/app.ts'
import { audit, type Actor } from '#server/platform/audit.ts'
import type { Dsc } from '#server/platform/db/schema.ts'
import type { Caller, Ctx, Queryable } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'

export type Certificate = Selectable<Dsc>
/** Who acts on a certificate: a person's request, or the product itself. */
export type Acting = Actor & { readonly app: App }

/** The row, locked until the end of the database transaction. */
export const lockCertificate = (tx: Queryable, id: number): Promise<Certificate> =>
  tx.selectFrom('dsc').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** One of the caller's own; somebody else's, and an organisation's, is none. @throws Problem NOT_FOUND */
export async function ownCertificate({ db, caller }: Ctx<Caller>, publicId: string): Promise<Certificate> {
  const row = await db
    .selectFrom('dsc')
    .selectAll()
    .where('public_id', '=', publicId)
    .where('person_id', '=', caller.personId)
    .where('organisation_id', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

type Change = {
  cause: string
  /** Of RFC 5280, where it is a revocation. */
  reason?: string
  set?: Partial<
    Pick<
      Certificate,
      | 'challenge_id'
      | 'serial_number'
      | 'serial_decimal'
      | 'issued_by'
      | 'issued_to'
      | 'key_usage'
      | 'key_sealed'
      | 'key_destroyed_at'
      | 'pkcs12_sealed'
      | 'pkcs12_until'
      | 'leased_until'
      | 'renews'
    >
  >
}

/** Moves a locked certificate along an edge and records it. @throws Problem WRONG_STATE */
export async function move(
  tx: Queryable,
  acting: Actor,
  { id, state, public_id, person_id }: Pick<Certificate, 'id' | 'state' | 'public_id' | 'person_id'>,
  to: DscState,
  { cause, reason, set = {} }: Change,
): Promise<void> {
  if (!dscEdges[state].includes(to)) throw new Problem('WRONG_STATE', { cause: `${state} → ${to}` })
  await record(tx, acting, { id, public_id, person_id }, { from: state, to, cause, reason }) // before it, or the database refuses the move
  await tx
    .updateTable('dsc')
    .set({ state: to, ...set })
    .where('id', '=', id)
    .execute()
}

type Edge = { from: DscState | null; to: DscState; cause: string; reason?: string }

/** Notes a step of a certificate's life: for its holder, and in the audit trail. */
export async function record(
  tx: Queryable,
  acting: Actor,
  { id, public_id, person_id }: Pick<Certificate, 'id' | 'public_id' | 'person_id'>,
  { from, to, cause, reason }: Edge,
): Promise<void> {
  await tx
    .insertInto('dsc_event')
    .values({ dsc_id: id, at: acting.now, from_state: from, to_state: to, cause, reason: reason ?? null })
    .execute()
  // "active" is reached twice: at issuing and by being resumed.
  const action = from === 'suspended' && to === 'active' ? 'certificate.resumed' : `certificate.${to}`
  await audit(tx, acting, action, { subject: public_id, personId: person_id, facts: { cause, ...(reason && { reason }) } })
}
