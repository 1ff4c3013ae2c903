/** A change to a user is decided: by a signatory of the organisation and, of a new admin or signatory, by a registration officer after that. */
import * as calls from '#contract/changes.ts'
import { orgRoleWords } from '#contract/members.ts'
import { holdMember, memberChanges, refuseLast } from '#server/features/members/changeRequests.ts'
import { deciderIn, decidesAs, refusalWhereFull, refuseOwnOrganisation, refuseWhereSuspended } from '#server/features/members/decider.ts'
import { lockOrganisation } from '#server/features/members/states.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import { decision, ownRequest } from '#server/platform/decision.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { giveSeatBack, takeSeat } from '#server/platform/seats.ts'
import { tell } from '#server/platform/tell.ts'
import { publicIdOf, readChange } from './changes.ts'

type Acting = Ctx<Caller, ActingOrganisation>

/** @throws Problem NOT_FOUND; NOT_ALLOWED for whoever the change is about, and for staff who belong to the organisation */
async function readForDecision(db: Queryable, ctx: Ctx<Caller>, number: string) {
  const own = deciderIn(ctx)
  const change = await readChange(db, ctx, number, own?.id ?? null)
  refuseOwnOrganisation(ctx, change.organisationId)
  if (change.personId === ctx.caller.personId)
    throw new Problem('NOT_ALLOWED', { title: ownRequest, cause: 'nobody decides about themselves' })
  return { ...change, decidesAs: decidesAs(ctx) }
}

type Change = Awaited<ReturnType<typeof readForDecision>>

/** Whether the registration officer decides after the signatory: whoever becomes an admin or a signatory acts for the organisation. */
const goesOn = ({ decidesAs: as, newRole }: Change) => as === 'authorizedSignatory' && newRole !== null && newRole !== 'organizationUser'

/** What is decided, the same in every language. */
const contentOf = (requestID: string, { detail, values }: Change) => ({
  requestID,
  organizationName: detail.organizationName,
  unifiedOrgNo: detail.unifiedOrgNo,
  userSlNo: detail.userSlNo,
  fullName: detail.fullName,
  fullNameAr: detail.fullNameAr,
  role: detail.orgUserType,
  changeType: detail.changeType,
  ...values,
  reason: detail.reason,
  requestDate: detail.requestDate.toISOString(),
})

export const changeDecision = decision<Change>({
  kind: 'change',
  async read(ctx, number, tx) {
    if (tx) await lockChange(tx, number)
    const change = await readForDecision(tx ?? ctx.db, ctx, number)
    return { row: change, makerId: change.makerId, state: change.detail.requestStatus, content: contentOf(number, change) }
  },
  mayBeDecided: (change) => change.detail.waitsFor === change.decidesAs,
  assertMay: (db, _ctx, { organisationId }, decided) => refuseWhereSuspended(db, organisationId, decided),
  endsIt: (change, { isApproved }) => !isApproved || !goesOn(change),
  async carryOut(tx, ctx, change, { isApproved, remarks }) {
    const { slNo } = change.detail
    if (isApproved && goesOn(change)) {
      await tx.updateTable('membership_change').set({ signatory_approved_at: ctx.now }).where('id', '=', slNo).execute()
      return
    }
    const row = await memberChanges.lock(tx, slNo)
    const set = { remarks, decided_at: ctx.now }
    const facts = { by: ctx.caller.personId, kind: row.kind }
    await memberChanges.move(tx, ctx, { ...row, person_id: change.personId }, isApproved ? 'approved' : 'rejected', { set, facts })
    if (isApproved) await apply(tx, ctx, change)
  },
})

/** The organisation before the change, as everything that changes its members does. */
async function lockChange(tx: Tx, number: string): Promise<void> {
  const found = await tx
    .selectFrom('membership_change as c')
    .innerJoin('membership as m', 'm.id', 'c.membership_id')
    .select('m.organisation_id')
    .where('c.public_id', '=', number)
    .executeTakeFirst()
  if (found) await lockOrganisation(tx, found.organisation_id)
  await tx.selectFrom('membership_change').select('id').where('public_id', '=', number).forUpdate().execute()
}

const gone = { ar: 'لم تعد هذه الوحدة نشطة.', en: 'This unit is no longer active.' }

/** @throws Problem WRONG_STATE where the member, the unit or the organisation no longer allows it, NO_BALANCE without a free seat */
async function apply(tx: Tx, ctx: Ctx<Caller>, { detail, newRole, values, personId, makerId, organisationId }: Change): Promise<void> {
  const member = await holdMember(tx, organisationId, detail.userSlNo)
  const update = (set: object) => tx.updateTable('membership').set(set).where('id', '=', member.id).execute()
  if (detail.changeType === 'email') await update({ work_email: values.new_value })
  if (detail.changeType === 'mobile') await update({ work_mobile: values.new_value })
  if (detail.changeType === 'unit') {
    const unit = await tx
      .selectFrom('organisation_unit')
      .select('id')
      .where('id', '=', values.new_unit_id)
      .where('active', '=', true)
      .forKeyShare()
      .executeTakeFirst()
    if (!unit) throw new Problem('WRONG_STATE', { title: gone, cause: 'the unit is out of use' })
    await update({ unit_id: unit.id, is_auto_unit: false })
  }
  if (newRole !== null) {
    refuseLast(member)
    await giveSeatBack(tx, ctx.now, member.id)
    await update({ role: newRole })
    await takeSeat(tx, ctx.now, member.id)
  }
  if (makerId !== personId) await tellMember(tx, ctx, { detail, newRole, personId })
}

/** Whoever asked for it is told as the maker of every request is; the member whom it is about hears what they are now. */
async function tellMember(tx: Tx, ctx: Ctx<Caller>, { detail, newRole, personId }: Pick<Change, 'detail' | 'newRole' | 'personId'>) {
  const { organizationName: nameEn, organizationNameAr: nameAr, newValue } = detail
  const facts = {
    nameAr,
    nameEn,
    valueAr: newRole ? orgRoleWords[newRole].ar : newValue,
    valueEn: newRole ? orgRoleWords[newRole].en : newValue,
  }
  const letter = { subject: { ar: 'تغيّرت بياناتك في منشأة', en: 'Your details in an organisation changed' } }
  await tell(tx, ctx, { to: personId, kind: 'memberChanged', facts: { ...facts, isRole: newRole !== null }, letter })
}

export const refuseWhereFull = refusalWhereFull(readForDecision)

export const initiateChangeDecision = route(calls.initiateChangeDecision, async (ctx: Acting, { slNo, isApproved, remarks }) => {
  const number = await publicIdOf(ctx, slNo)
  await refuseWhereFull(ctx, number, isApproved)
  return changeDecision.propose(ctx, number, { isApproved, remarks: remarks.trim() })
})

export const verifyChangeDecision = route(calls.verifyChangeDecision, async (ctx: Acting, { slNo, isApproved, remarks, transId, random }) =>
  changeDecision.decide(ctx, await publicIdOf(ctx, slNo), { isApproved, remarks: remarks.trim() }, { transId, random }),
)
