/** An organisation as it is registered, and who administers it, for its own admins and signatories and the provider's registration officers. */
import { sql } from 'kysely'
import * as calls from '#contract/organisation.ts'
import { evidenceWith, openSent } from '#server/features/evidence/files.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { contains } from '#server/platform/search.ts'

/** Number of the application by which the organisation was registered; empty for one that was registered without. */
async function applicationOf(db: Queryable, organisationId: number): Promise<string> {
  const found = await db
    .selectFrom('organisation_application')
    .select('public_id')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return found?.public_id ?? ''
}

export const readOrganisation = route(calls.readOrganisation, async ({ db, organisation }) => {
  const row = await db
    .selectFrom('organisation')
    .select([
      'id as organizationSlno',
      'name_en as organizationName',
      'name_ar as organizationNameAr',
      'sip_code as sipId',
      'dba_en as DBAName',
      'dba_ar as DBANameAr',
      'cr_number as crNumber',
      'unified_number as unifiedOrgNo',
      'email',
      'telephone as telephoneNumber',
      'address',
      'country',
      'region as stateProvinceRegion',
      'city',
      'postal_code as postalCodeZIPCode',
      'remarks',
    ])
    .where('id', '=', organisation.id)
    .executeTakeFirstOrThrow()
  const number = await applicationOf(db, organisation.id)
  const stamp = (await evidenceWith(db, 'organisationSeal', number)).at(-1)
  return {
    ...row,
    uavUniqueReferenceNo: number,
    validTill: null,
    newDigitalStamp: null,
    oldDigitalStamp: stamp ? { uniqueFileID: stamp.uniqueFileID, status: 'approved' as const, createdDate: stamp.uploadedDate } : null,
    digitalSealStatus: 'none' as const, // no seal has a certificate yet
    remarks: row.remarks || null,
  }
})

export const openOrganisationStamp = route(calls.openOrganisationStamp, async (ctx, { uniqueFileID }) => {
  const number = await applicationOf(ctx.db, ctx.organisation.id)
  if (number === '') throw new Problem('NOT_FOUND')
  return openSent(ctx, 'organisationSeal', number, uniqueFileID)
})

export const listAdmins = listRoute(calls.listAdmins, ({ db, organisation }, { search }) =>
  db
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .where('m.organisation_id', '=', organisation.id)
    .where('m.role', '=', 'enrolmentAdmin')
    .where('m.status', '=', 'approved')
    .select(['m.id as userSlno', 'p.name_en as fullName', 'p.name_ar as fullNameAr', 'm.active as isActive'])
    .select([
      sql<string>`coalesce(m.work_email, '')`.as('email'),
      sql<string>`coalesce(m.work_mobile, '')`.as('mobileNumber'),
      sql<string>`coalesce(m.employee_number, '')`.as('employeeID'),
      sql<'nafath' | 'credentials'>`case when p.password_hash is null then 'nafath' else 'credentials' end`.as('loginType'),
      sql<string>`''`.as('designation'), // nobody is asked for one
    ])
    .$if(!!search, (q) =>
      q.where((e) => e.or((['p.name_ar', 'p.name_en', 'm.employee_number'] as const).map((name) => e(name, 'ilike', contains(search!))))),
    )
    .orderBy('m.created_at')
    .orderBy('m.id'),
)
