import { type Expression, type Selectable, sql } from 'kysely'
import type { App, Fulfilment, OrderKind } from '#server/app.ts'
import { vatOf, vatRate } from '#server/features/catalogue/vat.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { newPublicId } from '#server/platform/secrets.ts'

type New = {
  accountId: number
  /** Who places it, and hears what becomes of it. */
  personId: number
  kind: OrderKind
  /** What is bought; each is a line. */
  pricingIds: readonly number[]
  at: Date
}
type Placed = { id: number; publicId: string; amountHalalas: number }

const units: Record<OrderKind, DB['order_line']['unit']> = { esignPlan: 'transaction', certificate: 'certificate', seal: 'certificate' }

/** Writes an order with its lines at the prices and the VAT of the day; VAT is rounded by the line, and the order is their sum. */
export async function placeOrder(tx: Tx, { accountId, personId, kind, pricingIds, at }: New): Promise<Placed> {
  const vat_basis_points = await vatRate(tx, at)
  const lines: Omit<Selectable<DB['order_line']>, 'order_id'>[] = []
  for (const [i, pricingId] of pricingIds.entries()) {
    const { transactions, validity_days, price_halalas } = await tx
      .selectFrom('product_pricing')
      .select(['transactions', 'validity_days', 'price_halalas'])
      .where('id', '=', pricingId)
      .executeTakeFirstOrThrow()
    const vat_halalas = vatOf(price_halalas, vat_basis_points)
    const bought = { pricing_id: pricingId, unit: units[kind], quantity: transactions, validity_days }
    lines.push({ position: i + 1, ...bought, price_halalas, vat_halalas })
  }
  const sum = (column: 'price_halalas' | 'vat_halalas') => lines.reduce((total, line) => total + line[column], 0)
  const amounts = { price_halalas: sum('price_halalas'), vat_basis_points, vat_halalas: sum('vat_halalas') }
  const { id, public_id: publicId } = await tx
    .insertInto('sales_order')
    .values({ public_id: newPublicId(), account_id: accountId, person_id: personId, kind, ...amounts, created_at: at })
    .returning(['id', 'public_id'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('order_line')
    .values(lines.map((line) => ({ order_id: id, ...line })))
    .execute()
  return { id, publicId, amountHalalas: amounts.price_halalas + amounts.vat_halalas }
}

/** The lines of an order, by position, with the names of what was bought. */
export const linesOf = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('order_line as line')
    .innerJoin('product_pricing as p', 'p.id', 'line.pricing_id')
    .innerJoin('product', 'product.id', 'p.product_id')
    .selectAll('line')
    .select(['p.plan_name_ar', 'p.plan_name_en', 'product.name_ar as product_ar', 'product.name_en as product_en'])
    .where('line.order_id', '=', orderId)
    .orderBy('line.position')
    .execute()

/** Locks an order: before its payments and before what it is for, everywhere. */
export const lockOrder = (tx: Tx, id: number) =>
  tx.selectFrom('sales_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** How long an order keeps its price. */
const orderDays = 30
export const payableUntil = (orderedAt: Date) => addDays(orderedAt, orderDays)
/** Orders placed after this can still be paid. */
export const payableSince = (now: Date) => addDays(now, -orderDays)

/** What a kind of order says of itself, of the row that a query calls `o`. */
const byKind = <T>({ fulfilments }: App, say: (fulfilment: Fulfilment, orderId: Expression<number>) => Expression<T>) => {
  const cases = Object.entries(fulfilments).map(([kind, one]) => sql`when ${sql.lit(kind)} then ${say(one, sql.ref('o.id'))}`)
  return sql<T>`case o.kind ${sql.join(cases, sql` `)} end`
}
export const mayPay = (app: App) => byKind<boolean>(app, (one, id) => one.mayPay(id) as Expression<boolean>)
export const certificateOf = (app: App) => byKind(app, (one, id) => one.certificateOf(id))

/** How many payments an account has begun and can still complete. */
export async function countPayable({ db, now }: { db: Queryable; now: Date }, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('payment')
    .innerJoin('sales_order as o', 'o.id', 'payment.order_id')
    .where('o.account_id', '=', accountId)
    .where('o.paid_at', 'is', null)
    .where('o.created_at', '>', payableSince(now))
    .where('payment.status', '=', 'initiated')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
