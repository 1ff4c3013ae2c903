/** Changes to a member of an organisation, from being asked for until a signatory agrees. */
import * as calls from '#contract/changes.ts'
import { memberRefusalWords } from '#contract/members.ts'
import { submissionEdges } from '#contract/submissions.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/audit.ts'
import type { ActingOrganisation, Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { machine } from '#server/platform/machine.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { tell } from '#server/platform/tell.ts'
import { membersInRole } from './membersInRole.ts'
import { isLastOfRole } from './members.ts'
import { lockOrganisation } from './states.ts'
import { unitInUse } from './units.ts'

type Acting = Ctx<Caller, ActingOrganisation>

const trail = { pending: 'member.changePending', approved: 'member.changeApproved', rejected: 'member.changeRejected' } as const
export const memberChanges = machine({
  table: 'membership_change',
  column: 'status',
  edges: submissionEdges,
  event: null,
  action: (_, to) => trail[to],
})

type Wanted =
  | { kind: 'email' | 'mobile' | 'role'; old_value: string; new_value: string }
  | { kind: 'unit'; old_unit_id: number | null; new_unit_id: number }

const sentences = {
  waits: { ar: 'ينتظر تغييرٌ كهذا قرارًا. انتظر حتى يُبتّ فيه.', en: 'A change of this kind waits for a decision already.' },
  same: { ar: 'هذه هي القيمة الحالية.', en: 'This is what it is now.' },
}

/** Asks for a change to a locked member and tells those who decide it. @throws Problem WRONG_STATE where one of its kind waits */
export async function requestChange(tx: Tx, ctx: Acting, member: Member, wanted: Wanted, reason: string): Promise<number> {
  const waits = await tx
    .selectFrom('membership_change')
    .select('id')
    .where('membership_id', '=', member.id)
    .where('kind', '=', wanted.kind)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (waits) throw new Problem('WRONG_STATE', { title: sentences.waits, cause: `a change of ${wanted.kind} waits` })
  const asked = { public_id: newPublicId(), membership_id: member.id, status: 'pending' as const, reason }
  const row = await tx
    .insertInto('membership_change')
    .values({ ...asked, ...wanted, made_by: ctx.caller.personId, created_at: ctx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await memberChanges.begin(tx, ctx, { ...row, person_id: member.person_id }, { facts: { kind: wanted.kind } })
  await tellSignatories(tx, ctx, member, row.id)
  return row.id
}

async function tellSignatories(tx: Tx, ctx: Acting, member: Member, slNo: number): Promise<void> {
  const { id, nameAr, nameEn } = ctx.organisation
  const letter = { subject: { ar: 'طلب ينتظر قرارك', en: 'A request waits for your decision' } }
  const facts = { nameAr, nameEn, request: 'change', slNo, aboutAr: member.name_ar, aboutEn: member.name_en } as const
  for (const signatory of await membersInRole(tx, id, 'authorizedSignatory'))
    if (signatory !== ctx.caller.personId && signatory !== member.person_id)
      await tell(tx, ctx, { to: signatory, kind: 'organisationRequestWaits', facts, letter })
}

export type Member = Awaited<ReturnType<typeof holdMember>>

/** An approved member, locked with the organisation: of its last admins no two change at once. @throws Problem NOT_FOUND, WRONG_STATE */
export async function holdMember(tx: Tx, organisationId: number, id: number) {
  await lockOrganisation(tx, organisationId)
  const member = await tx
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['m.id', 'p.id as person_id', 'm.role', 'm.status', 'm.active', 'm.unit_id', 'm.work_email', 'm.work_mobile'])
    .select(['p.name_ar', 'p.name_en', isLastOfRole.as('isLastOfRole')])
    .where('m.id', '=', id)
    .where('m.organisation_id', '=', organisationId)
    .forUpdate('m')
    .executeTakeFirst()
  if (!member) throw new Problem('NOT_FOUND')
  if (member.status !== 'approved') throw new Problem('WRONG_STATE', { title: memberRefusalWords.notApproved, cause: member.status })
  return member
}

/** @throws Problem WRONG_STATE where the organisation would be left without an active member in the role */
export function refuseLast({ active, isLastOfRole: isLast, role }: Pick<Member, 'active' | 'isLastOfRole' | 'role'>): void {
  if (active && isLast) throw new Problem('WRONG_STATE', { title: memberRefusalWords.lastOfRole, cause: `the last ${role}` })
}

const same = (ctx: Acting, field: string) =>
  new Problem('INVALID', { errors: [{ field, message: sentences.same[ctx.language] }], cause: 'nothing would change' })

export const requestUnitChange = route(calls.requestUnitChange, (ctx, { userSlNo, orgUnitSlNo, remarks }) =>
  ctx.db.transaction().execute(async (tx) => {
    const member = await holdMember(tx, ctx.organisation.id, userSlNo)
    if (member.unit_id === orgUnitSlNo) throw same(ctx, 'orgUnitSlNo')
    const { id } = await unitInUse(tx, ctx, orgUnitSlNo)
    return { slNo: await requestChange(tx, ctx, member, { kind: 'unit', old_unit_id: member.unit_id, new_unit_id: id }, remarks) }
  }),
)

export const requestRoleChange = route(calls.requestRoleChange, (ctx, { userSlNo, userType, remarks }) =>
  ctx.db.transaction().execute(async (tx) => {
    const member = await holdMember(tx, ctx.organisation.id, userSlNo)
    if (member.role === userType) throw same(ctx, 'userType')
    refuseLast(member)
    return { slNo: await requestChange(tx, ctx, member, { kind: 'role', old_value: member.role, new_value: userType }, remarks) }
  }),
)

/** Asks for an address that the caller confirmed, as what their organisation has of them. @throws Problem WRONG_STATE where they left it */
export async function requestContactChange(tx: Tx, ctx: Ctx<Caller>, membershipId: number, contact: 'email' | 'mobile', address: string) {
  const own = ctx.caller.memberships.find(({ id }) => id === membershipId)
  if (!own) throw new Problem('WRONG_STATE', { title: memberRefusalWords.notApproved, cause: 'no member any more' })
  const { organisationId, role, ...organisation } = own
  const acting = { ...ctx, organisation: { ...organisation, id: organisationId, as: role } }
  const member = await holdMember(tx, organisationId, membershipId)
  const old_value = (contact === 'email' ? member.work_email : member.work_mobile) ?? ''
  await requestChange(tx, acting, member, { kind: contact, old_value, new_value: address }, '')
}

/** Whoever leaves the organisation leaves no change behind that somebody would still decide. */
export async function endChanges(tx: Tx, actor: Actor, member: { id: number; person_id: number }, remarks: string): Promise<void> {
  const waiting = await tx
    .selectFrom('membership_change')
    .selectAll()
    .where('membership_id', '=', member.id)
    .where('status', '=', 'pending')
    .forUpdate()
    .execute()
  for (const row of waiting)
    await memberChanges.move(tx, actor, { ...row, person_id: member.person_id }, 'rejected', { set: { remarks, decided_at: actor.now } })
}
