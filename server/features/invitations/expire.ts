import type { App } from '#server/app.ts'
import { memberships } from '#server/features/members/states.ts'
import { systemActor } from '#server/platform/audit.ts'
import { tell } from '#server/platform/tell.ts'

const atOnce = 100

/** Cancels invitations whose time is over, and tells whoever made them. */
export async function expireInvitations(app: App): Promise<void> {
  const actor = systemActor(app)
  await app.db.transaction().execute(async (tx) => {
    const over = await tx
      .selectFrom('membership as m')
      .innerJoin('organisation as o', 'o.id', 'm.organisation_id')
      .selectAll('m')
      .select(['o.name_ar as nameAr', 'o.name_en as nameEn'])
      .where('m.status', '=', 'initiated')
      .where('m.invitation_ends_at', '<=', actor.now)
      .orderBy('m.id')
      .limit(atOnce)
      .forUpdate('m')
      .skipLocked()
      .execute()
    for (const { nameAr, nameEn, ...row } of over) {
      await memberships.move(tx, actor, row, 'cancelled', { facts: { expired: true } })
      const facts = { nameAr, nameEn, person: row.invited_name!, isExpired: true, reason: '' }
      const letter = { subject: { ar: 'انتهت مدة دعوة', en: 'An invitation ran out of time' } }
      await tell(tx, { now: actor.now, app }, { to: row.invited_by!, kind: 'invitationEnded', facts, letter })
    }
  })
}
