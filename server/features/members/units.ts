/** The unit of a member: chosen for them, or the only one that their organisation has. */
import * as calls from '#contract/members.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'

const unitsInUse = (db: Queryable, organisationId: number) =>
  db
    .selectFrom('organisation_unit')
    .where('organisation_id', '=', organisationId)
    .where('status', '=', 'approved')
    .where('active', '=', true)

export const listUnitNames = route(calls.listUnitNames, async ({ db, organisation }) => {
  const dataList = await unitsInUse(db, organisation.id)
    .select(['id as orgUnitSlNo', 'name_en as organizationalUnitName', 'name_ar as organizationalUnitNameAr'])
    .orderBy('name_en')
    .orderBy('id')
    .execute()
  return { dataList, totalCount: dataList.length }
})

const notInUse = {
  ar: 'لا وحدة نشطة بهذا الرقم في المنشأة. اختر غيرها.',
  en: 'The organisation has no active unit with this number. Choose another one.',
}

/** A unit that can be chosen for a member. @throws Problem INVALID beside `orgUnitSlNo` where it cannot */
export async function unitInUse(db: Queryable, { organisation, language }: Ctx<Caller, ActingOrganisation>, id: number) {
  const found = await unitsInUse(db, organisation.id)
    .where('id', '=', id)
    .select(['id', 'name_ar', 'name_en'])
    .forKeyShare()
    .executeTakeFirst()
  if (!found) throw new Problem('INVALID', { errors: [{ field: 'orgUnitSlNo', message: notInUse[language] }] })
  return found
}

/** Columns of a new member: the unit that was chosen or, where none was, the organisation’s only one. @throws Problem INVALID */
export async function placeInUnit(db: Queryable, ctx: Ctx<Caller, ActingOrganisation>, chosen: number | undefined) {
  if (chosen !== undefined) return { unit_id: (await unitInUse(db, ctx, chosen)).id, is_auto_unit: false }
  const [only, another] = await unitsInUse(db, ctx.organisation.id).select('id').limit(2).execute()
  return only && !another ? { unit_id: only.id, is_auto_unit: true } : { unit_id: null, is_auto_unit: false }
}
