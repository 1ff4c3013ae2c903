/** People of a test's own, beside the cast: enrolled, with a plan, their identity app decided by the second digit of the ID. */
import { cast } from '#server/demo/cast.ts'
import { addDays } from '#server/platform/clock.ts'
import { creditPlan } from '#server/platform/ledger.ts'
import { maskNationalId } from '#server/platform/secrets.ts'
import type { TestServer } from './server.ts'
import { accountOf } from '#server/platform/accounts.ts'

/** A valid national ID with this second digit; `n` makes them differ. */
export function nationalIdOf(second: number, n: number): string {
  const head = `1${second}${String(700_000 + n).padStart(7, '0')}`
  for (let check = 0; check < 10; check++) {
    const digits = Array.from(`${head}${check}`, Number)
    const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit), 0)
    if (sum % 10 === 0) return `${head}${check}`
  }
  throw new Error('no check digit')
}

/** Enrols somebody like 1200000022 under another ID, with a plan of `transactions`. @returns the ID and the numbers of the row and its account */
export async function addPerson(
  server: TestServer,
  second: number,
  n: number,
  transactions = 10,
): Promise<{ nationalId: string; personId: number; accountId: number }> {
  const nationalId = nationalIdOf(second, n)
  const { secrets, clock } = server.app
  const {
    id: _id,
    name_ar: _ar,
    name_en: _en,
    ...model
  } = await server.db.selectFrom('person').selectAll().where('national_id_hash', '=', secrets.lookUp(cast.faisal)).executeTakeFirstOrThrow()
  const identity = {
    national_id_hash: secrets.lookUp(nationalId),
    national_id_sealed: secrets.seal(nationalId, 'national ID'),
    national_id_masked: maskNationalId(nationalId),
  }
  const { id: personId } = await server.db
    .insertInto('person')
    .values({ ...model, ...identity, email: `person-${n}@example.sa` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: pricingId } = await server.db
    .selectFrom('product_pricing')
    .select('id')
    .where('transactions', '=', 10)
    .executeTakeFirstOrThrow()
  const now = clock.now()
  const accountId = await accountOf(server.db, personId)
  await server.db.transaction().execute((tx) =>
    creditPlan(tx, now, {
      accountId,
      pricingId,
      kind: 'esignPlan',
      orderLine: null,
      transactions,
      validFrom: now,
      validTo: addDays(now, 365),
    }),
  )
  return { nationalId, personId, accountId }
}

/** Changes what the national register says of somebody, by the claims of the identity provider's token; null takes one away. */
export async function changeRegister(server: TestServer, nationalId: string, facts: Record<string, string | null>): Promise<void> {
  const answer = await fetch(`${server.simulators.url}/nafath/app/person`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nationalId, facts }),
  })
  if (answer.status !== 204) throw new Error(`the register answered ${answer.status}: ${await answer.text()}`)
}

/** What the person does in their app: approves or rejects the request that waits. */
export async function decide(server: TestServer, nationalId: string, approve: boolean): Promise<void> {
  const pending = (await (await fetch(`${server.simulators.url}/nafath/app/pending?nationalId=${nationalId}`)).json()) as {
    random: string
  }[]
  const answer = await fetch(`${server.simulators.url}/nafath/app/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nationalId, random: pending[0]!.random, approve }),
  })
  if (answer.status !== 204) throw new Error(`the app answered ${answer.status}`)
}
