/** Seals as their organisation reads them: what is in force, what waits, and what was. */
import { flagsOn } from '#contract/lists.ts'
import * as calls from '#contract/seals.ts'
import { submissionStatuses, type SubmissionStatus } from '#contract/submissions.ts'
import { sql } from 'kysely'
import { listRoute, route } from '#server/platform/http/route.ts'
import { matches, within } from '#server/platform/search.ts'
import { describeSeal, ownSeal, sealsOf, whatItWaitsFor } from './rows.ts'

const isOpen = (state: string) => ['applied', 'paid', 'identityVerified', 'approved'].includes(state)

export const readSeal = route(calls.readSeal, async (ctx) => {
  const all = await sealsOf(ctx.db, ctx, ctx.organisation.id)
  const inForce = all.find(({ state }) => state === 'active' || state === 'suspended') ?? null
  const waiting = all.find(({ state }) => isOpen(state)) ?? null
  return { inForce, waiting, past: all.filter((one) => one !== inForce && one !== waiting) }
})

const status = sql<SubmissionStatus>`(case dsc.state when 'identityVerified' then 'pending' when 'rejected' then 'rejected' else 'approved' end)`

/** What never came before a signatory, or was given up, is none of their requests. */
export const listSealRequests = listRoute(calls.listSealRequests, ({ db, organisation }, filters) => {
  const { fromDate, toDate, search } = filters
  const asked = flagsOn(submissionStatuses, filters)
  return db
    .selectFrom('dsc')
    .innerJoin('certificate_class as class', 'class.id', 'dsc.class_id')
    .innerJoin('product', 'product.id', 'class.product_id')
    .innerJoin('person as p', 'p.id', 'dsc.person_id')
    .where('dsc.organisation_id', '=', organisation.id)
    .where('dsc.state', 'not in', ['applied', 'paid', 'cancelled'])
    .select(['dsc.id as slNo', 'product.name_en as classofCertificate', 'product.name_ar as classofCertificateAr', 'dsc.years'])
    .select(['p.name_en as fullName', 'p.name_ar as fullNameAr', status.as('status'), whatItWaitsFor.as('waitsFor')])
    .select('dsc.created_at as requestDate')
    .$if(asked.length > 0, (q) => q.where(status, 'in', asked))
    .where((e) => within(e, 'dsc.created_at', { fromDate, toDate }))
    .where((e) => matches(e, search, ['p.name_ar', 'p.name_en', 'product.name_ar', 'product.name_en']))
    .orderBy('dsc.created_at', 'desc')
    .orderBy('dsc.id', 'desc')
})

export const readSealRequest = route(calls.readSealRequest, async (ctx, { slNo }) =>
  describeSeal(ctx.db, ctx, (await ownSeal(ctx.db, ctx, slNo)).id),
)
