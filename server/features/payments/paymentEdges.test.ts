import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentEdges, paymentStatuses } from '#contract/payments.ts'
import { personAndPricing } from '#test/bareRows.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let orders: () => Promise<number>
beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  const at = new Date()
  const { personId, pricingId } = await personAndPricing(db)
  orders = async () => {
    const values = {
      public_id: randomUUID(),
      person_id: personId,
      pricing_id: pricingId,
      transactions: 1,
      validity_days: 1,
      price_halalas: 100,
      vat_basis_points: 1_500,
      vat_halalas: 15,
      created_at: at,
    }
    return (await db.insertInto('purchase_order').values(values).returning('id').executeTakeFirstOrThrow()).id
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
