/** Payments of everybody, for the provider's finance. Who pays stands in no row: reading one tells it, and is recorded. */
import { type Expression, type SqlBool, sql } from 'kysely'
import { westernDigits } from '#contract/typedDigits.ts'
import * as calls from '#contract/takenPayments.ts'
import type { OrderKind } from '#server/app.ts'
import { linesOf } from '#server/features/payments/orders.ts'
import { settle } from '#server/features/payments/settle.ts'
import { storedInvoice } from '#server/features/payments/taxInvoices.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import { contains, within } from '#server/platform/search.ts'
import { orEmpty } from '#server/platform/db/orEmpty.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { exportRoute } from '#server/platform/http/exportRoute.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import { partOfPayment, whyNot } from './hindrances.ts'

/** Of the credit notes of a payment; a later one has the higher number. */
const creditNotes = (what: 'max(n.number)' | "string_agg(n.number, ' ')") =>
  sql<string | null>`(select ${sql.raw(what)} from invoice n where n.payment_id = payment.id and n.kind = 'creditNote')`

const takenPayments = (db: Queryable) =>
  db
    .selectFrom('payment')
    .innerJoin('sales_order as o', 'o.id', 'payment.order_id')
    .innerJoin('order_line as line', (join) => join.onRef('line.order_id', '=', 'o.id').on('line.position', '=', 1))
    .innerJoin('product_pricing as p', 'p.id', 'line.pricing_id')
    .leftJoin('invoice as i', (join) => join.onRef('i.payment_id', '=', 'payment.id').on('i.kind', '=', 'invoice'))
    .select([
      'payment.public_id as paymentID',
      'payment.reference as transactionId',
      'o.kind as orderKind',
      'p.plan_name_en as planName',
      'p.plan_name_ar as planNameAr',
      'o.price_halalas as amountWithoutTax',
      'o.vat_halalas as tax',
      'payment.amount_halalas as amount',
      'payment.status',
      sql<'moyasar' | 'paytabs'>`payment.gateway`.as('method'),
      'payment.created_at as createdDate',
      'payment.settled_at as settledDate',
      'i.number as invoiceNumber',
      creditNotes('max(n.number)').as('creditNoteNumber'),
      'payment.refunded_halalas as refundedAmount',
    ])

type Filters = {
  search?: string
  status?: PaymentStatus
  method?: string
  orderKind?: OrderKind
  fromDate?: string
  toDate?: string
}

const takenRows = ({ app, db }: Ctx<Caller>, { search, status, method, orderKind, fromDate, toDate }: Filters) =>
  takenPayments(db)
    .$if(status !== undefined, (q) => q.where('payment.status', '=', status!))
    .$if(method !== undefined, (q) => q.where('payment.gateway', '=', method!))
    .$if(orderKind !== undefined, (q) => q.where('o.kind', '=', orderKind!))
    .where((e) => within(e, 'payment.created_at', { fromDate, toDate }))
    .$if(!!search, (q) => q.where(found(app, search!)))
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')

/** By a payment's number or a part of it, the number of a document, or the payer's national ID. */
function found({ secrets }: Ctx['app'], search: string): Expression<SqlBool> {
  const typed = westernDigits(search)
  const sought = [sql.ref('payment.reference'), sql.ref('i.number'), creditNotes("string_agg(n.number, ' ')")]
  const ways = sought.map((name) => sql<SqlBool>`${name} ilike ${contains(typed)}`)
  if (/^\d{10}$/.test(typed))
    ways.push(sql<SqlBool>`o.person_id in (select person.id from person where person.national_id_hash = ${secrets.lookUp(typed)})`)
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

export const listTakenPayments = listRoute(calls.listTakenPayments, takenRows)
export const exportTakenPayments = exportRoute(calls.exportTakenPayments, takenRows)

/** @throws Problem NOT_FOUND */
export async function paymentOf(db: Queryable, publicId: string) {
  const payment = await db
    .selectFrom('payment')
    .innerJoin('sales_order as o', 'o.id', 'payment.order_id')
    .select(['payment.id', 'payment.order_id', 'o.person_id', 'payment.gateway_id', 'payment.gateway_payment_id'])
    .where('payment.public_id', '=', publicId)
    .executeTakeFirst()
  if (!payment) throw new Problem('NOT_FOUND')
  return payment
}

/** The credit note of the refund `r`, once it is done: of a part its own, of all that was left the one that names no refund. */
export const creditNoteOfRefund = sql<
  string | null
>`case when r.status = 'done' then (select number from invoice where invoice.payment_id = r.payment_id and invoice.kind = 'creditNote'
  and invoice.refund_id is not distinct from case when r.position is null then null else r.id end) end`

/** The transactions that an order bought, and where they are now; null where it bought something else. */
export async function usedOf(db: Queryable, orderId: number) {
  const { count, ...used } = await db
    .selectFrom('plan')
    .where('order_id', '=', orderId)
    .select((e) => [
      e.fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(credited), 0)::int`.as('credited'),
      sql<number>`coalesce(sum(spent), 0)::int`.as('spent'),
      sql<number>`coalesce(sum(reserved), 0)::int`.as('reserved'),
      sql<number>`coalesce(sum(available), 0)::int`.as('available'),
    ])
    .executeTakeFirstOrThrow()
  return count > 0 ? used : null
}

const look = (ctx: Ctx<Caller>, personId: number) =>
  recordLook(ctx.db, ctx, { personId, viewerId: ctx.caller.personId, organisationId: null, what: 'payments' })

export const readTakenPayment = route(calls.readTakenPayment, async (ctx, { paymentID }) => {
  const { db } = ctx
  const { id, order_id: orderId, person_id: personId, gateway_id, gateway_payment_id } = await paymentOf(db, paymentID)
  await look(ctx, personId)
  const row = await takenPayments(db)
    .innerJoin('person', 'person.id', 'o.person_id')
    .select(['person.name_en as fullName', 'person.name_ar as fullNameAr', 'person.national_id_masked as nationalID'])
    .select(['o.created_at as orderDate', 'o.vat_basis_points as rate'])
    .where('payment.id', '=', id)
    .executeTakeFirstOrThrow()
  const lines = await db.transaction().execute((tx) => linesOf(tx, orderId))
  const attempts = await db
    .selectFrom('payment')
    .select(['public_id as paymentID', 'reference as transactionId', 'status', 'created_at as createdDate'])
    .select((e) => orEmpty(e, 'failure_told').as('told'))
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  const events = await db
    .selectFrom('payment_event')
    .select(['at', sql<PaymentStatus>`to_status`.as('status'), 'cause'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute()
  const notifications = await db
    .selectFrom('payment_webhook')
    .select(['received_at as at', 'type', 'event_id as eventID'])
    .where('gateway_id', '=', gateway_id ?? '')
    .orderBy('received_at')
    .orderBy('event_id')
    .execute()
  const refunds = await db
    .selectFrom('refund as r')
    .select(['r.public_id as requestID', 'r.status', 'r.created_at as createdDate', 'r.amount_halalas as amount', 'r.transactions'])
    .select(creditNoteOfRefund.as('creditNoteNumber'))
    .where('r.payment_id', '=', id)
    .orderBy('r.id', 'desc')
    .execute()
  return {
    ...row,
    lines: lines.map((line) => ({
      planName: line.plan_name_en,
      planNameAr: line.plan_name_ar,
      quantity: line.quantity,
      price: line.price_halalas,
      tax: line.vat_halalas,
      totalPrice: line.price_halalas + line.vat_halalas,
    })),
    attempts,
    events,
    notifications,
    gatewayInvoiceID: gateway_id,
    gatewayPaymentID: gateway_payment_id,
    used: await usedOf(db, orderId),
    refunds,
    notRefundable: await whyNot(ctx, id),
    part: await partOfPayment(db, ctx, id),
  }
})

export const openTakenInvoice = route(calls.openTakenInvoice, async (ctx, { paymentID, document, documentNumber }) => {
  const { id, person_id: personId } = await paymentOf(ctx.db, paymentID)
  const file = await storedInvoice(ctx.db, id, document, documentNumber)
  await look(ctx, personId)
  return file
})

export const recheckTakenPayment = route(calls.recheckTakenPayment, async (ctx, { paymentID }) => {
  const { id } = await paymentOf(ctx.db, paymentID)
  await settle(ctx, id, 'recheck')
  return ctx.db.selectFrom('payment').select('status').where('id', '=', id).executeTakeFirstOrThrow()
})
