import type { MemberStatus } from '#contract/members.ts'
import type { App } from '#server/app.ts'
import type { Actor } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { giveSeatBack } from '#server/platform/seats.ts'
import { tell } from '#server/platform/tell.ts'
import { endChanges } from './changeRequests.ts'
import { membersInRole } from './membersInRole.ts'
import { memberships } from './states.ts'

type Member = { id: number; status: MemberStatus | 'cancelled'; person_id: number }

/** Ends the membership of a locked row; its seat goes back first, since nobody but an approved member has one. */
export async function endMembership(tx: Tx, actor: Actor, { id, status, person_id }: Member, remarks: string, by: number): Promise<void> {
  await giveSeatBack(tx, actor.now, id)
  await endChanges(tx, actor, { id, person_id }, remarks)
  await memberships.move(tx, actor, { id, status, person_id }, 'deactivated', { set: { remarks, active: false }, facts: { remarks, by } })
}

type Acting = Actor & { readonly app: App }
type Organisation = { id: number; nameAr: string; nameEn: string }

/** Tells those who manage an organisation that somebody left it. */
export async function tellAdmins(
  tx: Tx,
  acting: Acting,
  { id, nameAr, nameEn }: Organisation,
  { name_ar: personAr, name_en: personEn }: { name_ar: string; name_en: string },
  reason: string,
): Promise<void> {
  const letter = { subject: { ar: 'غادر مستخدم منشأتك', en: 'A user left your organisation' } }
  for (const admin of await membersInRole(tx, id, 'enrolmentAdmin'))
    await tell(tx, acting, { to: admin, kind: 'memberResigned', facts: { nameAr, nameEn, personAr, personEn, reason }, letter })
}
