/** A unit is decided, once: by a signatory of its organisation or by a registration officer of the provider. */
import * as calls from '#contract/units.ts'
import { deciderIn, refuseOwnOrganisation } from '#server/features/members/decider.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { decision } from '#server/platform/decision.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { units } from './submissions.ts'
import { describeUnit, ownUnit } from './units.ts'

/** A unit by its public id: of the organisation for which the caller decides, or any for the provider. @throws Problem NOT_FOUND */
export async function submittedUnit(db: Queryable, ctx: Ctx<Caller>, number: string, { lock = false } = {}) {
  const own = deciderIn(ctx)
  const found = await db
    .selectFrom('organisation_unit')
    .selectAll()
    .where('public_id', '=', number)
    .$if(own !== null, (q) => q.where('organisation_id', '=', own!.id))
    .$if(lock, (q) => q.forUpdate())
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  return found
}

export const unitDecision = decision<Awaited<ReturnType<typeof submittedUnit>>>({
  kind: 'unit',
  async read(ctx, number, tx) {
    const row = await submittedUnit(tx ?? ctx.db, ctx, number, { lock: tx !== undefined })
    refuseOwnOrganisation(ctx, row.organisation_id)
    const { document, organizationName, unifiedOrgNo, organizationalUnitName, organizationalUnitNameAr, createdDate } = await describeUnit(
      tx ?? ctx.db,
      row.id,
    )
    const content = {
      requestID: number,
      organizationName,
      unifiedOrgNo,
      organizationalUnitName,
      organizationalUnitNameAr,
      submittedDate: createdDate.toISOString(),
      documents: document ? [{ fileName: document.fileName, kind: document.kind, sha256: document.sha256 }] : [],
    }
    return { row, makerId: row.made_by, state: row.status, content }
  },
  mayBeDecided: ({ status }) => status === 'pending',
  async carryOut(tx, ctx, row, { isApproved, remarks }) {
    const set = { remarks, decided_by: ctx.caller.personId, decided_at: ctx.now }
    await units.move(tx, ctx, row, isApproved ? 'approved' : 'rejected', { set })
  },
})

export const initiateUnitDecision = route(calls.initiateUnitDecision, async (ctx, { orgUnitSlNo, isApproved, remarks }) => {
  const { public_id: number } = await ownUnit(ctx.db, ctx, orgUnitSlNo)
  return unitDecision.propose(ctx, number, { isApproved, remarks: remarks.trim() })
})

export const verifyUnitDecision = route(calls.verifyUnitDecision, async (ctx, { orgUnitSlNo, isApproved, remarks, transId, random }) => {
  const { public_id: number } = await ownUnit(ctx.db, ctx, orgUnitSlNo)
  return unitDecision.decide(ctx, number, { isApproved, remarks: remarks.trim() }, { transId, random })
})
