import { sql } from 'kysely'

/** What the entries that are looked at moved into an account of the ledger, and out of it. */
export const into = (account: string) => sql<number>`coalesce(sum(amount) filter (where to_account = ${account}), 0)`
export const outOf = (account: string) => sql<number>`coalesce(sum(amount) filter (where from_account = ${account}), 0)`
/** What lies in it. */
export const within = (account: string) => sql<number>`(${into(account)} - ${outOf(account)})::int`
