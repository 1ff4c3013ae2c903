/** A membership from the invitation to its end. */
import { sql } from 'kysely'
import { memberEdges } from '#contract/members.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { machine } from '#server/platform/machine.ts'

export const memberships = machine({
  table: 'membership',
  column: 'status',
  edges: memberEdges,
  event: null,
  action: (_, to) => `member.${to}`,
})

/** Locks an organisation, so that what its members are is changed by one at a time: of its last admins no two leave at once. */
export async function lockOrganisation(tx: Tx, organisationId: number): Promise<void> {
  await tx.selectFrom('organisation').select('id').where('id', '=', organisationId).forUpdate().execute()
}

/** Whom the request of `m` waits for. Where an organisation has no signatory yet, its first one waits for the registration officer alone. */
export const whomItWaitsFor = sql<'authorizedSignatory' | 'registrationOfficer' | null>`(case
  when m.status <> 'pending' then null
  when m.role = 'organizationUser' then 'authorizedSignatory'
  when m.signatory_approved_at is null and exists (select from membership other where other.organisation_id = m.organisation_id
    and other.role = 'authorizedSignatory' and other.status = 'approved' and other.active) then 'authorizedSignatory'
  else 'registrationOfficer' end)`

/** Who decided the request of `m` last; null while nobody has. */
export const deciderOf = (name: 'name_ar' | 'name_en') =>
  sql<string | null>`(select by.${sql.ref(name)} from decision d join person by on by.id = d.decider_id
    where d.kind = 'membership' and d.number = m.public_id order by d.id desc limit 1)`
