import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentEdges, paymentStatuses } from '#contract/payments.ts'
import { personAndPricing } from '#test/bareRows.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let orders: () => Promise<number>
let pricingId: number
beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  const at = new Date()
  const bare = await personAndPricing(db)
  const { personId, accountId } = bare
  pricingId = bare.pricingId
  orders = async () => {
    const values = {
      public_id: randomUUID(),
      account_id: accountId,
      person_id: personId,
      kind: 'esignPlan' as const,
      price_halalas: 100,
      vat_basis_points: 1_500,
      vat_halalas: 15,
      created_at: at,
    }
    return (await db.insertInto('sales_order').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
})
afterAll(() => database.close())

type Status = (typeof paymentStatuses)[number]
async function payment(status: Status, orderId?: number): Promise<number> {
  const at = new Date()
  const values = {
    public_id: randomUUID(),
    reference: randomUUID(),
    gateway: 'moyasar',
    amount_halalas: 115,
    status,
    created_at: at,
    expires_at: at,
  }
  const row = await database.db
    .insertInto('payment')
    .values({ ...values, order_id: orderId ?? (await orders()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const set = (id: number, values: object) => database.db.updateTable('payment').set(values).where('id', '=', id).execute()

/** With the event that the database asks for. */
const move = (id: number, from: Status, to: Status) =>
  database.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('payment_event')
      .values({ payment_id: id, at: new Date(), from_status: from, to_status: to, cause: 'test' })
      .execute()
    await tx.updateTable('payment').set({ status: to }).where('id', '=', id).execute()
  })

const pairs = paymentStatuses.flatMap((from) =>
  paymentStatuses.filter((to) => to !== from).map((to) => ({ from, to, allowed: paymentEdges[from].includes(to) })),
)

test('there are thirty pairs', () => expect(pairs).toHaveLength(30))

test.each(pairs)('$from → $to: $allowed', async ({ from, to, allowed }) => {
  const id = await payment(from)
  const outcome = await move(id, from, to).then(
    () => true,
    (error: { code: string }) => error.code,
  )
  expect(outcome).toBe(allowed ? true : '23514')
})

test('an order has one paid payment at most, and a payment keeps its amount and order', async () => {
  const orderId = await orders()
  await payment('paid', orderId)
  await expect(payment('paid', orderId)).rejects.toMatchObject({ code: '23505' })
  const other = await payment('initiated', orderId)
  await expect(move(other, 'initiated', 'paid')).rejects.toMatchObject({ code: '23505' })
  await expect(set(other, { amount_halalas: 1 })).rejects.toMatchObject({ code: '23514' })
  await expect(set(other, { order_id: await orders() })).rejects.toMatchObject({ code: '23514' })
  await move(other, 'initiated', 'refunded')
})

test('events, invoices and entries are never changed, not even by a mistake of ours', async () => {
  for (const table of ['payment_event', 'invoice', 'ledger_entry'] as const) {
    await expect(database.db.deleteFrom(table).execute()).rejects.toMatchObject({ code: '42501' })
  }
})

describe('an order', () => {
  const lined = async (...halalas: [price: number, vat: number][]) => {
    const id = await orders()
    const line = { order_id: id, pricing_id: pricingId, unit: 'transaction', quantity: 1, validity_days: 1 } as const
    for (const [i, [price_halalas, vat_halalas]] of halalas.entries())
      await database.db
        .insertInto('order_line')
        .values({ ...line, position: i + 1, price_halalas, vat_halalas })
        .execute()
    return id
  }
  const change = (id: number, values: object) => database.db.updateTable('sales_order').set(values).where('id', '=', id).execute()

  test.each<[string, [number, number][], 'let' | '23514']>([
    ['adds up in one line', [[100, 15]], 'let'],
    [
      'adds up in two',
      [
        [60, 9],
        [40, 6],
      ],
      'let',
    ],
    ['has no line', [], '23514'],
    ['asks for another price than its lines', [[60, 15]], '23514'],
    ['asks for another VAT than its lines', [[100, 14]], '23514'],
  ])('that %s', async (_, lines, outcome) => {
    const paying = change(await lined(...lines), { paid_at: new Date() })
    const told = await paying.then(
      () => 'let',
      (error: { code: string }) => error.code,
    )
    expect(told).toBe(outcome)
  })

  test('stays as it was placed, and paid when it is paid', async () => {
    const id = await lined([100, 15])
    const fixed = [{ kind: 'certificate' }, { price_halalas: 1 }, { vat_halalas: 0 }, { person_id: null }]
    for (const values of fixed) await expect(change(id, values)).rejects.toMatchObject({ code: '23514' })
    await change(id, { paid_at: new Date() })
    for (const paid_at of [null, new Date(0)]) await expect(change(id, { paid_at })).rejects.toMatchObject({ code: '23514' })
    await expect(database.owner.updateTable('order_line').set({ quantity: 2 }).where('order_id', '=', id).execute()).rejects.toThrow(
      'append only',
    )
    await expect(database.db.deleteFrom('order_line').where('order_id', '=', id).execute()).rejects.toMatchObject({ code: '42501' })
  })
})
