import { type Expression, sql } from 'kysely'
import * as calls from '#contract/waitingRequests.ts'
import { mayReadWaiting, serviceHours, type ServiceLevel, type WaitingKind } from '#contract/waitingRequests.ts'
import { changesOf, whomChangeWaitsFor } from '#server/features/members/changeRows.ts'
import { whomItWaitsFor } from '#server/features/members/states.ts'
import { whatItWaitsFor } from '#server/features/seals/rows.ts'
import { whomOrganisationChangeWaitsFor } from '#server/features/organisation/changeRows.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { orEmpty } from '#server/platform/db/orEmpty.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { listRoute, route } from '#server/platform/http/route.ts'

type Waiting = {
  public_id: string
  waitingSince: Date
  answerDueDate: Date | null
  nameEn: string | null
  nameAr: string | null
  aboutEn: string | null
  aboutAr: string | null
}

const openEnded = sql<null>`null::timestamptz`.as('answerDueDate')
const ofNobody = [sql<null>`null::text`.as('nameEn'), sql<null>`null::text`.as('nameAr')] as const
const aboutNothing = [sql<null>`null::text`.as('aboutEn'), sql<null>`null::text`.as('aboutAr')] as const

/**
 * What waits, by kind: its number, since when, by when it is to be answered, the organisation that it names, and what tells it from others of
 * its kind, which is never a person. A further kind is one more here.
 */
const waiting: Record<WaitingKind, (db: Queryable) => Expression<Waiting>> = {
  erasure: (db) =>
    db
      .selectFrom('erasure_request')
      .select(['public_id', 'requested_at as waitingSince', 'answer_due_at as answerDueDate'])
      .select([...ofNobody, ...aboutNothing])
      .where('state', '=', 'requested'),
  organisation: (db) =>
    db
      .selectFrom('organisation_application')
      .select(['public_id', sql<Date>`submitted_at`.as('waitingSince'), openEnded])
      .select([sql<string>`details->>'organizationName'`.as('nameEn'), sql<string>`details->>'organizationNameAr'`.as('nameAr')])
      .select(aboutNothing)
      .where('state', '=', 'review'),
  membership: (db) =>
    db
      .selectFrom('membership as m')
      .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
      .select((e) => e.ref('m.public_id').$notNull().as('public_id'))
      .select([sql<Date>`coalesce(m.signatory_approved_at, m.submitted_at)`.as('waitingSince'), openEnded])
      .select(['o.name_en as nameEn', 'o.name_ar as nameAr'])
      .select(aboutNothing)
      .where('m.status', '=', 'pending')
      .where(whomItWaitsFor, '=', 'registrationOfficer'),
  change: (db) =>
    changesOf(db)
      .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
      .select(['c.public_id', sql<Date>`coalesce(c.signatory_approved_at, c.created_at)`.as('waitingSince'), openEnded])
      .select(['o.name_en as nameEn', 'o.name_ar as nameAr'])
      .select(aboutNothing)
      .where('c.status', '=', 'pending')
      .where(whomChangeWaitsFor, '=', 'registrationOfficer'),
  unit: (db) =>
    db
      .selectFrom('organisation_unit as u')
      .innerJoin('organisation as o', 'o.id', 'u.organisation_id')
      .select(['u.public_id', 'u.created_at as waitingSince', openEnded])
      .select(['o.name_en as nameEn', 'o.name_ar as nameAr'])
      .select(['u.name_en as aboutEn', 'u.name_ar as aboutAr'])
      .where('u.status', '=', 'pending'),
  seal: (db) =>
    db
      .selectFrom('dsc')
      .innerJoin('organisation as o', 'o.id', 'dsc.organisation_id')
      .select(['dsc.public_id', sql<Date>`dsc.signatory_approved_at`.as('waitingSince'), openEnded])
      .select(['o.name_en as nameEn', 'o.name_ar as nameAr'])
      .select(aboutNothing)
      .where(whatItWaitsFor, '=', 'registrationOfficer'),
  closure: (db) =>
    db
      .selectFrom('account_closure')
      .select(['public_id', 'created_at as waitingSince', openEnded])
      .select([...ofNobody, ...aboutNothing])
      .where('state', '=', 'requested'),
  catalogueChange: (db) =>
    db
      .selectFrom('catalogue_change')
      .select(['public_id', 'created_at as waitingSince', openEnded])
      .select([
        ...ofNobody,
        sql<string>`coalesce(plan_name_en, code)`.as('aboutEn'),
        sql<string>`coalesce(plan_name_ar, code)`.as('aboutAr'),
      ])
      .where('status', '=', 'proposed'),
  refund: (db) =>
    db
      .selectFrom('refund as r')
      .innerJoin('payment', 'payment.id', 'r.payment_id')
      .select(['r.public_id', 'r.created_at as waitingSince', openEnded, ...ofNobody])
      .select(['payment.reference as aboutEn', 'payment.reference as aboutAr'])
      .where('r.status', '=', 'proposed'),
  compromise: (db) => messages(db).where('subject', '=', 'compromise'),
  contact: (db) => messages(db).where('subject', '<>', 'compromise'),
  organisationChange: (db) =>
    db
      .selectFrom('organisation_change as s')
      .innerJoin('organisation as o', 'o.id', 's.organisation_id')
      .select(['s.public_id', sql<Date>`coalesce(s.signatory_approved_at, s.created_at)`.as('waitingSince'), openEnded])
      .select(['o.name_en as nameEn', 'o.name_ar as nameAr'])
      .select(aboutNothing)
      .where('s.status', '=', 'pending')
      .where(whomOrganisationChangeWaitsFor, '=', 'registrationOfficer'),
}

const messages = (db: Queryable) =>
  db
    .selectFrom('contact_message')
    .select(['public_id', 'received_at as waitingSince', openEnded])
    .select([...ofNobody, 'reference as aboutEn', 'reference as aboutAr'])
    .where('state', '=', 'received')

/** Hours that a row of `waiting` may wait, by its kind. */
const hours = (of: 'soon' | 'late') =>
  sql`make_interval(hours => case kind ${sql.join(
    Object.entries(serviceHours).map(([kind, level]) => sql`when ${sql.lit(kind)} then ${sql.lit(level[of])}`),
    sql` `,
  )} end)`

/** Everything that waits, with when it is due and how pressing that is. */
function judged({ db, now, caller }: Ctx<Caller>, only?: WaitingKind) {
  const kinds = (Object.keys(waiting) as WaitingKind[]).filter((kind) => only === undefined || kind === only)
  const shown = kinds.filter((kind) => caller.operatorRoles.some((role) => mayReadWaiting[kind].includes(role)))
  const parts = kinds.map((kind) => sql`select ${sql.lit(kind)} as kind, one.* from (${waiting[kind](db)}) as one`)
  const due = sql`coalesce("answerDueDate", "waitingSince" + ${hours('late')})`
  type Judged = Omit<Waiting, 'answerDueDate'> & { kind: WaitingKind; due: Date; level: ServiceLevel }
  const all = db.selectFrom(
    sql<Judged>`(select *, ${due} as due, case when ${now}::timestamptz >= ${due} then 'late'
      when ${now}::timestamptz >= "waitingSince" + ${hours('soon')} then 'soon' else 'inTime' end as level
      from (${sql.join(parts, sql` union all `)}) as every)`.as('waiting'),
  )
  return all.where(sql<boolean>`kind = any(${shown}::text[])`)
}

export const listWaitingRequests = listRoute(calls.listWaitingRequests, (ctx, { kind, serviceLevel }) =>
  judged(ctx, kind)
    .select(['public_id as requestID', 'kind', 'level as serviceLevel', 'nameEn as organizationName', 'nameAr as organizationNameAr'])
    .select((e) => ['waitingSince', 'due as answerDueDate', orEmpty(e, 'aboutEn').as('about'), orEmpty(e, 'aboutAr').as('aboutAr')])
    .select(sql<number>`extract(day from ${ctx.now}::timestamptz - "waitingSince")::int`.as('waitingDays'))
    .$if(serviceLevel !== undefined, (q) => q.where('level', '=', serviceLevel!))
    .orderBy('due')
    .orderBy('public_id'),
)

export const countWaitingRequests = route(calls.countWaitingRequests, async (ctx) => ({
  dataList: await judged(ctx)
    .select([
      'kind',
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where level = 'soon'))::int`.as('soon'),
      sql<number>`(count(*) filter (where level = 'late'))::int`.as('late'),
    ])
    .groupBy('kind')
    .orderBy('late', 'desc')
    .orderBy('kind')
    .execute(),
}))
