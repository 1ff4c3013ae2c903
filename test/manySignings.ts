import { sql } from 'kysely'
import type { Browser, TestServer } from './server.ts'

/**
 * Gives the person who is signed in there so many signings that came to nothing, of their own plan.
 * @param apart how long before the one after it each began, three at a time
 */
export async function addSignings(
  { owner }: Pick<TestServer, 'owner'>,
  { deviceId }: Browser,
  count: number,
  apart = '1 microsecond',
): Promise<void> {
  const atOnce = 25_000 // a statement has its time
  for (let first = 1; first <= count; first += atOnce)
    await sql`
    insert into esign_transaction (public_id, person_id, account_id, plan_id, device_public_id, state, document_count, created_at, expires_at, ended_at)
    select left(translate(encode(sha256(n::text::bytea), 'base64'), '+/=', 'abc'), 22), own.person_id, own.account_id, own.id, 'many-signings', 'cancelled', 1,
      now() - (n / 3) * ${apart}::interval, now(), now()
    from generate_series(${first}::int, ${Math.min(count, first + atOnce - 1)}::int) n, lateral (
      select plan.id, plan.account_id, account.person_id from plan
      join account on account.id = plan.account_id
      join session on session.person_id = account.person_id
      join device on device.id = session.device_id and device.public_id = ${deviceId}
      order by plan.id limit 1) own`.execute(owner)
  await sql`analyze esign_transaction`.execute(owner)
}
