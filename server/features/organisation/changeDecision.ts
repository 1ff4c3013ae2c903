/** A change to what is registered of an organisation is decided: by a signatory and, of what is public, by a registration officer after that. */
import * as calls from '#contract/organisationChanges.ts'
import { isPublicChange } from '#contract/organisationChanges.ts'
import { deciderIn, decidesAs, refuseOwnOrganisation } from '#server/features/members/decider.ts'
import { lockOrganisation } from '#server/features/members/states.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import { decision } from '#server/platform/decision.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { readChange } from './changeRows.ts'
import { applyChange, organisationChanges, ownChange } from './changes.ts'

/** A change of the organisation for which the caller decides, or any for the provider. @throws Problem NOT_FOUND, NOT_ALLOWED */
async function readForDecision(db: Queryable, ctx: Ctx<Caller>, number: string) {
  const change = await readChange(db, { public_id: number })
  const own = deciderIn(ctx)
  if (own !== null && own.id !== change.organisationId) throw new Problem('NOT_FOUND')
  refuseOwnOrganisation(ctx, change.organisationId)
  return { ...change, decidesAs: decidesAs(ctx) }
}

type Change = Awaited<ReturnType<typeof readForDecision>>

const goesOn = ({ decidesAs: as, kind }: Change) => as === 'authorizedSignatory' && isPublicChange(kind)

/** What is decided, the same in every language. */
const contentOf = ({ number, named, kind, detail }: Change) => ({
  requestID: number,
  organizationName: named.organizationName,
  unifiedOrgNo: named.unifiedOrgNo,
  changeKind: kind,
  changedFields: detail.changedFields,
  reason: detail.reason,
  requestDate: detail.requestDate.toISOString(),
  evidence: detail.evidence.map(({ fileName, kind: fileKind, sha256 }) => ({ fileName, kind: fileKind, sha256 })),
})

export const organisationChangeDecision = decision<Change>({
  kind: 'organisationChange',
  async read(ctx, number, tx) {
    if (tx) await lockChange(tx, number)
    const change = await readForDecision(tx ?? ctx.db, ctx, number)
    return { row: change, makerId: change.makerId, state: change.detail.status, content: contentOf(change) }
  },
  mayBeDecided: (change) => change.detail.waitsFor === change.decidesAs,
  endsIt: (change, { isApproved }) => !isApproved || !goesOn(change),
  async carryOut(tx, ctx, change, { isApproved, remarks }) {
    if (isApproved && goesOn(change)) {
      await tx.updateTable('organisation_change').set({ signatory_approved_at: ctx.now }).where('id', '=', change.id).execute()
      return
    }
    const row = await organisationChanges.lock(tx, change.id)
    const set = { remarks, decided_by: ctx.caller.personId, decided_at: ctx.now }
    await organisationChanges.move(tx, ctx, row, isApproved ? 'approved' : 'rejected', { set, facts: { kind: change.kind } })
    if (isApproved) await applyChange(tx, ctx, change)
  },
})

/** The organisation before the change, as everything that changes an organisation does. */
async function lockChange(tx: Tx, number: string): Promise<void> {
  const found = await tx.selectFrom('organisation_change').select('organisation_id').where('public_id', '=', number).executeTakeFirst()
  if (found) await lockOrganisation(tx, found.organisation_id)
  await tx.selectFrom('organisation_change').select('id').where('public_id', '=', number).forUpdate().execute()
}

export const initiateOrganisationChangeDecision = route(
  calls.initiateOrganisationChangeDecision,
  async (ctx, { slNo, isApproved, remarks }) =>
    organisationChangeDecision.propose(ctx, (await ownChange(ctx, slNo)).number, { isApproved, remarks: remarks.trim() }),
)

export const verifyOrganisationChangeDecision = route(
  calls.verifyOrganisationChangeDecision,
  async (ctx, { slNo, isApproved, remarks, transId, random }) =>
    organisationChangeDecision.decide(
      ctx,
      (await ownChange(ctx, slNo)).number,
      { isApproved, remarks: remarks.trim() },
      { transId, random },
    ),
)
