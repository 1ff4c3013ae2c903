/** As whom somebody decides a request of an organisation, and what keeps them from it. */
import type { Queryable } from '#server/platform/db/db.ts'
import { ownRequest } from '#server/platform/decision.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'

/** The organisation for which a signatory decides; null: the caller decides for the provider. */
export const deciderIn = ({ organisation }: Ctx<Caller>) => (organisation?.as === 'authorizedSignatory' ? organisation : null)

export const decidesAs = (ctx: Ctx<Caller>) => (deciderIn(ctx) ? ('authorizedSignatory' as const) : ('registrationOfficer' as const))

/** @throws Problem NOT_ALLOWED for the provider’s staff who belong to the organisation */
export function refuseOwnOrganisation(ctx: Ctx<Caller>, organisationId: number): void {
  if (deciderIn(ctx) === null && ctx.caller.memberships.some((own) => own.organisationId === organisationId))
    throw new Problem('NOT_ALLOWED', { title: ownRequest, cause: 'staff who belong to the organisation' })
}

const suspended = {
  ar: 'المنشأة معلّقة، فلا يُوافق لها على طلب حتى تعود نشطة. يمكنك رفضه، أو تركه ينتظر.',
  en: 'The organisation is suspended: nothing is approved for it until it is active again. You can reject this, or let it wait.',
}

/** @throws Problem WRONG_STATE for an approval while the organisation is suspended; the provider’s staff alone come so far */
export async function refuseWhereSuspended(db: Queryable, organisationId: number, { isApproved }: { isApproved: boolean }): Promise<void> {
  if (!isApproved) return
  const { status } = await db.selectFrom('organisation').select('status').where('id', '=', organisationId).executeTakeFirstOrThrow()
  if (status !== 'active') throw new Problem('WRONG_STATE', { title: suspended, cause: 'the organisation is suspended' })
}

type Seated = { detail: { isFull: boolean; waitsFor: string | null }; decidesAs: string }

const full = {
  ar: 'لا مقعد شاغرًا لهذا الدور. على مسؤول التسجيل أن يشتري مقعدًا، أو يُلغي تفعيل من لم يعد يحتاجه.',
  en: 'No seat of this role is free. The enrolment admin can buy one, or deactivate somebody who no longer needs theirs.',
}

/**
 * Refuses an approval for which no seat is free, before anybody’s identity app rings.
 * @throws Problem NO_BALANCE, and what reading the request throws
 */
export const refusalWhereFull =
  (read: (db: Queryable, ctx: Ctx<Caller>, number: string) => Promise<Seated>) =>
  async (ctx: Ctx<Caller>, number: string, isApproved: boolean): Promise<void> => {
    const request = await read(ctx.db, ctx, number)
    if (isApproved && request.detail.isFull && request.detail.waitsFor === request.decidesAs)
      throw new Problem('NO_BALANCE', { title: full, cause: 'no free seat of the role' })
  }
