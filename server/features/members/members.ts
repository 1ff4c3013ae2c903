import { sql } from 'kysely'
import { flagsOn } from '#contract/lists.ts'
import * as calls from '#contract/members.ts'
import { westernDigits } from '#contract/typedDigits.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { exportRoute } from '#server/platform/http/exportRoute.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { dayEnds, dayStarts } from '#server/platform/riyadh.ts'
import { contains } from '#server/platform/search.ts'

type Flags = { [Name in calls.MemberStatus | 'active' | 'inActive']?: boolean }
type Filters = Flags & { employeeId?: string; fromDate?: string; toDate?: string; search?: string }

const memberRows = ({ db, organisation }: Ctx<Caller, ActingOrganisation>, filters: Filters) => {
  const { employeeId, fromDate, toDate, search } = filters
  const statuses = flagsOn(calls.memberStatuses, filters)
  const activity = flagsOn(['active', 'inActive'], filters)
  return db
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .where('m.organisation_id', '=', organisation.id)
    .$if(statuses.length > 0, (q) => q.where('m.status', 'in', statuses))
    .$if(activity.length === 1, (q) => q.where('m.active', '=', activity[0] === 'active'))
    .$if(employeeId !== undefined, (q) => q.where('m.employee_number', '=', employeeId!))
    .$if(!!fromDate, (q) => q.where('m.created_at', '>=', dayStarts(fromDate!)))
    .$if(!!toDate, (q) => q.where('m.created_at', '<', dayEnds(toDate!)))
    .$if(!!search, (q) => {
      const typed = contains(westernDigits(search!))
      const searched = ['p.name_ar', 'p.name_en', 'm.employee_number', 'm.work_email', 'm.work_mobile'] as const
      return q.where((e) => e.or(searched.map((name) => e(name, 'ilike', typed))))
    })
    .select([
      'm.id as userSlno',
      'p.name_en as fullName',
      'p.name_ar as fullNameAr',
      'm.role as userType',
      sql<string>`''`.as('organizationUnit'), // no organisation has units yet

      sql<string>`''`.as('organizationUnitAr'),
      sql<string>`coalesce(m.employee_number, '')`.as('employeeId'),
      sql<string>`coalesce(m.work_email, '')`.as('email'),
      sql<string>`coalesce(m.work_mobile, '')`.as('mobileNo'),
      'm.created_at as createdDate',
      'm.active',
      'm.status',
    ])
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
