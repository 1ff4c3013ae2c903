import type { OrgRole } from '#contract/kit.ts'
import type { Queryable } from '#server/platform/db/db.ts'

/** The numbers of the people who act for an organisation in a role: whoever has something to tell the organisation tells them. */
export async function membersInRole(db: Queryable, organisationId: number, role: OrgRole): Promise<number[]> {
  const members = await db
    .selectFrom('membership')
    .select((e) => e.ref('person_id').$notNull().as('personId'))
    .where('organisation_id', '=', organisationId)
    .where('role', '=', role)
    .where('status', '=', 'approved')
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  return members.map(({ personId }) => personId)
}
