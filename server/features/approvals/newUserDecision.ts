/** A request to join is decided: a user by a signatory of the organisation, an admin or a signatory by one and then by a registration officer. */
import * as calls from '#contract/approvals.ts'
import { deciderIn, decidesAs, refusalWhereFull, refuseOwnOrganisation, refuseWhereSuspended } from '#server/features/members/decider.ts'
import { memberships } from '#server/features/members/states.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { decision, ownRequest } from '#server/platform/decision.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { isolate } from '#server/platform/isolate.ts'
import { Problem } from '#server/platform/problems.ts'
import { takeSeat } from '#server/platform/seats.ts'
import { tell } from '#server/platform/tell.ts'
import { publicIdOf, readSent } from './newUsers.ts'

type Acting = Ctx<Caller, ActingOrganisation>

/** @throws Problem NOT_FOUND; NOT_ALLOWED for whoever invited the person, and for staff who belong to the organisation */
async function readForDecision(db: Queryable, ctx: Ctx<Caller>, number: string) {
  const own = deciderIn(ctx)
  const request = await readSent(db, ctx, number, own?.id ?? null)
  refuseOwnOrganisation(ctx, request.organisationId)
  if (request.inviterId === ctx.caller.personId)
    throw new Problem('NOT_ALLOWED', { title: ownRequest, cause: 'whoever asks decides nothing' })
  return { ...request, decidesAs: decidesAs(ctx) }
}

type Request = Awaited<ReturnType<typeof readForDecision>>

/** Whether somebody else approves it after the one who decides now. */
const goesOn = ({ decidesAs: as, detail }: Request) => as === 'authorizedSignatory' && detail.userType !== 'organizationUser'

/** What is decided, the same in every language: who asks to join what, as what, and with which documents. */
const contentOf = (requestID: string, detail: Request['detail']) => ({
  requestID,
  organizationName: detail.organizationName,
  unifiedOrgNo: detail.unifiedOrgNo,
  userType: detail.userType,
  fullName: detail.fullName,
  fullNameAr: detail.fullNameAr,
  nationalID: detail.nationalID,
  employeeId: detail.employeeId,
  unitName: detail.unitName,
  designation: detail.designation,
  email: detail.email,
  phone: `+${detail.ISDCode}${detail.phone}`,
  address: [detail.city, detail.state, detail.postalCode, detail.country].join(', '),
  sentDate: detail.createdDate.toISOString(),
  documents: detail.Docs.map(({ fileName, kind, sha256 }) => ({ fileName, kind, sha256 })),
})

export const newUserDecision = decision<Request>({
  kind: 'membership',
  async read(ctx, number, tx) {
    if (tx) await tx.selectFrom('membership').select('id').where('public_id', '=', number).forUpdate().execute()
    const request = await readForDecision(tx ?? ctx.db, ctx, number)
    const { detail, personId } = request
    return { row: request, makerId: personId, state: detail.status, content: contentOf(number, detail) }
  },
  mayBeDecided: (request) => request.detail.waitsFor === request.decidesAs,
  assertMay: (db, _ctx, { organisationId }, decided) => refuseWhereSuspended(db, organisationId, decided),
  endsIt: (request, { isApproved }) => !isApproved || !goesOn(request),
  async carryOut(tx, ctx, request, { isApproved, remarks }) {
    const { detail, inviterId } = request
    if (isApproved && goesOn(request)) {
      await tx.updateTable('membership').set({ signatory_approved_at: ctx.now }).where('id', '=', detail.slNo).execute()
      return
    }
    const row = await memberships.lock(tx, detail.slNo)
    const facts = { by: ctx.caller.personId }
    await memberships.move(tx, ctx, row, isApproved ? 'approved' : 'rejected', { set: { remarks }, facts })
    if (isApproved) await takeSeat(tx, ctx.now, detail.slNo)
    const told = { request: 'accountRequest', number: null, isApproved, reason: remarks || null } as const
    const { fullNameAr: ar, fullName: en } = detail
    const letter = { subject: { ar: `صدر القرار في دعوة ${isolate(ar)}`, en: `The invitation of ${isolate(en)} was decided` } }
    await tell(tx, ctx, { to: inviterId, kind: 'requestDecided', facts: told, letter })
  },
})

export const refuseWhereFull = refusalWhereFull(readForDecision)

export const initiateNewUserDecision = route(calls.initiateNewUserDecision, async (ctx: Acting, { userSlNo, isApproved, remarks }) => {
  const number = await publicIdOf(ctx, userSlNo)
  await refuseWhereFull(ctx, number, isApproved)
  return newUserDecision.propose(ctx, number, { isApproved, remarks: remarks.trim() })
})

export const verifyNewUserDecision = route(
  calls.verifyNewUserDecision,
  async (ctx: Acting, { userSlNo, isApproved, remarks, transId, random }) =>
    newUserDecision.decide(ctx, await publicIdOf(ctx, userSlNo), { isApproved, remarks: remarks.trim() }, { transId, random }),
)
