/** An organisation as it is registered, and who administers it, for its own admins and signatories and the provider's registration officers. */
import { sql } from 'kysely'
import type { DscState } from '#contract/certificateStates.ts'
import * as calls from '#contract/organisation.ts'
import { pictureOf, sealsOf } from '#server/features/seals/rows.ts'
import { openSent } from '#server/features/evidence/files.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { matches } from '#server/platform/search.ts'
import { orEmpty } from '#server/platform/db/orEmpty.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'

/** Number of the application by which the organisation was registered; empty for one that was registered without. */
async function applicationOf(db: Queryable, organisationId: number): Promise<string> {
  const found = await db
    .selectFrom('organisation_application')
    .select('public_id')
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst()
  return found?.public_id ?? ''
}

export const readOrganisation = route(calls.readOrganisation, async (ctx) => {
  const { db, organisation } = ctx
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
      'vat_number as vatNumber',
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
  const seals = await sealsOf(db, ctx, organisation.id)
  const waiting = seals.find(({ waitsFor }) => waitsFor !== null)
  const latest = seals.find(({ serialNumberHex }) => serialNumberHex !== null)
  const picture = await pictureOf(db, organisation.id)
  return {
    ...row,
    uavUniqueReferenceNo: await applicationOf(db, organisation.id),
    validTill: null,
    newDigitalStamp: waiting
      ? { uniqueFileID: waiting.stamp.uniqueFileID, status: 'pending' as const, createdDate: waiting.appliedAt }
      : null,
    oldDigitalStamp: picture ? { uniqueFileID: picture.public_id, status: 'approved' as const, createdDate: picture.uploaded_at } : null,
    digitalSealStatus: latest ? sealStatusOf(latest.state) : waiting ? ('pending' as const) : ('none' as const),
    remarks: row.remarks || null,
  }
})

/** Of the seal that is or was last in force. */
const sealStatusOf = (state: DscState) =>
  state === 'suspended' || state === 'revoked' || state === 'expired' ? state : ('active' as const)

export const openOrganisationStamp = route(calls.openOrganisationStamp, async (ctx, { uniqueFileID }) => {
  const { db, organisation } = ctx
  const file = await db
    .selectFrom('evidence_file as f')
    .select(['f.purpose', 'f.request_number'])
    .where('f.public_id', '=', uniqueFileID)
    .where((e) =>
      e.or([
        e.exists(
          e.selectFrom('dsc').select('dsc.id').whereRef('dsc.image_id', '=', 'f.id').where('dsc.organisation_id', '=', organisation.id),
        ),
        e.and([
          e('f.purpose', '=', 'organisationSeal'),
          e.exists(
            e
              .selectFrom('organisation_application as a')
              .select('a.id')
              .whereRef('a.public_id', '=', 'f.request_number')
              .where('a.organisation_id', '=', organisation.id),
          ),
        ]),
      ]),
    )
    .executeTakeFirst()
  if (!file?.request_number) throw new Problem('NOT_FOUND')
  return openSent(ctx, file.purpose as 'seal' | 'organisationSeal', file.request_number, uniqueFileID)
})

export const listAdmins = listRoute(calls.listAdmins, ({ db, organisation }, { search }) =>
  db
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .where('m.organisation_id', '=', organisation.id)
    .where('m.role', '=', 'enrolmentAdmin')
    .where('m.status', '=', 'approved')
    .select(['m.id as userSlno', 'p.name_en as fullName', 'p.name_ar as fullNameAr', 'm.active as isActive'])
    .select((e) => [
      orEmpty(e, 'm.work_email').as('email'),
      orEmpty(e, 'm.work_mobile').as('mobileNumber'),
      orEmpty(e, 'm.employee_number').as('employeeID'),
      sql<'nafath' | 'credentials'>`case when p.password_hash is null then 'nafath' else 'credentials' end`.as('loginType'),
      'm.designation',
    ])
    .where((e) => matches(e, search, ['p.name_ar', 'p.name_en', 'm.employee_number']))
    .orderBy('m.created_at')
    .orderBy('m.id'),
)
