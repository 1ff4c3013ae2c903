/** A member's e-mail address and mobile number in an organisation: confirmed by a code first, then decided by a signatory. */
import * as calls from '#contract/workContact.ts'
import { ownMembership } from '#server/features/members/members.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { beginContactChange } from './contact.ts'
import type { Contact } from './contactLetters.ts'

type Acting = Ctx<Caller, ActingOrganisation>

async function begin(ctx: Acting, contact: Contact, address: string) {
  const membershipId = ownMembership(ctx)
  const own = await ctx.db
    .selectFrom('membership')
    .select(['work_email as email', 'work_mobile as mobile'])
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow()
  return beginContactChange(ctx, { contact, address, now: own[contact], membershipId })
}

export const changeWorkEmail = route(calls.changeWorkEmail, (ctx, { email }) => begin(ctx, 'email', email))
export const changeWorkMobile = route(calls.changeWorkMobile, (ctx, { mobileNo }) => begin(ctx, 'mobile', mobileNo))
