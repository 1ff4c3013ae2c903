import { type Expression, sql } from 'kysely'
import * as calls from '#contract/waitingRequests.ts'
import type { waitingKinds } from '#contract/waitingRequests.ts'
import { changesOf, whomChangeWaitsFor } from '#server/features/members/changeRows.ts'
import { whomItWaitsFor } from '#server/features/members/states.ts'
import { whatItWaitsFor } from '#server/features/seals/rows.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { listRoute } from '#server/platform/http/route.ts'

type Kind = (typeof waitingKinds)[number]
type Waiting = { public_id: string; waitingSince: Date; answerDueDate: Date | null; nameEn: string | null; nameAr: string | null }

/** What waits, by kind: its number, since when, by when it is to be answered, and the organisation that it names. A further kind is one more here. */
const waiting: Record<Kind, (db: Queryable) => Expression<Waiting>> = {
  erasure: (db) =>
    db
      .selectFrom('erasure_request')
      .select(['public_id', 'requested_at as waitingSince', 'answer_due_at as answerDueDate'])
      .select([sql<null>`null::text`.as('nameEn'), sql<null>`null::text`.as('nameAr')])
      .where('state', '=', 'requested'),
  organisation: (db) =>
    db
      .selectFrom('organisation_application')
      .select(['public_id', sql<Date>`submitted_at`.as('waitingSince'), sql<null>`null::timestamptz`.as('answerDueDate')])
      .select([sql<string>`details->>'organizationName'`.as('nameEn'), sql<string>`details->>'organizationNameAr'`.as('nameAr')])
      .where('state', '=', 'review'),
  membership: (db) =>
    db
      .selectFrom('membership as m')
      .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
      .select((e) => e.ref('m.public_id').$notNull().as('public_id'))
      .select([
        sql<Date>`coalesce(m.signatory_approved_at, m.submitted_at)`.as('waitingSince'),
        sql<null>`null::timestamptz`.as('answerDueDate'),
      ])
      .select(['o.name_en as nameEn', 'o.name_ar as nameAr'])
      .where('m.status', '=', 'pending')
      .where(whomItWaitsFor, '=', 'registrationOfficer'),
  change: (db) =>
    changesOf(db)
      .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
      .select([
        'c.public_id',
        sql<Date>`coalesce(c.signatory_approved_at, c.created_at)`.as('waitingSince'),
        sql<null>`null::timestamptz`.as('answerDueDate'),
      ])
      .select(['o.name_en as nameEn', 'o.name_ar as nameAr'])
      .where('c.status', '=', 'pending')
      .where(whomChangeWaitsFor, '=', 'registrationOfficer'),
  unit: (db) =>
    db
      .selectFrom('organisation_unit as u')
      .innerJoin('organisation as o', 'o.id', 'u.organisation_id')
      .select(['u.public_id', 'u.created_at as waitingSince', sql<null>`null::timestamptz`.as('answerDueDate')])
      .select(['o.name_en as nameEn', 'o.name_ar as nameAr'])
      .where('u.status', '=', 'pending'),
  seal: (db) =>
    db
      .selectFrom('dsc')
      .innerJoin('organisation as o', 'o.id', 'dsc.organisation_id')
      .select(['dsc.public_id', sql<Date>`dsc.signatory_approved_at`.as('waitingSince'), sql<null>`null::timestamptz`.as('answerDueDate')])
      .select(['o.name_en as nameEn', 'o.name_ar as nameAr'])
      .where(whatItWaitsFor, '=', 'registrationOfficer'),
}

export const listWaitingRequests = listRoute(calls.listWaitingRequests, ({ db, now }, { kind: only }) => {
  const kinds = (Object.keys(waiting) as Kind[]).filter((kind) => only === undefined || kind === only)
  const parts = kinds.map((kind) => sql`select ${sql.lit(kind)} as kind, one.* from (${waiting[kind](db)}) as one`)
  return db
    .selectFrom(sql<Waiting & { kind: Kind }>`(${sql.join(parts, sql` union all `)})`.as('waiting'))
    .select([
      'public_id as requestID',
      'kind',
      'nameEn as organizationName',
      'nameAr as organizationNameAr',
      'waitingSince',
      'answerDueDate',
    ])
    .select(sql<number>`extract(day from ${now}::timestamptz - "waitingSince")::int`.as('waitingDays'))
    .orderBy('waitingSince')
    .orderBy('public_id')
})
