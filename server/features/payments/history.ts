import { sql } from 'kysely'
import { listPaymentHistory, type PaymentStatus } from '#contract/payments.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { listRoute } from '#server/platform/http/route.ts'
import { contains } from '#server/platform/search.ts'
import { payableSince } from './attempts.ts'

const labels: Record<PaymentStatus, { ar: string; en: string }> = {
  initiated: { ar: 'بانتظار الدفع', en: 'Awaiting payment' },
  paid: { ar: 'مدفوعة', en: 'Paid' },
  failed: { ar: 'لم تنجح', en: 'Failed' },
  expired: { ar: 'انتهت مهلتها', en: 'Expired' },
  cancelled: { ar: 'ملغاة', en: 'Cancelled' },
  refunded: { ar: 'أُعيد مبلغها', en: 'Refunded' },
}

/** Every payment of the caller's, one row an attempt. */
export function paymentRows({ db, caller, now, language }: Ctx<Caller>) {
  const label = Object.entries(labels).map(([status, text]) => sql`when ${sql.lit(status)} then ${text[language]}::text`)
  return db
    .selectFrom('payment')
    .innerJoin('purchase_order as o', 'o.id', 'payment.order_id')
    .innerJoin('product_pricing as p', 'p.id', 'o.pricing_id')
    .innerJoin('product', 'product.id', 'p.product_id')
    .leftJoin('dsc', 'dsc.order_id', 'o.id')
    .leftJoin('invoice', (join) => join.onRef('invoice.payment_id', '=', 'payment.id').on('invoice.kind', '=', 'invoice'))
    .where('o.person_id', '=', caller.personId)
    .select((e) => [
      'product.name_en as productName',
      'product.name_ar as productNameAr',
      'p.plan_name_en as planName',
      'p.plan_name_ar as planNameAr',
      'payment.reference as transactionId',
      'o.validity_days as validity',
      e.fn.coalesce('payment.settled_at', 'payment.created_at').as('paymentDate'),
      'o.price_halalas as amountWithoutTax',
      'o.vat_halalas as tax',
      'payment.amount_halalas as amount',
      'payment.status',
      sql<string>`case payment.status ${sql.join(label, sql` `)} end`.as('statusLabel'),
      e
        .and([
          e('o.paid_at', 'is', null),
          e('o.created_at', '>', payableSince(now)),
          // A plan, or an application that was not given up.
          e(e.fn.coalesce('dsc.state', sql.lit('applied')), '=', 'applied'),
        ])
        .$castTo<boolean>()
        .as('initiatePayment'),
      e('payment.status', '=', 'initiated').$castTo<boolean>().as('recheckPayment'),
      'payment.public_id as encodedPaymentSlno',
      'o.id as orderDetailsSlno',
      'product.id as orderProductSlno',
      'p.id as productPricingDetailsSlno',
      'payment.id as applicationSlno',
      'invoice.number as invoiceNumber',
    ])
}

export const paymentHistory = listRoute(listPaymentHistory, (ctx, { search, status }) =>
  paymentRows(ctx)
    .$if(status !== undefined, (q) => q.where('payment.status', '=', status!))
    .$if(!!search, (q) =>
      q.where((e) =>
        e.or([
          e('product.name_en', 'ilike', contains(search!)),
          e('product.name_ar', 'ilike', contains(search!)),
          e('p.plan_name_en', 'ilike', contains(search!)),
          e('p.plan_name_ar', 'ilike', contains(search!)),
          e('payment.reference', 'ilike', contains(search!)),
          e('invoice.number', 'ilike', contains(search!)),
        ]),
      ),
    )
    .orderBy('payment.id', 'desc'),
)
