import type { Queryable } from './db/db.ts'

/**
 * The number of a person's account. Each person and each organisation has one from the moment they are entered (a trigger opens it); plans,
 * orders, signings, documents and the ledger belong to accounts. A handler finds its caller's, and its organisation's, in the context.
 */
export async function accountOf(db: Queryable, personId: number): Promise<number> {
  const { id } = await db.selectFrom('account').select('id').where('person_id', '=', personId).executeTakeFirstOrThrow()
  return id
}
