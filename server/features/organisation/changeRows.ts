/** Changes to what is registered of organisations as they are read, and whose decision comes next. */
import { sql } from 'kysely'
import { organisationChangeFields, type OrganisationField } from '#contract/organisationChanges.ts'
import { evidenceWith } from '#server/features/evidence/files.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { Problem } from '#server/platform/problems.ts'

/** Where each field stands. */
export const columnOf = {
  organizationNameAr: 'name_ar',
  organizationName: 'name_en',
  DBANameAr: 'dba_ar',
  DBAName: 'dba_en',
  vatNumber: 'vat_number',
  country: 'country',
  stateProvinceRegion: 'region',
  city: 'city',
  address: 'address',
  postalCodeZIPCode: 'postal_code',
  email: 'email',
  telephoneNumber: 'telephone',
} as const satisfies Record<OrganisationField, string>

export type Values = Partial<Record<OrganisationField, string>>

/** Whom a change `s` waits for; a signatory does not decide what they asked for, and where there is no other the provider decides it alone. */
export const whomOrganisationChangeWaitsFor = sql<'authorizedSignatory' | 'registrationOfficer' | null>`(case
  when s.status <> 'pending' then null
  when s.signatory_approved_at is null and exists (select from membership other where other.organisation_id = s.organisation_id
    and other.role = 'authorizedSignatory' and other.status = 'approved' and other.active and other.person_id <> s.made_by)
    then 'authorizedSignatory'
  else 'registrationOfficer' end)`

const named = (whose: ReturnType<typeof sql>) =>
  sql<{ fullName: string; fullNameAr: string } | null>`(select jsonb_build_object('fullName', by.name_en, 'fullNameAr', by.name_ar)
    from person by where by.id = ${whose})`
const halfWay = sql`(select d.decider_id from decision d where d.kind = 'organisationChange' and d.number = s.public_id and d.is_approved
  order by d.id limit 1)`

type Key = { public_id: string } | { id: number; organisationId: number }

/** A change as whoever decides it is shown it: by its public id, or by its number in an organisation. @throws Problem NOT_FOUND */
export async function readChange(db: Queryable, key: Key) {
  const found = await db
    .selectFrom('organisation_change as s')
    .innerJoin('organisation as o', 'o.id', 's.organisation_id')
    .$if('public_id' in key, (q) => q.where('s.public_id', '=', (key as { public_id: string }).public_id))
    .$if('id' in key, (q) => {
      const { id, organisationId } = key as { id: number; organisationId: number }
      return q.where('s.id', '=', id).where('s.organisation_id', '=', organisationId)
    })
    .select(['s.id', 's.public_id', 's.organisation_id', 's.made_by', 's.kind', 's.status', 's.created_at', 's.reason', 's.remarks'])
    .select(['s.old_values', 's.new_values', 's.signatory_approved_at', 's.decided_at', whomOrganisationChangeWaitsFor.as('waitsFor')])
    .select(['o.name_en as organizationName', 'o.name_ar as organizationNameAr', 'o.unified_number as unifiedOrgNo'])
    .select([
      named(sql`s.made_by`)
        .$notNull()
        .as('madeBy'),
      named(sql`s.decided_by`).as('decidedBy'),
      named(halfWay).as('halfWayBy'),
    ])
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  const [oldValues, newValues] = [found.old_values as Values, found.new_values as Values]
  const { kind, organizationName, organizationNameAr, unifiedOrgNo } = found
  return {
    id: found.id,
    number: found.public_id,
    organisationId: found.organisation_id,
    makerId: found.made_by,
    kind,
    newValues,
    named: { organizationName, organizationNameAr, unifiedOrgNo },
    detail: {
      slNo: found.id,
      changeKind: kind,
      status: found.status,
      requestDate: found.created_at,
      changedFields: organisationChangeFields[kind].map((field) => ({
        field,
        oldValue: oldValues[field] ?? '',
        newValue: newValues[field] ?? '',
      })),
      reason: found.reason,
      madeBy: found.madeBy,
      waitsFor: found.waitsFor,
      approvedBy: found.signatory_approved_at ? found.halfWayBy : null,
      decidedBy: found.decidedBy,
      decidedDate: found.decided_at,
      remarks: found.remarks || null,
      evidence: await evidenceWith(db, 'organisationChange', found.public_id),
    },
  }
}
