import { idleMinutes } from '#contract/limits.ts'
import type { Configuration } from '../configuration/configuration.ts'
import { addSeconds } from '../clock.ts'
import { audit, type Actor } from '../audit.ts'
import type { Queryable } from '../db/db.ts'

/** How long an access token serves; then the session's generation moves on. */
export const accessTokenMinutes = 10

/** How long a fresh approval covers what asks for one: signing, buying, approving, contact data. */
export const stepUpMinutes = 5

export const isFresh = (confirmedAt: Date, now: Date) => addSeconds(confirmedAt, stepUpMinutes * 60) > now

export type EndReason = 'logout' | 'idle' | 'absolute' | 'reuse' | 'revoked'

/** Whether a session has been idle, or has lived, too long. */
export function isOver(configuration: Configuration, session: { born_at: Date; seen_at: Date }, now: Date): 'idle' | 'absolute' | null {
  if (addSeconds(session.born_at, configuration.SESSION_HOURS * 3600) <= now) return 'absolute'
  if (addSeconds(session.seen_at, idleMinutes * 60) <= now) return 'idle'
  return null
}

/** Ends a session and records it, in one statement after the other of the caller's transaction. */
export async function endSession(tx: Queryable, actor: Actor, id: string, reason: EndReason): Promise<void> {
  const ended = await tx
    .updateTable('session')
    .set({ ended_at: actor.now, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('person_id')
    .executeTakeFirst()
  if (ended)
    await audit(tx, actor, 'session.ended', {
      outcome: reason === 'reuse' ? 'refused' : 'done',
      personId: ended.person_id,
      subject: id,
      facts: { reason },
    })
}
