/** What waits in an organisation, counted by kind: for the caller to do or decide, or for somebody else. */
import { type RawBuilder, sql } from 'kysely'
import * as calls from '#contract/dashboard.ts'
import { type WaitingHereKind, waitingHereKinds } from '#contract/dashboard.ts'
import { whomChangeWaitsFor } from '#server/features/members/changeRows.ts'
import { whomItWaitsFor } from '#server/features/members/states.ts'
import { whomOrganisationChangeWaitsFor } from '#server/features/organisation/changeRows.ts'
import { whatItWaitsFor } from '#server/features/seals/rows.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'

type Acting = Ctx<Caller, ActingOrganisation>

/** Rows of a kind that wait: since when, and whether for the caller. */
type Part = (organisationId: number, caller: { personId: number; isSignatory: boolean; isAdmin: boolean }) => RawBuilder<unknown>

/** A signatory decides what somebody else made. */
const contact =
  (kind: 'sponsor' | 'technicalContact'): Part =>
  (id, { personId, isSignatory }) =>
    sql`select s.created_at as since, (${isSignatory} and s.made_by <> ${personId}) as own from organisation_contact s
      where s.organisation_id = ${id} and s.kind = ${kind} and s.status = 'pending'`

const parts: Record<WaitingHereKind, Part> = {
  sealOrder: (id, { isAdmin }) => sql`select greatest(dsc.created_at, (select max(e.at) from dsc_event e where e.dsc_id = dsc.id)) as since,
    ${isAdmin}::boolean as own from dsc where dsc.organisation_id = ${id} and ${whatItWaitsFor} in ('payment', 'identity')`,
  newUser: (id, { isSignatory }) => sql`select coalesce(m.signatory_approved_at, m.submitted_at, m.created_at) as since,
    (${isSignatory} and ${whomItWaitsFor} = 'authorizedSignatory') as own
    from membership m where m.organisation_id = ${id} and m.status = 'pending'`,
  change: (id, { personId, isSignatory }) => sql`select coalesce(c.signatory_approved_at, c.created_at) as since,
    (${isSignatory} and ${whomChangeWaitsFor} = 'authorizedSignatory' and c.made_by <> ${personId} and m.person_id <> ${personId}) as own
    from membership_change c join membership m on m.id = c.membership_id where m.organisation_id = ${id} and c.status = 'pending'`,
  unit: (id, { personId, isSignatory }) => sql`select s.created_at as since, (${isSignatory} and s.made_by <> ${personId}) as own
    from organisation_unit s where s.organisation_id = ${id} and s.status = 'pending'`,
  sponsor: contact('sponsor'),
  technicalContact: contact('technicalContact'),
  organisationChange: (id, { personId, isSignatory }) => sql`select coalesce(s.signatory_approved_at, s.created_at) as since,
    (${isSignatory} and ${whomOrganisationChangeWaitsFor} = 'authorizedSignatory' and s.made_by <> ${personId}) as own
    from organisation_change s where s.organisation_id = ${id} and s.status = 'pending'`,
  seal: (id, { personId, isSignatory }) => sql`select
    greatest(dsc.signatory_approved_at, (select max(e.at) from dsc_event e where e.dsc_id = dsc.id)) as since,
    (${isSignatory} and ${whatItWaitsFor} = 'authorizedSignatory' and dsc.person_id <> ${personId}) as own
    from dsc where dsc.organisation_id = ${id} and dsc.state = 'identityVerified'`,
  invitation: (id) => sql`select m.created_at as since, false as own
    from membership m where m.organisation_id = ${id} and m.status = 'initiated'`,
}

/** An organisation user hears of changes about themselves, and of nothing else. */
const ownChanges: Part = (id, { personId }) => sql`select coalesce(c.signatory_approved_at, c.created_at) as since, false as own
  from membership_change c join membership m on m.id = c.membership_id
  where m.organisation_id = ${id} and m.person_id = ${personId} and c.status = 'pending'`

export const listWaitingHere = route(calls.listWaitingHere, async (ctx: Acting) => {
  const { id, as: role } = ctx.organisation
  const caller = {
    personId: ctx.caller.personId,
    isSignatory: role === 'authorizedSignatory',
    isAdmin: role === 'enrolmentAdmin',
  }
  const asked = role === 'organizationUser' ? { change: ownChanges } : parts
  const each = Object.entries(asked).map(
    ([kind, part]) => sql`select ${sql.lit(kind)} as kind, own, count(*)::int as count, min(since) as since
      from (${part(id, caller)}) as one group by own`,
  )
  const { rows } = await sql<{ kind: WaitingHereKind; own: boolean; count: number; since: Date }>`${sql.join(
    each,
    sql` union all `,
  )}`.execute(ctx.db)
  const dataList = rows
    .toSorted((one, other) => waitingHereKinds.indexOf(one.kind) - waitingHereKinds.indexOf(other.kind))
    .map(({ kind, own: isOwn, count, since: waitingSince }) => ({ kind, isOwn, count, waitingSince }))
  return { dataList, totalCount: dataList.length }
})
