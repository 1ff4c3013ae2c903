/** Changes that are asked for about users of an organisation, as its admins and signatories and the provider's registration officers read them. */
import { sql } from 'kysely'
import * as calls from '#contract/changes.ts'
import { flagsOn } from '#contract/lists.ts'
import type { OrgRole } from '#contract/kit.ts'
import type { ChangeType } from '#contract/members.ts'
import { submissionStatuses, submissionStatusWords, type SubmissionStatus } from '#contract/submissions.ts'
import { changesOf, valueIn, whomChangeWaitsFor } from '#server/features/members/changeRows.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import { matches, within } from '#server/platform/search.ts'
import { orEmpty } from '#server/platform/db/orEmpty.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { exportRoute } from '#server/platform/http/exportRoute.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem, type Language } from '#server/platform/problems.ts'
import { hasFreeSeat } from '#server/platform/seats.ts'
import { labelOf } from './statusLabel.ts'

type Acting = Ctx<Caller, ActingOrganisation>
type Filters = { [Name in SubmissionStatus]?: boolean } & {
  type: '1' | '2' | '3'
  language: Language
  fromDate?: string
  toDate?: string
  search?: string
}

const changeRows = ({ db, organisation }: Acting, filters: Filters) => {
  const { type, language, fromDate, toDate, search } = filters
  const asked = flagsOn(submissionStatuses, filters)
  return changesOf(db)
    .where('m.organisation_id', '=', organisation.id)
    .select(['c.id as slNo', 'p.name_en as fullName', 'p.name_ar as fullNameAr', 'c.status', 'm.role as userType'])
    .select([sql<ChangeType>`c.kind`.as('changeType'), 'c.created_at as requestDate'])
    .select(labelOf(sql`c.status`, submissionStatusWords, whomChangeWaitsFor, language).as('statusLabel'))
    .$if(asked.length > 0, (q) => q.where('c.status', 'in', asked))
    .$if(type !== '3', (q) => q.where('m.role', type === '2' ? '=' : '<>', 'organizationUser'))
    .where((e) => within(e, 'c.created_at', { fromDate, toDate }))
    .where((e) => matches(e, search, ['p.name_ar', 'p.name_en', 'm.employee_number']))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
}

export const listChangeRequests = listRoute(calls.listChangeRequests, changeRows)
export const exportChangeRequests = exportRoute(calls.exportChangeRequests, changeRows)

/** A change by its public id, in the named organisation or, where none is named, in any. @throws Problem NOT_FOUND */
export async function readChange(db: Queryable, ctx: Pick<Ctx, 'now' | 'language'>, publicId: string, organisationId: number | null) {
  const { language } = ctx
  const name = language === 'ar' ? 'name_ar' : 'name_en'
  const found = await changesOf(db)
    .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
    .innerJoin('account as a', 'a.organisation_id', 'o.id')
    .innerJoin('person as maker', 'maker.id', 'c.made_by')
    .where('c.public_id', '=', publicId)
    .$if(organisationId !== null, (q) => q.where('m.organisation_id', '=', organisationId!))
    .select(['c.id as slNo', 'm.id as userSlNo', 'p.name_en as fullName', 'p.name_ar as fullNameAr', 'm.role as orgUserType'])
    .select([sql<ChangeType>`c.kind`.as('changeType'), 'c.status as requestStatus', 'c.created_at as requestDate', 'c.reason'])
    .select([valueIn('old', language).as('oldValue'), valueIn('new', language).as('newValue'), `maker.${name} as requestedBy`])
    .select([whomChangeWaitsFor.as('waitsFor'), sql<string | null>`nullif(c.remarks, '')`.as('remarks')])
    .select(labelOf(sql`c.status`, submissionStatusWords, whomChangeWaitsFor, language).as('statusLabel'))
    .select((e) => [orEmpty(e, 'm.work_email').as('email'), 'c.signatory_approved_at', 'c.made_by', 'c.new_unit_id'])
    .select(['c.old_value', 'c.new_value', 'm.person_id', 'm.organisation_id', 'a.id as accountId'])
    .select(['o.name_en as organizationName', 'o.name_ar as organizationNameAr', 'o.unified_number as unifiedOrgNo'])
    .select(
      sql<string | null>`(select by.${sql.ref(name)} from decision d join person by on by.id = d.decider_id
        where d.kind = 'change' and d.number = c.public_id order by d.id desc limit 1)`.as('decider'),
    )
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  const { made_by, person_id, organisation_id, accountId, signatory_approved_at, decider, old_value, new_value, new_unit_id, ...told } =
    found
  const newRole = told.changeType === 'role' ? (new_value as OrgRole) : null
  const detail = {
    ...told,
    newEmail: told.changeType === 'email' ? new_value : null,
    approvedBy: signatory_approved_at ? decider : null,
    isFull: told.waitsFor !== null && newRole !== null && !(await hasFreeSeat(db, ctx.now, accountId, newRole)),
  }
  return {
    detail,
    newRole,
    values: { old_value, new_value, new_unit_id },
    makerId: made_by,
    personId: person_id!,
    organisationId: organisation_id,
  }
}

/** The public id of a change in the organisation. @throws Problem NOT_FOUND */
export async function publicIdOf({ db, organisation }: Acting, slNo: number): Promise<string> {
  const found = await changesOf(db)
    .where('c.id', '=', slNo)
    .where('m.organisation_id', '=', organisation.id)
    .select('c.public_id')
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  return found.public_id
}

export const readChangeRequest = route(calls.readChangeRequest, async (ctx, { slNo }) => {
  const { detail, personId } = await readChange(ctx.db, ctx, await publicIdOf(ctx, slNo), ctx.organisation.id)
  const organisationId = ctx.organisation.as === 'operator' ? null : ctx.organisation.id
  if (personId !== ctx.caller.personId)
    await recordLook(ctx.db, ctx, { personId, viewerId: ctx.caller.personId, organisationId, what: 'requests' })
  return detail
})
