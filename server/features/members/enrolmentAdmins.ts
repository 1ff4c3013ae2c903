import type { Queryable } from '#server/platform/db/db.ts'

/** The numbers of the people who act for an organisation as its enrolment admins: whoever tells the organisation something tells them. */
export async function enrolmentAdminsOf(db: Queryable, organisationId: number): Promise<number[]> {
  const admins = await db
    .selectFrom('membership')
    .select((e) => e.ref('person_id').$notNull().as('personId'))
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'enrolmentAdmin')
    .where('status', '=', 'approved')
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  return admins.map(({ personId }) => personId)
}
