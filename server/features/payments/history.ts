import { sql } from 'kysely'
import * as calls from '#contract/payments.ts'
import { type PaymentStatus, paymentStatusWords } from '#contract/payments.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { matches, within } from '#server/platform/search.ts'
import { exportRoute } from '#server/platform/http/exportRoute.ts'
import { listRoute } from '#server/platform/http/route.ts'
import { mayPay, payableSince } from './orders.ts'

const settledAt = sql<Date>`coalesce(payment.settled_at, payment.created_at)`

/** Every payment of the caller's, one row an attempt. */
export function paymentRows({ app, db, caller, now, language }: Ctx<Caller>) {
  const label = Object.entries(paymentStatusWords).map(([status, text]) => sql`when ${sql.lit(status)} then ${text[language]}::text`)
  return db
    .selectFrom('payment')
    .innerJoin('sales_order as o', 'o.id', 'payment.order_id')
    .innerJoin('order_line as line', (join) => join.onRef('line.order_id', '=', 'o.id').on('line.position', '=', 1))
    .innerJoin('product_pricing as p', 'p.id', 'line.pricing_id')
    .innerJoin('product', 'product.id', 'p.product_id')
    .leftJoin('invoice', (join) => join.onRef('invoice.payment_id', '=', 'payment.id').on('invoice.kind', '=', 'invoice'))
    .where('o.account_id', '=', caller.accountId)
    .select((e) => [
      'product.name_en as productName',
      'product.name_ar as productNameAr',
      'p.plan_name_en as planName',
      'p.plan_name_ar as planNameAr',
      'payment.reference as transactionId',
      'line.validity_days as validity',
      settledAt.as('paymentDate'),
      'o.price_halalas as amountWithoutTax',
      'o.vat_halalas as tax',
      'payment.amount_halalas as amount',
      'payment.status',
      sql<string>`case payment.status ${sql.join(label, sql` `)} end`.as('statusLabel'),
      e
        .and([e('o.paid_at', 'is', null), e('o.created_at', '>', payableSince(now)), mayPay(app)])
        .$castTo<boolean>()
        .as('initiatePayment'),
      e('payment.status', '=', 'initiated').$castTo<boolean>().as('recheckPayment'),
      'payment.public_id as encodedPaymentSlno',
      'o.id as orderDetailsSlno',
      'product.id as orderProductSlno',
      'p.id as productPricingDetailsSlno',
      'payment.id as applicationSlno',
      'invoice.number as invoiceNumber',
      sql<number>`case payment.status when 'refunded' then payment.amount_halalas else payment.refunded_halalas end`.as('refundedAmount'),
      sql<
        string[]
      >`array(select note.number from invoice note where note.payment_id = payment.id and note.kind = 'creditNote' order by note.counter)`.as(
        'creditNotes',
      ),
    ])
}

type Filters = { search?: string; status?: PaymentStatus; fromDate?: string; toDate?: string }

const historyRows = (ctx: Ctx<Caller>, { search, status, fromDate, toDate }: Filters) =>
  paymentRows(ctx)
    .$if(status !== undefined, (q) => q.where('payment.status', '=', status!))
    .where((e) => within(e, settledAt, { fromDate, toDate }))
    .where((e) =>
      matches(e, search, ['product.name_en', 'product.name_ar', 'p.plan_name_en', 'p.plan_name_ar', 'payment.reference', 'invoice.number']),
    )
    .orderBy('payment.id', 'desc')

export const listPaymentHistory = listRoute(calls.listPaymentHistory, historyRows)

export const exportPaymentHistory = exportRoute(calls.exportPaymentHistory, historyRows)
