import * as calls from '#contract/operations.ts'
import { type Application, applications, describeApplication, detailsOf, nameOf } from '#server/features/applications/applications.ts'
import { ask, registerReport } from '#server/features/applications/register.ts'
import { alreadyRegistered, openOrganisation } from '#server/features/applications/openOrganisation.ts'
import { openForDecider } from '#server/features/evidence/files.ts'
import { audit } from '#server/platform/audit.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { decision, ownRequest } from '#server/platform/decision.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { tell } from '#server/platform/tell.ts'

/** An application that was sent, as it is shown to staff; one that was not is its applicant's alone. @throws Problem NOT_FOUND */
async function readSent(db: Queryable, requestID: string, { lock = false } = {}) {
  const row = await db
    .selectFrom('organisation_application')
    .selectAll()
    .where('public_id', '=', requestID)
    .where('submitted_at', 'is not', null)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  const applicant = await db
    .selectFrom('person')
    .select(['name_en as fullName', 'name_ar as fullNameAr', 'national_id_masked as nationalID'])
    .where('id', '=', row.person_id)
    .executeTakeFirstOrThrow()
  return { row, applicant }
}

const isRegistered = async (db: Queryable, row: Application) =>
  (await db.selectFrom('organisation').select('id').where('unified_number', '=', detailsOf(row).unifiedOrgNo).executeTakeFirst()) !==
  undefined

export const readApplicationToDecide = route(calls.readApplicationToDecide, async (ctx, { requestID }) => {
  const { row, applicant } = await readSent(ctx.db, requestID)
  await recordLook(ctx.db, ctx, { personId: row.person_id, viewerId: ctx.caller.personId, organisationId: null, what: 'requests' })
  const isTaken = row.state === 'review' && (await isRegistered(ctx.db, row))
  const register = await registerReport(ctx.db, row)
  const hasRegister = ctx.app.commercialRegister !== null
  return { ...(await describeApplication(ctx.db, row)), ...applicant, isRegistered: isTaken, register, hasRegister }
})

export const askRegisterOfApplication = route(calls.askRegisterOfApplication, async (ctx, { requestID }) => {
  const { row } = await readSent(ctx.db, requestID)
  if (!applications.edges[row.state].includes('active')) throw new Problem('WRONG_STATE', { cause: row.state })
  await ask(ctx, row, detailsOf(row).unifiedOrgNo)
  return (await registerReport(ctx.db, row))!
})

export const openApplicationEvidence = route(calls.openApplicationEvidence, async (ctx, { requestID, uniqueFileID }) => {
  await readSent(ctx.db, requestID)
  return openForDecider(ctx, { purposes: ['organisation', 'organisationSeal'], number: requestID, uniqueFileID })
})

export const returnApplication = route(calls.returnApplication, async (ctx, { requestID, remarks, fieldRemarks }) => {
  await ctx.db.transaction().execute(async (tx) => {
    const { row } = await readSent(tx, requestID, { lock: true })
    if (row.person_id === ctx.caller.personId) throw new Problem('NOT_ALLOWED', { title: ownRequest, cause: 'the maker decides nothing' })
    await applications.move(tx, ctx, row, 'returned', { set: { remarks: remarks.trim(), field_remarks: JSON.stringify(fieldRemarks) } })
    await audit(tx, ctx, 'decision.made', { subject: requestID, facts: { kind: 'organisation', isReturned: true } })
    const subject = { ar: 'أُعيد إليك طلب تسجيل المنشأة', en: 'Your application was returned to you' }
    const facts = { ...nameOf(detailsOf(row)), reason: remarks.trim() }
    await tell(tx, ctx, { to: row.person_id, kind: 'applicationReturned', facts, letter: { subject } })
  })
  return { status: '1' as const }
})

/** What the decider saw of the register's last answer. */
async function registerShown(db: Queryable, row: Application) {
  const report = await registerReport(db, row)
  if (!report) return null
  const { registerOutcome, askedDate, entry, applicantCapacity, differences } = report
  return { registerOutcome, askedDate: askedDate.toISOString(), entry, applicantCapacity, differences }
}

const applicationDecision = decision({
  kind: 'organisation',
  async read(ctx, requestID, tx) {
    const db = tx ?? ctx.db
    const { row, applicant } = await readSent(db, requestID, { lock: tx !== undefined })
    const { evidence, seal } = await describeApplication(db, row)
    const files = [...evidence, ...(seal ? [seal] : [])].map(({ fileName, kind, sha256 }) => ({ fileName, kind, sha256 }))
    const register = await registerShown(db, row)
    const content = {
      requestID,
      ...applicant,
      ...detailsOf(row),
      submittedDate: row.submitted_at!.toISOString(),
      evidence: files,
      register,
    }
    return { row, makerId: row.person_id, state: row.state, content }
  },
  mayBeDecided: ({ state }) => applications.edges[state].includes('active'),
  async carryOut(tx, ctx, row, { isApproved, remarks }) {
    const set = { decided_at: ctx.now, remarks, field_remarks: '[]' }
    if (!isApproved) return applications.move(tx, ctx, row, 'rejected', { set })
    const organisationId = await openOrganisation(tx, ctx, row)
    return applications.move(tx, ctx, row, 'active', { set: { ...set, organisation_id: organisationId } })
  },
})

export const initiateApplicationDecision = route(calls.initiateApplicationDecision, async (ctx, { requestID, isApproved, remarks }) => {
  const { row } = await readSent(ctx.db, requestID)
  if (isApproved && row.state === 'review' && (await isRegistered(ctx.db, row)))
    throw new Problem('WRONG_STATE', { title: alreadyRegistered, cause: 'unified number is taken' })
  return applicationDecision.propose(ctx, requestID, { isApproved, remarks: remarks.trim() })
})

export const verifyApplicationDecision = route(
  calls.verifyApplicationDecision,
  (ctx, { requestID, isApproved, remarks, transId, random }) =>
    applicationDecision.decide(ctx, requestID, { isApproved, remarks: remarks.trim() }, { transId, random }),
)
