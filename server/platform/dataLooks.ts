import type { dataKinds } from '#contract/profile.ts'
import type { Queryable } from './db/db.ts'
import type { Ctx } from './http/context.ts'

type Look = {
  /** Whose data. */
  personId: number
  viewerId: number
  /** For which the viewer looks; null: for the provider. */
  organisationId: number | null
  what: (typeof dataKinds)[number]
}

/** Notes that somebody looked at another person's data, so that the person can read it under “my data”; one's own looks are not noted. */
export async function recordLook(db: Queryable, { now, reference }: Pick<Ctx, 'now' | 'reference'>, look: Look): Promise<void> {
  const { personId, viewerId, organisationId, what } = look
  if (personId === viewerId) return
  await db
    .insertInto('data_look')
    .values({ person_id: personId, viewer_id: viewerId, organisation_id: organisationId, what, reference, at: now })
    .execute()
}
