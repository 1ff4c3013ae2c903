import type { Queryable } from '../db/db.ts'
import type { Ctx } from '../http/context.ts'

/** A person's national ID, unsealed. It goes to the identity provider and nowhere else. */
export async function nationalIdOf(db: Queryable, { app }: Pick<Ctx, 'app'>, personId: number): Promise<string> {
  const { national_id_sealed } = await db
    .selectFrom('person')
    .select('national_id_sealed')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  return app.secrets.open(national_id_sealed, 'national ID')
}
