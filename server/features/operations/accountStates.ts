import { personEdges } from '#contract/people.ts'
import type { Actor } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { machine } from '#server/platform/machine.ts'
import { endSession } from '#server/platform/sessions/lifetime.ts'

export const accountsOfPeople = machine({
  table: 'person',
  column: 'status',
  edges: personEdges,
  event: null,
  action: (_, to) => `person.${to}`,
})

export async function endSessions(tx: Tx, actor: Actor, personId: number): Promise<void> {
  const open = await tx
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of open) await endSession(tx, actor, id, 'revoked')
}
