/** The units of an organisation, for its own admins and signatories and the provider's registration officers. */
import { sql } from 'kysely'
import * as calls from '#contract/units.ts'
import { evidenceWith, openSent, sendEvidence } from '#server/features/evidence/files.ts'
import { lockOrganisation } from '#server/features/members/states.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import { matches } from '#server/platform/search.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { type Acting, byWhom, recordUse, refuseSameUse, tellSignatories, units } from './submissions.ts'

const fileOf = (column: 'name' | 'public_id') =>
  sql<string | null>`(select f.${sql.ref(column)} from evidence_file f where f.purpose = 'unit' and f.request_number = s.public_id limit 1)`

/** Units under the wire's names. */
const unitsIn = (db: Queryable) =>
  db
    .selectFrom('organisation_unit as s')
    .select(['s.id as orgUnitSlNo', 's.name_en as organizationalUnitName', 's.name_ar as organizationalUnitNameAr'])
    .select([fileOf('name').as('supportingDocument'), fileOf('public_id').as('uniqueFileID')])
    .select(['s.created_at as createdDate', 's.status', 's.active as isActive', sql<string | null>`nullif(s.remarks, '')`.as('remarks')])

export const listUnits = listRoute(calls.listUnits, ({ db, organisation }, { display, search }) =>
  unitsIn(db)
    .where('s.organisation_id', '=', organisation.id)
    .$if(display === '1', (q) => q.where('s.status', '=', 'approved').where('s.active', '=', true))
    .$if(display === '2', (q) => q.where((e) => e.or([e('s.status', '<>', 'approved'), e('s.active', '=', false)])))
    .where((e) => matches(e, search, ['s.name_ar', 's.name_en']))
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc'),
)

/** One unit as whoever decides it is shown it. @throws Problem NOT_FOUND */
export async function describeUnit(db: Queryable, id: number) {
  const found = await unitsIn(db)
    .innerJoin('organisation as o', 'o.id', 's.organisation_id')
    .where('s.id', '=', id)
    .select([...byWhom, 's.decided_at as decidedDate', 's.public_id'])
    .select(['o.name_en as organizationName', 'o.name_ar as organizationNameAr', 'o.unified_number as unifiedOrgNo'])
    .select(sql<number>`(select count(*) from membership m where m.unit_id = s.id and m.status = 'approved')::int`.as('users'))
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  const { public_id, ...unit } = found
  return { ...unit, document: (await evidenceWith(db, 'unit', public_id))[0] ?? null }
}

/** The unit of the acting organisation by its number; locked where a transaction asks. @throws Problem NOT_FOUND */
export async function ownUnit(db: Queryable, { organisation }: Pick<Acting, 'organisation'>, id: number, { lock = false } = {}) {
  const found = await db
    .selectFrom('organisation_unit')
    .selectAll()
    .where('id', '=', id)
    .where('organisation_id', '=', organisation.id)
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

export const readUnit = route(calls.readUnit, async (ctx, { orgUnitSlNo }) =>
  describeUnit(ctx.db, (await ownUnit(ctx.db, ctx, orgUnitSlNo)).id),
)

export const createUnit = route(calls.createUnit, (ctx, { organizationalUnitName, organizationalUnitNameAr, evidence }) =>
  ctx.db.transaction().execute(async (tx) => {
    await lockOrganisation(tx, ctx.organisation.id)
    await refuseNames(tx, ctx, { organizationalUnitName, organizationalUnitNameAr })
    const row = await tx
      .insertInto('organisation_unit')
      .values({
        public_id: newPublicId(),
        organisation_id: ctx.organisation.id,
        name_en: organizationalUnitName,
        name_ar: organizationalUnitNameAr,
        status: 'pending',
        made_by: ctx.caller.personId,
        created_at: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await units.begin(tx, ctx, row, { facts: { name: row.name_en } })
    await sendEvidence(tx, ctx, evidence, { purpose: 'unit', number: row.public_id })
    await tellSignatories(tx, ctx, { request: 'unit', slNo: row.id, aboutAr: row.name_ar, aboutEn: row.name_en })
    return describeUnit(tx, row.id)
  }),
)

const taken = { ar: 'في المنشأة وحدة بهذا الاسم.', en: 'The organisation has a unit of this name.' }
const tooMany = {
  ar: `لا تزيد وحدات المنشأة على ${calls.mostUnits}.`,
  en: `An organisation has at most ${calls.mostUnits} units.`,
}

type Names = { organizationalUnitName: string; organizationalUnitNameAr: string }

/** @throws Problem INVALID beside a name that another unit has, WRONG_STATE where there are as many as there may be */
async function refuseNames(tx: Tx, ctx: Acting, names: Names): Promise<void> {
  const living = await tx
    .selectFrom('organisation_unit')
    .select((e) => [
      e.fn.countAll<number>().as('count'),
      sql<boolean>`coalesce(bool_or(lower(name_en) = lower(${names.organizationalUnitName})), false)`.as('organizationalUnitName'),
      sql<boolean>`coalesce(bool_or(lower(name_ar) = lower(${names.organizationalUnitNameAr})), false)`.as('organizationalUnitNameAr'),
    ])
    .where('organisation_id', '=', ctx.organisation.id)
    .where('status', '<>', 'rejected')
    .executeTakeFirstOrThrow()
  const fields = (Object.keys(names) as (keyof Names)[]).filter((field) => living[field])
  if (fields.length > 0) throw new Problem('INVALID', { errors: fields.map((field) => ({ field, message: taken[ctx.language] })) })
  if (living.count >= calls.mostUnits) throw new Problem('WRONG_STATE', { title: tooMany, cause: `${living.count} units` })
}

type Change = { orgUnitSlNo: number; remarks: string }
const setActive = (ctx: Acting, { orgUnitSlNo, remarks }: Change, active: boolean) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await ownUnit(tx, ctx, orgUnitSlNo, { lock: true })
    refuseSameUse(row, active)
    await tx.updateTable('organisation_unit').set({ active, remarks }).where('id', '=', row.id).execute()
    await recordUse(tx, ctx, 'unit', row, { active, remarks })
    return describeUnit(tx, row.id)
  })

export const inactivateUnit = route(calls.inactivateUnit, (ctx, change) => setActive(ctx, change, false))
export const activateUnit = route(calls.activateUnit, (ctx, change) => setActive(ctx, change, true))

export const openUnitDocument = route(calls.openUnitDocument, async (ctx, { orgUnitSlNo }) => {
  const { public_id: number } = await ownUnit(ctx.db, ctx, orgUnitSlNo)
  return openSent(ctx, 'unit', number, await documentOf(ctx, number))
})

/** The number of the file that supports a unit. @throws Problem NOT_FOUND */
export async function documentOf({ db }: Ctx, number: string): Promise<string> {
  const [file] = await evidenceWith(db, 'unit', number)
  if (!file) throw new Problem('NOT_FOUND')
  return file.uniqueFileID
}
