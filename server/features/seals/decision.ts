/** A seal is decided: by a signatory of its organisation, and by a registration officer of the provider after that. */
import * as calls from '#contract/seals.ts'
import { certificates } from '#server/features/certificates/states.ts'
import { deciderIn, decidesAs, refuseOwnOrganisation, refuseWhereSuspended } from '#server/features/members/decider.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import { decision, type Decided } from '#server/platform/decision.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { tell } from '#server/platform/tell.ts'
import { returnMoney } from './money.ts'
import { issueSeal } from './issue.ts'
import { subjectFor } from './order.ts'
import { describeSeal, lockSeal, ownSeal } from './rows.ts'

/** An order by its public id: of the organisation for which the caller decides, or any for the provider. @throws Problem NOT_FOUND */
export async function sealRequest(db: Queryable, ctx: Ctx<Caller>, number: string) {
  const own = deciderIn(ctx)
  const found = await db
    .selectFrom('dsc')
    .innerJoin('organisation as o', 'o.id', 'dsc.organisation_id')
    .select(['dsc.id', 'dsc.organisation_id', 'dsc.person_id as makerId', 'dsc.order_id as orderId'])
    .select(['o.name_en as organizationName', 'o.name_ar as organizationNameAr', 'o.unified_number as unifiedOrgNo'])
    .where('dsc.public_id', '=', number)
    .$if(own !== null, (q) => q.where('dsc.organisation_id', '=', own!.id))
    .executeTakeFirst()
  if (!found) throw new Problem('NOT_FOUND')
  const { id, organisation_id, makerId, orderId, ...organisation } = found
  const seal = await describeSeal(db, ctx, id)
  return { id, organisationId: organisation_id!, makerId, orderId, organisation, seal, decidesAs: decidesAs(ctx) }
}

type Request = Awaited<ReturnType<typeof sealRequest>>

/** What is decided, the same in every language. */
const contentOf = (policyOid: string, { organisation, seal }: Request) => ({
  requestID: seal.requestID,
  ...organisation,
  class: seal.classCode,
  classofCertificate: seal.classofCertificate,
  policyOid,
  years: seal.years,
  keyAlgorithm: seal.keyAlgorithm,
  subject: seal.subject.map(({ name, value }) => [name, value]),
  picture: { kind: seal.stamp.kind, size: seal.stamp.size, sha256: seal.stamp.sha256 },
  replaces: seal.replaces,
  orderedDate: seal.appliedAt.toISOString(),
  signatoryApprovedDate: seal.approvedDate?.toISOString() ?? null,
})

const renamed = {
  ar: 'تغيّرت بيانات المنشأة المسجّلة منذ طُلب هذا الختم. ارفضه ليُطلب من جديد.',
  en: 'What is registered of the organisation changed since this seal was ordered. Reject it, so that it is ordered anew.',
}

const sealDecision = decision<Request>({
  kind: 'seal',
  async read(ctx, number, tx) {
    if (tx) await lock(tx, number)
    const request = await sealRequest(tx ?? ctx.db, ctx, number)
    refuseOwnOrganisation(ctx, request.organisationId)
    const { seal, makerId } = request
    return { row: request, makerId, state: seal.state, content: contentOf(ctx.app.authority.seals.policyOf(seal.classCode), request) }
  },
  mayBeDecided: ({ seal, decidesAs: as }) => seal.waitsFor === as,
  assertMay: (db, _ctx, { organisationId }, decided) => refuseWhereSuspended(db, organisationId, decided),
  endsIt: ({ decidesAs: as }, { isApproved }) => !isApproved || as === 'registrationOfficer',
  async carryOut(tx, ctx, request, { isApproved, remarks }) {
    const { id, decidesAs: as } = request
    if (isApproved) await assertSubject(tx, request)
    if (isApproved && as === 'authorizedSignatory') {
      await tx.updateTable('dsc').set({ signatory_approved_at: ctx.now }).where('id', '=', id).execute()
      return tellMaker(tx, ctx, request)
    }
    const locked = await certificates.lock(tx, id)
    const set = { remarks, decided_at: ctx.now, ...(!isApproved && { refund_next_at: ctx.now }) }
    await certificates.move(tx, ctx, locked, isApproved ? 'approved' : 'rejected', { cause: as, set, facts: { by: ctx.caller.personId } })
  },
})

async function lock(tx: Tx, number: string): Promise<void> {
  const found = await tx.selectFrom('dsc').select(['id', 'organisation_id']).where('public_id', '=', number).executeTakeFirst()
  if (found?.organisation_id) await lockSeal(tx, found)
}

/** What will be certified is what is registered. @throws Problem WRONG_STATE */
async function assertSubject(tx: Tx, { organisationId, seal }: Request): Promise<void> {
  const registered = await subjectFor(tx, organisationId)
  const same = JSON.stringify(registered) === JSON.stringify(seal.subject.map(({ name, value }) => [name, value]))
  if (!same) throw new Problem('WRONG_STATE', { title: renamed, cause: 'the subject is no longer what is registered' })
}

const tellMaker = async (tx: Tx, ctx: Ctx<Caller>, { makerId, organisation }: Request): Promise<void> => {
  const { organizationName: nameEn, organizationNameAr: nameAr } = organisation
  const letter = { subject: { ar: 'وافق المفوّض بالتوقيع على طلب الختم', en: 'A signatory approved the order of the seal' } }
  await tell(tx, ctx, { to: makerId, kind: 'sealHalfApproved', facts: { nameAr, nameEn }, letter })
}

export const proposeSeal = (ctx: Ctx<Caller>, number: string, decided: Decided) => sealDecision.propose(ctx, number, decided)

/**
 * Takes the decision. What follows it, the certificate or the way back of the money, is on record as due; where it fails now, the sweep does it.
 */
export async function decideSeal(ctx: Ctx<Caller>, number: string, decided: Decided, approval: { transId: string; random: string }) {
  const { id, decidesAs: as, orderId } = await sealRequest(ctx.db, ctx, number)
  const answer = await sealDecision.decide(ctx, number, decided, approval)
  if (answer.status !== '1') return answer
  const follow = !decided.isApproved ? returnMoney(ctx, { id, orderId }) : as === 'registrationOfficer' ? issueSeal(ctx, id) : null
  await follow?.catch((cause: unknown) => ctx.log.error({ seal: id, cause }, 'what follows the decision of a seal'))
  return answer
}

export const initiateSealDecision = route(calls.initiateSealDecision, async (ctx, { slNo, isApproved, remarks }) => {
  const { public_id: number } = await ownSeal(ctx.db, ctx, slNo)
  return proposeSeal(ctx, number, { isApproved, remarks: remarks.trim() })
})

export const verifySealDecision = route(calls.verifySealDecision, async (ctx, { slNo, isApproved, remarks, transId, random }) => {
  const { public_id: number } = await ownSeal(ctx.db, ctx, slNo)
  return decideSeal(ctx, number, { isApproved, remarks: remarks.trim() }, { transId, random })
})
