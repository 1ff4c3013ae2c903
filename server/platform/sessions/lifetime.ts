import type { Configuration } from '../configuration/configuration.ts'
import { addSeconds } from '../clock.ts'
import type { Queryable } from '../http/context.ts'

export type EndReason = 'logout' | 'idle' | 'absolute' | 'reuse' | 'revoked'

/** Whether a session has been idle, or has lived, too long. */
export function isOver(configuration: Configuration, session: { born_at: Date; seen_at: Date }, now: Date): 'idle' | 'absolute' | null {
  if (addSeconds(session.born_at, configuration.SESSION_HOURS * 3600) <= now) return 'absolute'
  if (addSeconds(session.seen_at, configuration.IDLE_MINUTES * 60) <= now) return 'idle'
  return null
}

export async function endSession(db: Queryable, id: string, reason: EndReason, now: Date): Promise<void> {
  await db.updateTable('session').set({ ended_at: now, end_reason: reason }).where('id', '=', id).where('ended_at', 'is', null).execute()
}
