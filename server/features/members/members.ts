import { sql } from 'kysely'
import { flagsOn } from '#contract/lists.ts'
import type { OrgRole } from '#contract/kit.ts'
import * as calls from '#contract/members.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { matches, within } from '#server/platform/search.ts'
import { orEmpty } from '#server/platform/db/orEmpty.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import { exportRoute } from '#server/platform/http/exportRoute.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { openChanges } from './changeRows.ts'

type Flags = { [Name in calls.MemberStatus | 'active' | 'inActive']?: boolean }
type Acting = Ctx<Caller, ActingOrganisation>
type Filters = Flags & { employeeId?: string; fromDate?: string; toDate?: string; search?: string }

/** Whether nobody else is active in the role of `m`, which an organisation cannot be without. */
export const isLastOfRole = sql<boolean>`(m.role <> 'organizationUser' and not exists (select from membership other
  where other.organisation_id = m.organisation_id and other.role = m.role and other.status = 'approved' and other.active and other.id <> m.id))`

/** The members of an organisation as its list has them. */
const membersOf = (db: Queryable, organisationId: number) =>
  db
    .selectFrom('membership as m')
    .leftJoin('person as p', 'p.id', 'm.person_id')
    .leftJoin('organisation_unit as u', 'u.id', 'm.unit_id')
    .where('m.organisation_id', '=', organisationId)
    .where('m.status', '<>', 'cancelled')
    .select([
      'm.id as userSlno',
      'm.role as userType',
      'm.created_at as createdDate',
      'm.active',
      sql<calls.MemberStatus>`m.status`.as('status'),
    ])
    .select((e) => [
      sql<string>`coalesce(p.name_en, m.invited_name)`.as('fullName'),
      sql<string>`coalesce(p.name_ar, m.invited_name)`.as('fullNameAr'),
      orEmpty(e, 'u.name_en').as('organizationUnit'),
      orEmpty(e, 'u.name_ar').as('organizationUnitAr'),
      orEmpty(e, 'm.employee_number').as('employeeId'),
      orEmpty(e, 'm.work_email').as('email'),
      orEmpty(e, 'm.work_mobile').as('mobileNo'),
    ])

const memberRows = ({ db, organisation }: Acting, { employeeId, search, ...filters }: Filters) => {
  const statuses = flagsOn(calls.memberStatuses, filters)
  const activity = flagsOn(['active', 'inActive'], filters)
  return membersOf(db, organisation.id)
    .$if(statuses.length > 0, (q) => q.where('m.status', 'in', statuses))
    .$if(activity.length === 1, (q) => q.where('m.active', '=', activity[0] === 'active'))
    .$if(employeeId !== undefined, (q) => q.where('m.employee_number', '=', employeeId!))
    .where((e) => within(e, 'm.created_at', filters))
    .where((e) => matches(e, search, ['p.name_ar', 'p.name_en', 'm.invited_name', 'm.employee_number', 'm.work_email', 'm.work_mobile']))
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
}

export const listMembers = listRoute(calls.listMembers, memberRows)
export const exportMembers = exportRoute(calls.exportMembers, memberRows)

export const listEmployeeIds = route(calls.listEmployeeIds, async ({ db, organisation }) => {
  const dataList = await db
    .selectFrom('membership')
    .select((e) => [e.ref('employee_number').$notNull().as('employeeId'), 'id as userSlno'])
    .where('organisation_id', '=', organisation.id)
    .where('employee_number', 'is not', null)
    .orderBy('employee_number')
    .orderBy('id')
    .execute()
  return { dataList, totalCount: dataList.length }
})

type Wanted = { userSlNo: number; type?: OrgRole; active?: boolean; inActive?: boolean }

/** Whoever is another than the flags and the role ask for is not found, as the list would not have them either. */
export const readMember = route(calls.readMember, async (ctx, { userSlNo, type, active, inActive }: Wanted) => {
  const activity = flagsOn(['active', 'inActive'], { active, inActive })
  return ctx.db.transaction().execute(async (tx) => {
    const member = await memberShown(tx, ctx, userSlNo)
    if (type !== undefined && member.userType !== type) throw new Problem('NOT_FOUND')
    if (activity.length === 1 && member.active !== (activity[0] === 'active')) throw new Problem('NOT_FOUND')
    if (member.personId === null) return member // invited, and what the organisation wrote of them is all there is
    const look = { personId: member.personId, viewerId: ctx.caller.personId, what: 'profile' } as const
    await recordLook(tx, ctx, { ...look, organisationId: ctx.organisation.as === 'operator' ? null : ctx.organisation.id })
    return member
  })
})

export const readOwnMembership = route(calls.readOwnMembership, (ctx) => memberShown(ctx.db, ctx, ownMembership(ctx)))

/** The number of the caller’s membership in the organisation that they act for. */
export const ownMembership = ({ caller, organisation }: Acting): number =>
  caller.memberships.find(({ organisationId }) => organisationId === organisation.id)!.id

/** @throws Problem NOT_FOUND where it is no member of the organisation */
export async function memberShown(db: Queryable, { caller, organisation, language }: Acting, userSlNo: number) {
  const allotted = (kind: string) =>
    sql<number>`coalesce((select sum(l.amount) from ledger_entry l join plan on plan.id = l.plan_id
      where l.membership_id = m.id and plan.unit = 'transaction' and l.kind = ${kind}), 0)::int`
  const found = await membersOf(db, organisation.id)
    .where('m.id', '=', userSlNo)
    .select(['m.person_id as personId', 'm.remarks', isLastOfRole.as('isLastOfRole')])
    .select(['m.unit_id as orgUnitSlNo', 'm.is_auto_unit as isAutoOU'])
    .select(sql<string>`coalesce(p.national_id_masked, m.national_id_masked)`.as('nationalID'))
    .select(['m.city', 'm.region as state', 'm.postal_code as postalCode', 'm.country', 'p.nationality'])
    .select([allotted('allocate').as('allocated'), allotted('release').as('released'), allotted('debit').as('utilizedCounters')])
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  const { city, state, postalCode, country, nationality, allocated, released, utilizedCounters, ...member } = found
  const totalCounters = allocated - released
  const changes = await openChanges(db, language, userSlNo)
  return {
    ...member,
    city: city ?? '',
    state: state ?? '',
    postalCode: postalCode ?? '',
    country: country ?? '',
    nationality: nationality ?? '',
    organizationCounters: { totalCounters, utilizedCounters, remainingCounters: totalCounters - utilizedCounters },
    isOwn: member.personId === caller.personId,
    changes,
  }
}
