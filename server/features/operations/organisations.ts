import { type Expression, sql } from 'kysely'
import { organisationEdges, type OrganisationState } from '#contract/applications.ts'
import * as calls from '#contract/operations.ts'
import { membersInRole } from '#server/features/members/membersInRole.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { matches } from '#server/platform/search.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { machine } from '#server/platform/machine.ts'
import { Problem } from '#server/platform/problems.ts'
import { tell } from '#server/platform/tell.ts'

export const organisations = machine({
  table: 'organisation',
  column: 'status',
  edges: organisationEdges,
  event: null,
  action: (_, to) => `organisation.${to}`,
})

export const listOrganisations = listRoute(calls.listOrganisations, ({ db }, { state, search }) =>
  db
    .selectFrom('organisation')
    .select(['id as organizationSlno', 'name_en as organizationName', 'name_ar as organizationNameAr', 'unified_number as unifiedOrgNo'])
    .select(['status as state', 'remarks', 'created_at as registeredDate'])
    .$if(state !== undefined, (query) => query.where('status', '=', state!))
    .where((e) => matches(e, search, ['name_ar', 'name_en', 'unified_number']))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
)

export const readOrganisationOfStaff = route(calls.readOrganisationOfStaff, async ({ db, now, organisation: { id, accountId } }) => {
  const registered = await db
    .selectFrom('organisation')
    .select(['id as organizationSlno', 'name_en as organizationName', 'name_ar as organizationNameAr', 'unified_number as unifiedOrgNo'])
    .select(['status as state', 'remarks', 'created_at as registeredDate', 'dba_en as dba', 'dba_ar as dbaAr', 'email', 'telephone'])
    .select(['cr_number as crNumber', 'vat_number as vatNumber', 'address', 'city', 'region as stateProvinceRegion'])
    .select(['postal_code as postalCodeZIPCode', 'country'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const members = await db
    .selectFrom('membership')
    .select((e) => ['role', e.cast<number>(e.fn.countAll(), 'integer').as('count')])
    .where('organisation_id', '=', id)
    .where('status', '=', 'approved')
    .where('active', '=', true)
    .groupBy('role')
    .orderBy('role')
    .execute()
  const count = (rows: Expression<unknown>) => sql<number>`(select count(*)::int from (${rows}) as one)`
  const has = await db
    .selectNoFrom([
      count(db.selectFrom('organisation_unit').select('id').where('organisation_id', '=', id).where('status', '=', 'approved')).as('units'),
      count(db.selectFrom('dsc').select('id').where('organisation_id', '=', id).where('state', '=', 'active')).as('sealsInForce'),
      sql<number>`(select coalesce(sum(available), 0)::int from plan where account_id = ${accountId} and unit = 'transaction'
        and valid_to > ${now} and held_at is null)`.as('transactionsLeft'),
    ])
    .executeTakeFirstOrThrow()
  return { ...registered, members, ...has }
})

export const suspendOrganisation = route(calls.suspendOrganisation, (ctx, { remarks }) => move(ctx, 'suspended', remarks))
export const reactivateOrganisation = route(calls.reactivateOrganisation, (ctx, { remarks }) => move(ctx, 'active', remarks))

/** @throws Problem NOT_ALLOWED for the caller's own organisation, WRONG_STATE */
async function move(ctx: Ctx<Caller, ActingOrganisation>, to: OrganisationState, remarks: string) {
  const { id, as, nameAr, nameEn } = ctx.organisation
  if (as !== 'operator') throw new Problem('NOT_ALLOWED', { title: own, cause: 'a member decides nothing of their organisation' })
  await ctx.db.transaction().execute(async (tx) => {
    const row = await organisations.lock(tx, id)
    await organisations.move(tx, ctx, { id, status: row.status }, to, { set: { remarks }, cause: remarks })
    const { kind, subject } = news[to]
    const facts = { nameAr, nameEn, reason: remarks }
    for (const admin of await membersInRole(tx, id, 'enrolmentAdmin')) await tell(tx, ctx, { to: admin, kind, facts, letter: { subject } })
  })
  return { state: to }
}

const own = {
  ar: 'أنت عضو في هذه المنشأة، فيقرّر فيها غيرك.',
  en: 'You are a member of this organisation: somebody else decides it.',
}

const news = {
  suspended: { kind: 'organisationSuspended', subject: { ar: 'عُلّقت منشأتك', en: 'Your organisation was suspended' } },
  active: { kind: 'organisationReactivated', subject: { ar: 'منشأتك نشطة من جديد', en: 'Your organisation is active again' } },
} as const
