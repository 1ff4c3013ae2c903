import type { Selectable } from 'kysely'
import type { z } from 'zod'
import * as calls from '#contract/applications.ts'
import { applicationEdges, type ApplicationField, type FieldRemark } from '#contract/applications.ts'
import { fieldSentence } from '#contract/fieldWords.ts'
import { refusePlace } from '#server/features/referenceData/places.ts'
import { evidenceWith, sendEvidence } from '#server/features/evidence/files.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import type { OrganisationApplication } from '#server/platform/db/schema.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { machine } from '#server/platform/machine.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { tell } from '#server/platform/tell.ts'
import { lockKey } from '#server/platform/db/lockKey.ts'

export const applications = machine({
  table: 'organisation_application',
  edges: applicationEdges,
  event: null,
  action: (from, to) => (to === 'application' ? (from === null ? 'application.begun' : null) : `application.${to}`),
})

export type Application = Selectable<OrganisationApplication>
export type Details = Record<ApplicationField, string>
export const detailsOf = ({ details }: Pick<Application, 'details'>) => details as Details
export const nameOf = ({ organizationNameAr: nameAr, organizationName: nameEn }: Details) => ({ nameAr, nameEn })

/** An application under the wire's names, with the files that were sent with it. */
export async function describeApplication(db: Queryable, row: Application) {
  return {
    requestID: row.public_id,
    state: row.state,
    ...detailsOf(row),
    evidence: await evidenceWith(db, 'organisation', row.public_id),
    seal: (await evidenceWith(db, 'organisationSeal', row.public_id)).at(-1) ?? null,
    savedDate: row.saved_at,
    submittedDate: row.submitted_at,
    decidedDate: row.decided_at,
    remarks: row.remarks,
    fieldRemarks: row.field_remarks as z.output<typeof FieldRemark>[],
  }
}

const latest = (db: Queryable, personId: number) =>
  db.selectFrom('organisation_application').selectAll().where('person_id', '=', personId).orderBy('id', 'desc').limit(1).executeTakeFirst()

export const readMyApplication = route(calls.readMyApplication, async ({ app, db, caller }) => {
  const row = await latest(db, caller.personId)
  return { application: row ? await describeApplication(db, row) : null, hasRegister: app.commercialRegister !== null }
})

/** The caller's application that may be filled in, locked; begun where there is none. @throws Problem WRONG_STATE while one is looked at */
export async function openForWriting(tx: Tx, ctx: Ctx<Caller>, details: Details): Promise<Application> {
  await lockKey(tx, `application|${ctx.caller.personId}`) // two tabs may begin one at once
  const found = await latest(tx, ctx.caller.personId)
  if (found?.state === 'review') throw new Problem('WRONG_STATE', { title: inReview, cause: 'in review' })
  if (found && applications.edges[found.state].includes('review')) return applications.lock(tx, found.id)
  const begun = await tx
    .insertInto('organisation_application')
    .values({
      public_id: newPublicId(),
      person_id: ctx.caller.personId,
      details: JSON.stringify(details),
      created_at: ctx.now,
      saved_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await applications.begin(tx, ctx, begun)
  return begun
}

const inReview = {
  ar: 'طلبك لدى موظف التسجيل، فلا يُعدّل حتى يبتّ فيه أو يعيده إليك.',
  en: 'Your application is with the registration officer; it cannot be changed until it is decided or returned to you.',
}

export const saveApplication = route(calls.saveApplication, (ctx, typed) =>
  ctx.db.transaction().execute(async (tx) => {
    const row = await openForWriting(tx, ctx, typed)
    const kept = { details: JSON.stringify(typed), saved_at: ctx.now }
    await tx.updateTable('organisation_application').set(kept).where('id', '=', row.id).execute()
    return { requestID: row.public_id, savedDate: ctx.now }
  }),
)

export const submitApplication = route(calls.submitApplication, (ctx, { evidence, seal, ...details }) => {
  const { country, stateProvinceRegion: region, city } = details
  refusePlace(ctx, { country, region, city }, { region: 'stateProvinceRegion' })
  return ctx.db.transaction().execute(async (tx) => {
    const row = await openForWriting(tx, ctx, details)
    const number = row.public_id
    await sendEvidence(tx, ctx, evidence, { purpose: 'organisation', number })
    await sendEvidence(tx, ctx, seal ? [seal] : [], { purpose: 'organisationSeal', number })
    await refuseWithoutFiles(tx, ctx, number)
    await applications.move(tx, ctx, row, 'review', {
      set: { details: JSON.stringify(details), saved_at: ctx.now, submitted_at: ctx.now, remarks: '', field_remarks: '[]' },
    })
    const subject = { ar: 'وصل طلب تسجيل المنشأة', en: 'We received your application' }
    await tell(tx, ctx, { to: ctx.caller.personId, kind: 'applicationSent', facts: nameOf(details), letter: { subject } })
    return { requestID: number, submittedDate: ctx.now }
  })
})

const invalid = ({ language }: Ctx, field: string, rule: 'required' | 'picture') =>
  new Problem('INVALID', { errors: [{ field, message: rule === 'picture' ? picture[language] : fieldSentence({ rule }, language) }] })
const picture = { ar: 'ارفع الختم صورة PNG أو JPEG.', en: 'Upload the seal as a PNG or JPEG picture.' }

/** @throws Problem INVALID where nothing supports the application, or its seal is no picture */
async function refuseWithoutFiles(tx: Tx, ctx: Ctx, number: string): Promise<void> {
  const [files, seals] = [await evidenceWith(tx, 'organisation', number), await evidenceWith(tx, 'organisationSeal', number)]
  if (files.length === 0) throw invalid(ctx, 'evidence', 'required')
  if (seals.length === 0) throw invalid(ctx, 'seal', 'required')
  if (seals.at(-1)!.kind === 'pdf') throw invalid(ctx, 'seal', 'picture')
}
