/** Links in messages: what one is for, and how whoever was invited by it proves who they are. */
import * as calls from '#contract/links.ts'
import { enterProven } from '#server/features/enrolment/proveIdentity.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { sentence } from '#server/platform/identity/challengeSentences.ts'
import { lookOnTheWire, startOnTheWire } from '#server/platform/identity/onTheWire.ts'
import { findLink, linkState } from '#server/platform/links.ts'
import { Problem } from '#server/platform/problems.ts'
import { takeTurn, turnsLeft } from '#server/platform/throttle.ts'
import { suspended } from './join.ts'

/** What a link is for and whether it still serves; looking does not use it up. */
export const openLink = route(calls.openLink, async ({ db, now }, { hash }) => {
  const link = await findLink(db, hash)
  if (!link) throw new Problem('NOT_FOUND', { cause: 'no such link' })
  const state = linkState(link, now)
  const inviting =
    link.purpose === 'accountInvitation' && state === 'open'
      ? await db
          .selectFrom('membership as m')
          .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
          .select(['o.name_en', 'o.name_ar'])
          .where('m.public_id', '=', link.subject)
          .executeTakeFirst()
      : undefined
  return {
    purpose: link.purpose,
    state,
    organizationName: inviting?.name_en ?? null,
    organizationNameAr: inviting?.name_ar ?? null,
    expiresAt: link.expires_at,
  }
})

/** The invitation that an open link is of. @throws Problem EXPIRED for a link that serves no more, as for one that there never was */
async function invitationOf(ctx: Ctx, hash: string) {
  const link = await findLink(ctx.db, hash)
  const isOpen = link?.purpose === 'accountInvitation' && linkState(link, ctx.now) === 'open'
  const found = isOpen
    ? await ctx.db
        .selectFrom('membership as m')
        .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
        .select((e) => [e.ref('m.public_id').$notNull().as('publicId'), e.ref('m.national_id_hash').$notNull().as('idHash'), 'o.status'])
        .where('m.public_id', '=', link.subject)
        .where('m.status', '=', 'initiated')
        .executeTakeFirst()
    : undefined
  if (!found) throw new Problem('EXPIRED', { cause: 'no open invitation' })
  if (found.status !== 'active') throw new Problem('EXPIRED', { title: suspended, cause: 'the organisation is suspended' })
  return found
}

/** Whoever has the link may mistype the number, and not find out by trying whose it is. */
const tries = [{ seconds: 3_600, most: 10 }]
const tooManyTries = {
  ar: 'جُرّبت أرقام كثيرة لهذه الدعوة. حاول بعد ساعة، أو اطلب من منشأتك أن تعيد إرسالها.',
  en: 'Many numbers were tried for this invitation. Try again in an hour, or ask your organisation to send it again.',
}
const ofSomebodyElse = {
  ar: 'هذه الدعوة ليست لصاحب هذا الرقم. راجع الرقم، أو اسأل من دعاك.',
  en: 'This invitation is not for the holder of this number. Check the number, or ask whoever invited you.',
}

export const validateInvitedNationalId = route(calls.validateInvitedNationalId, async (ctx, { hash, nationalID }) => {
  const { publicId, idHash } = await invitationOf(ctx, hash)
  const key = `invited number|${publicId}`
  await turnsLeft(ctx.db, { key, limits: tries, title: tooManyTries, now: ctx.now })
  if (ctx.app.secrets.lookUp(nationalID).equals(idHash))
    return startOnTheWire(ctx, { purpose: 'organisation', nationalId: nationalID, subject: publicId })
  await takeTurn(ctx.db, key, ctx.now)
  throw new Problem('INVALID', { errors: [{ field: 'nationalID', message: ofSomebodyElse[ctx.language] }], cause: 'another number' })
})

export const verifyInvitedPerson = route(calls.verifyInvitedPerson, async (ctx, { hash, nationalID, transId, random }) => {
  const { publicId } = await invitationOf(ctx, hash)
  const { status, errorMessage, challenge } = await lookOnTheWire(ctx, transId, random, 'organisation', nationalID)
  if (status !== '1') return { status, errorMessage }
  return challenge.subject === publicId
    ? enterProven(ctx, challenge.id)
    : { status: '0' as const, errorMessage: sentence('0', ctx.language) }
})
