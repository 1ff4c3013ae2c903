import * as calls from '#contract/payments.ts'
import type { App, Order } from '#server/app.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import { route, type Download } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { renderTaxInvoice, type InvoiceLine } from './invoice/taxInvoice.ts'
import { appendInvoice, type InvoiceFacts } from './invoiceChain.ts'
import { linesOf } from './orders.ts'

const kingdom = { addressAr: 'المملكة العربية السعودية', addressEn: 'Kingdom of Saudi Arabia' }

const sellerOf = ({ provider: { name, address, vatNumber, commercialRegistration } }: App) => ({
  addressAr: address.ar,
  addressEn: address.en,
  nameAr: name.ar,
  nameEn: name.en,
  vatNumber,
  registrationNumber: commercialRegistration,
})

type Sale = { order: Order; paymentId: number; at: Date }

/** The tax invoice of a payment that was made. @returns its number */
export async function issueInvoice(tx: Tx, app: App, { order, paymentId, at }: Sale): Promise<string> {
  const lines = (await linesOf(tx, order.id)).map((line): InvoiceLine => ({
    ...describeLine(line),
    quantity: 1,
    unitPriceHalalas: line.price_halalas,
    vatPercent: order.vat_basis_points / 100,
    vatHalalas: line.vat_halalas,
    totalHalalas: line.price_halalas + line.vat_halalas,
  }))
  const facts: InvoiceFacts = {
    seller: sellerOf(app),
    buyer: await buyerOf(tx, order),
    lines,
    netHalalas: order.price_halalas,
    vatHalalas: order.vat_halalas,
    totalHalalas: order.price_halalas + order.vat_halalas,
  }
  return appendInvoice(tx, { paymentId, kind: 'invoice', refersTo: null, facts, at })
}

/** Whoever owns what was bought: an organisation, with its VAT number where it has one, or the person. */
async function buyerOf(tx: Tx, { account_id, person_id }: Order): Promise<InvoiceFacts['buyer']> {
  const organisation = await tx
    .selectFrom('account')
    .innerJoin('organisation', 'organisation.id', 'account.organisation_id')
    .select(['name_ar as nameAr', 'name_en as nameEn', 'vat_number as vatNumber', 'unified_number as registrationNumber'])
    .where('account.id', '=', account_id)
    .executeTakeFirst()
  if (organisation) {
    const { vatNumber, ...named } = organisation
    return { ...kingdom, ...named, ...(vatNumber && { vatNumber }) }
  }
  const person = await tx.selectFrom('person').select(['name_ar', 'name_en']).where('id', '=', person_id).executeTakeFirstOrThrow()
  return { ...kingdom, nameAr: person.name_ar, nameEn: person.name_en }
}

/** A certificate's price names class and years; a plan is so many transactions of its product. */
function describeLine({ unit, product_ar, product_en, plan_name_ar, plan_name_en, quantity }: Awaited<ReturnType<typeof linesOf>>[number]) {
  if (unit === 'certificate') return { descriptionAr: plan_name_ar, descriptionEn: plan_name_en }
  return {
    descriptionAr: `${product_ar}: ${plan_name_ar} (${quantity})`,
    descriptionEn: `${product_en}: ${plan_name_en} (${quantity})`,
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

/** @throws Problem NOT_FOUND where the account has no such payment, or nothing was written of it */
export async function download(db: Queryable, accountId: number, publicId: string, kind: 'invoice' | 'creditNote'): Promise<Download> {
  const payment = await db
    .selectFrom('payment')
    .innerJoin('sales_order', 'sales_order.id', 'payment.order_id')
    .select('payment.id')
    .where('payment.public_id', '=', publicId)
    .where('sales_order.account_id', '=', accountId)
    .executeTakeFirst()
  if (!payment) throw new Problem('NOT_FOUND')
  return storedInvoice(db, payment.id, kind)
}

/** The invoice or the credit note of a payment, as it was written. @throws Problem NOT_FOUND */
export async function storedInvoice(db: Queryable, paymentId: number, kind: 'invoice' | 'creditNote'): Promise<Download> {
  const row = await db
    .selectFrom('invoice')
    .select(['number', 'uuid', 'counter', 'previous_hash', 'issued_at', 'facts'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', kind)
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

export const downloadInvoice = route(calls.downloadInvoice, ({ db, caller }, { encodedPaymentSlno }) =>
  download(db, caller.accountId, encodedPaymentSlno, 'invoice'),
)
export const downloadCreditNote = route(calls.downloadCreditNote, ({ db, caller }, { encodedPaymentSlno }) =>
  download(db, caller.accountId, encodedPaymentSlno, 'creditNote'),
)
