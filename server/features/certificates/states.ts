import type { Selectable } from 'kysely'
import { dscEdges } from '#contract/certificateStates.ts'
import type { App } from '#server/app.ts'
import type { Actor } from '#server/platform/audit.ts'
import type { Dsc } from '#server/platform/db/schema.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { machine } from '#server/platform/machine.ts'
import { Problem } from '#server/platform/problems.ts'

export type Certificate = Selectable<Dsc>
/** Who acts on a certificate: a person's request, or the product itself. */
export type Acting = Actor & { readonly app: App }

/** "active" is reached twice: at issuing and by being resumed. An event's `reason` is one of RFC 5280, where it is a revocation. */
export const certificates = machine({
  table: 'dsc',
  edges: dscEdges,
  event: { table: 'dsc_event', of: 'dsc_id' },
  action: (from, to) => (from === 'suspended' && to === 'active' ? 'certificate.resumed' : `certificate.${to}`),
})

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
