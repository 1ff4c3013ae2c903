import { sql } from 'kysely'
import * as calls from '#contract/auditTrail.ts'
import { isNationalId, westernDigits } from '#contract/typedDigits.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import { within } from '#server/platform/search.ts'
import { orEmpty } from '#server/platform/db/orEmpty.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { exportRoute } from '#server/platform/http/exportRoute.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'

const trail = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('audit_event as e')
    .leftJoin('organisation as o', 'o.id', 'e.organisation_id')
    .select((e) => [
      'e.id as auditSlno',
      'e.at',
      sql<calls.RecordedActivity>`e.action`.as('activity'),
      'e.outcome',
      orEmpty(e, 'e.subject').as('subject'),
      orEmpty(e, 'o.name_en').as('organization'),
      orEmpty(e, 'o.name_ar').as('organizationAr'),
      orEmpty(e, 'e.reference').as('reference'),
    ])

type Filters = { activity?: calls.RecordedActivity; outcome?: 'done' | 'refused'; fromDate?: string; toDate?: string; search?: string }

/** The national ID that is searched for, or nothing. */
function nationalIdIn(search: string | undefined): string | null {
  const typed = westernDigits(search ?? '')
  return isNationalId(typed) ? typed : null
}

/** The records of everybody. One person's are found by the national ID, everything else by the whole of a reference or an id. */
function trailRows(ctx: Ctx<Caller>, { activity, outcome, fromDate, toDate, search }: Filters) {
  const nationalId = nationalIdIn(search)
  return (
    trail(ctx)
      .$if(activity !== undefined, (q) => q.where('e.action', '=', activity!))
      // a literal: the index of refusals is no plan's for a parameter
      .$if(outcome !== undefined, (q) => q.where('e.outcome', '=', sql.lit(outcome!)))
      .where((e) => within(e, 'e.at', { fromDate, toDate }))
      .$if(nationalId !== null, (q) =>
        q.where('e.person_id', '=', (e) =>
          e.selectFrom('person').select('id').where('national_id_hash', '=', ctx.app.secrets.lookUp(nationalId!)),
        ),
      )
      .$if(!!search && nationalId === null, (q) => q.where((e) => e.or([e('e.reference', '=', search!), e('e.subject', '=', search!)])))
      .orderBy('e.at', 'desc')
      .orderBy('e.id', 'desc')
  )
}

/** Whoever was searched for, who sees that their activity was looked at. */
async function searchedFor(ctx: Ctx<Caller>, { search }: Filters) {
  const nationalId = nationalIdIn(search)
  if (nationalId === null) return null
  const person = await people(ctx).where('national_id_hash', '=', ctx.app.secrets.lookUp(nationalId)).executeTakeFirst()
  return person ? looked(ctx, person) : null
}

const people = ({ db }: Pick<Ctx, 'db'>) =>
  db.selectFrom('person').select(['id', 'name_en as fullName', 'name_ar as fullNameAr', 'national_id_masked as nationalID'])

async function looked(
  ctx: Ctx<Caller>,
  { id: personId, ...shown }: { id: number; fullName: string; fullNameAr: string; nationalID: string },
) {
  await recordLook(ctx.db, ctx, { personId, viewerId: ctx.caller.personId, organisationId: null, what: 'activity' })
  return shown
}

export const listAuditTrail = listRoute(calls.listAuditTrail, trailRows, async (ctx, filters) => ({
  person: await searchedFor(ctx, filters),
}))

export const exportAuditTrail = exportRoute(calls.exportAuditTrail, trailRows, searchedFor)

export const readAuditRecord = route(calls.readAuditRecord, async (ctx, { auditSlno }) => {
  const row = await trail(ctx)
    .leftJoin('device', 'device.public_id', 'e.device_public_id')
    .select(['e.person_id', 'device.person_id as actorId', 'e.facts'])
    .select((e) => [orEmpty(e, 'device.model').as('deviceModel'), orEmpty(e, 'e.address').as('address')])
    .where('e.id', '=', auditSlno)
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  const { person_id: personId, actorId, facts, ...record } = row
  const named = await people(ctx)
    .where('id', 'in', [personId ?? 0, actorId ?? 0])
    .execute()
  const shown = async (id: number | null) => {
    const person = named.find((one) => one.id === id)
    return person ? looked(ctx, person) : null
  }
  const person = await shown(personId)
  return { ...record, person, actor: actorId === personId ? person : await shown(actorId), facts: factsOf(facts) }
})

const factsOf = (facts: unknown) =>
  Object.entries(facts as Record<string, unknown>).map(([name, value]) => ({
    name,
    value: Array.isArray(value) ? value.join(', ') : String(value ?? ''),
  }))
