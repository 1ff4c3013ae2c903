import { downloadCreditNote, downloadInvoice } from '#contract/payments.ts'
import type { App } from '#server/app.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route, type Download } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { renderTaxInvoice, type InvoiceLine } from './invoice/taxInvoice.ts'
import { appendInvoice, type InvoiceFacts } from './invoiceChain.ts'

const kingdom = { addressAr: 'المملكة العربية السعودية', addressEn: 'Kingdom of Saudi Arabia' }

const sellerOf = ({ configuration: { SELLER_NAME_AR, SELLER_NAME_EN, SELLER_VAT_NUMBER, SELLER_CR_NUMBER } }: App) => ({
  ...kingdom,
  nameAr: SELLER_NAME_AR,
  nameEn: SELLER_NAME_EN,
  vatNumber: SELLER_VAT_NUMBER,
  registrationNumber: SELLER_CR_NUMBER,
})

/** The tax invoice of a payment that was made. @returns its number */
export async function issueInvoice(tx: Tx, app: App, { paymentId, at }: { paymentId: number; at: Date }): Promise<string> {
  const sold = await tx
    .selectFrom('payment')
    .innerJoin('purchase_order as o', 'o.id', 'payment.order_id')
    .innerJoin('person', 'person.id', 'o.person_id')
    .innerJoin('product_pricing as p', 'p.id', 'o.pricing_id')
    .innerJoin('product', 'product.id', 'p.product_id')
    .select(['person.name_ar', 'person.name_en', 'product.name_ar as product_ar', 'product.name_en as product_en'])
    .select([
      'product.kind',
      'p.plan_name_ar',
      'p.plan_name_en',
      'o.transactions',
      'o.price_halalas',
      'o.vat_halalas',
      'o.vat_basis_points',
    ])
    .where('payment.id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const totalHalalas = sold.price_halalas + sold.vat_halalas
  const line: InvoiceLine = {
    ...describeLine(sold),
    quantity: 1,
    unitPriceHalalas: sold.price_halalas,
    vatPercent: sold.vat_basis_points / 100,
    vatHalalas: sold.vat_halalas,
    totalHalalas,
  }
  const buyer = { ...kingdom, nameAr: sold.name_ar, nameEn: sold.name_en }
  const facts: InvoiceFacts = {
    seller: sellerOf(app),
    buyer,
    lines: [line],
    netHalalas: sold.price_halalas,
    vatHalalas: sold.vat_halalas,
    totalHalalas,
  }
  return appendInvoice(tx, { paymentId, kind: 'invoice', refersTo: null, facts, at })
}

type Sold = {
  kind: string
  product_ar: string
  product_en: string
  plan_name_ar: string
  plan_name_en: string
  transactions: number
}

/** A certificate's price names class and years; a plan is so many transactions of its product. */
function describeLine({ kind, product_ar, product_en, plan_name_ar, plan_name_en, transactions }: Sold) {
  if (kind === 'certificate') return { descriptionAr: plan_name_ar, descriptionEn: plan_name_en }
  return {
    descriptionAr: `${product_ar}: ${plan_name_ar} (${transactions})`,
    descriptionEn: `${product_en}: ${plan_name_en} (${transactions})`,
  }
}

/** Takes an invoice back when its payment was refunded. @returns the credit note's number, null where nothing was invoiced */
export async function issueCreditNote(tx: Tx, { paymentId, at }: { paymentId: number; at: Date }): Promise<string | null> {
  const invoice = await tx
    .selectFrom('invoice')
    .select(['id', 'number', 'uuid', 'issued_at', 'facts'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (!invoice) return null
  const { number, uuid, issued_at } = invoice
  const credits = {
    invoiceNumber: number,
    invoiceUuid: uuid,
    issuedAt: issued_at.toISOString(),
    reasonAr: 'إعادة المبلغ',
    reasonEn: 'Refund',
  }
  const facts: InvoiceFacts = { ...(invoice.facts as InvoiceFacts), credits }
  return appendInvoice(tx, { paymentId, kind: 'creditNote', refersTo: invoice.id, facts, at })
}

async function download({ db, caller }: Ctx<Caller>, publicId: string, kind: 'invoice' | 'creditNote'): Promise<Download> {
  const row = await db
    .selectFrom('invoice')
    .innerJoin('payment', 'payment.id', 'invoice.payment_id')
    .innerJoin('purchase_order', 'purchase_order.id', 'payment.order_id')
    .select(['number', 'uuid', 'counter', 'previous_hash', 'issued_at', 'facts'])
    .where('payment.public_id', '=', publicId)
    .where('purchase_order.person_id', '=', caller.personId)
    .where('invoice.kind', '=', kind)
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  const { number, uuid, counter } = row
  const { credits, ...facts } = row.facts as InvoiceFacts
  const content = renderTaxInvoice({
    ...facts,
    number,
    uuid,
    counter,
    previousHash: row.previous_hash,
    issuedAt: row.issued_at,
    ...(credits && { credits: { ...credits, issuedAt: new Date(credits.issuedAt) } }),
  })
  return { content, fileName: `${number}.pdf` }
}

export const invoicePdf = route(downloadInvoice, async (ctx, { encodedPaymentSlno }) => download(ctx, encodedPaymentSlno, 'invoice'))
export const creditNotePdf = route(downloadCreditNote, async (ctx, { encodedPaymentSlno }) =>
  download(ctx, encodedPaymentSlno, 'creditNote'),
)
