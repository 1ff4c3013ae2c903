/** What changes a member's place in an organisation: made inactive and active, ended by an enrolment admin or by the member. */
import * as calls from '#contract/members.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { tell } from '#server/platform/tell.ts'
import { endMembership, tellAdmins } from './endMembership.ts'
import { isLastOfRole, memberShown, ownMembership } from './members.ts'
import { lockOrganisation } from './states.ts'

type Acting = Ctx<Caller, ActingOrganisation>
type Input = { userSlNo: number; remarks: string }
type Held = Awaited<ReturnType<typeof hold>>

/**
 * The member, and with them the organisation, so that of its last admins no two leave at once.
 * @throws Problem NOT_FOUND, WRONG_STATE with the reason why `action` may not be done
 */
async function hold(tx: Tx, { caller, organisation }: Acting, userSlNo: number, action: calls.MemberAction) {
  await lockOrganisation(tx, organisation.id)
  const member = await tx
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['m.id', 'p.id as person_id', 'm.role', 'm.status', 'm.active', 'p.name_ar', 'p.name_en', isLastOfRole.as('isLastOfRole')])
    .where('m.id', '=', userSlNo)
    .where('m.organisation_id', '=', organisation.id)
    .forUpdate('m')
    .executeTakeFirst()
  if (!member) throw new Problem('NOT_FOUND')
  const why = calls.memberRefusal({ ...member, isOwn: member.person_id === caller.personId }, action)
  if (why) throw new Problem('WRONG_STATE', { title: calls.memberRefusalWords[why], cause: `${action}: ${why}` })
  return member
}

export const deactivateMember = route(calls.deactivateMember, (ctx, input) => change(ctx, input, 'deactivate', end))
export const inactivateMember = route(calls.inactivateMember, (ctx, input) => change(ctx, input, 'inactivate', setActive(false)))
export const activateMember = route(calls.activateMember, (ctx, input) => change(ctx, input, 'activate', setActive(true)))

type Effect = (tx: Tx, ctx: Acting, member: Held, remarks: string) => Promise<void>

async function change(ctx: Acting, { userSlNo, remarks }: Input, action: keyof typeof news, effect: Effect) {
  return ctx.db.transaction().execute(async (tx) => {
    const member = await hold(tx, ctx, userSlNo, action)
    await effect(tx, ctx, member, remarks)
    const { nameAr, nameEn } = ctx.organisation
    const { kind, subject } = news[action]
    await tell(tx, ctx, { to: member.person_id, kind, facts: { nameAr, nameEn, reason: remarks }, letter: { subject } })
    return memberShown(tx, ctx, userSlNo)
  })
}

const end: Effect = (tx, ctx, member, remarks) => endMembership(tx, ctx, member, remarks, ctx.caller.personId)

const setActive =
  (active: boolean): Effect =>
  async (tx, ctx, { id, person_id }, remarks) => {
    await tx.updateTable('membership').set({ active, remarks }).where('id', '=', id).execute()
    const facts = { remarks, by: ctx.caller.personId }
    await audit(tx, ctx, active ? 'member.activated' : 'member.inactivated', { personId: person_id, facts })
  }

export const resignMembership = route(calls.resignMembership, async (ctx, { remarks }) => {
  await ctx.db.transaction().execute(async (tx) => {
    const member = await hold(tx, ctx, ownMembership(ctx), 'resign')
    await end(tx, ctx, member, remarks)
    await tellAdmins(tx, ctx, ctx.organisation, member, remarks)
  })
  return { status: 'deactivated' as const }
})

const news = {
  deactivate: { kind: 'membershipEnded', subject: { ar: 'انتهت عضويتك في منشأة', en: 'Your place in an organisation has ended' } },
  inactivate: { kind: 'membershipInactive', subject: { ar: 'أُوقفت عضويتك في منشأة', en: 'You are inactive in an organisation' } },
  activate: { kind: 'membershipActive', subject: { ar: 'عضويتك في منشأة نشطة من جديد', en: 'You are active again in an organisation' } },
} as const
