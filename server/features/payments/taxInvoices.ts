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

/** Position: of a line of the invoice, in a credit note of it. */
type CreditedLine = InvoiceLine & { position?: number }

const invoiceOf = (tx: Tx, paymentId: number) =>
  tx
    .selectFrom('invoice')
    .select(['id', 'number', 'uuid', 'issued_at', 'facts'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
type Invoiced = NonNullable<Awaited<ReturnType<typeof invoiceOf>>>

const creditsOf = ({ number, uuid, issued_at }: Invoiced) => ({
  invoiceNumber: number,
  invoiceUuid: uuid,
  issuedAt: issued_at.toISOString(),
  reasonAr: 'إعادة المبلغ',
  reasonEn: 'Refund',
})

/** The same parties, with other lines. */
function factsWith(invoice: Invoiced, lines: CreditedLine[]): InvoiceFacts {
  const sum = (of: (line: CreditedLine) => number) => lines.reduce((total, line) => total + of(line), 0)
  const vatHalalas = sum((line) => line.vatHalalas)
  const totalHalalas = sum((line) => line.totalHalalas)
  const credits = creditsOf(invoice)
  return { ...(invoice.facts as InvoiceFacts), lines, netHalalas: totalHalalas - vatHalalas, vatHalalas, totalHalalas, credits }
}

type PartNote = {
  paymentId: number
  refund: { refundId: number; position: number; transactions: number; halalas: number }
  at: Date
}

/** Takes part of one line of an invoice back. @returns the credit note's number */
export async function issuePartNote(tx: Tx, { paymentId, refund, at }: PartNote): Promise<string> {
  const { refundId, position, transactions, halalas } = refund
  const invoice = (await invoiceOf(tx, paymentId))!
  const line = (invoice.facts as InvoiceFacts).lines[position - 1]!
  const { price, tax } = await tx
    .selectFrom('refund')
    .select(['price_halalas as price', 'vat_halalas as tax'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  if (price! + tax! !== halalas) throw new Error('the parts of a refund are not its sum')
  const part: CreditedLine = {
    ...line,
    descriptionAr: `${line.descriptionAr}: معاملات لم تُستخدم، عددها ${transactions}`,
    descriptionEn: `${line.descriptionEn}: ${transactions} unused`,
    quantity: 1,
    unitPriceHalalas: price!,
    vatHalalas: tax!,
    totalHalalas: halalas,
    position,
  }
  return appendInvoice(tx, { paymentId, kind: 'creditNote', refersTo: invoice.id, refundId, facts: factsWith(invoice, [part]), at })
}

/** The lines of an invoice less what was credited of each before. */
async function uncredited(tx: Tx, invoice: Invoiced): Promise<CreditedLine[]> {
  const earlier = await tx.selectFrom('invoice').select('facts').where('refers_to', '=', invoice.id).orderBy('id').execute()
  const credited = earlier.flatMap(({ facts }) => (facts as InvoiceFacts).lines as readonly CreditedLine[])
  return (invoice.facts as InvoiceFacts).lines.flatMap((line, i) => {
    const parts = credited.filter(({ position }) => position === i + 1)
    if (parts.length === 0) return [line]
    const less = (of: (one: InvoiceLine) => number) => of(line) - parts.reduce((sum, part) => sum + of(part), 0)
    const left = { vatHalalas: less((one) => one.vatHalalas), totalHalalas: less((one) => one.totalHalalas), position: i + 1 }
    return left.totalHalalas > 0 ? [{ ...line, ...left, quantity: 1, unitPriceHalalas: left.totalHalalas - left.vatHalalas }] : []
  })
}

/** Takes an invoice back when its payment was refunded, or what is left of it. @returns the credit note's number, null where nothing was invoiced */
export async function issueCreditNote(tx: Tx, { paymentId, at }: { paymentId: number; at: Date }): Promise<string | null> {
  const invoice = await invoiceOf(tx, paymentId)
  if (!invoice) return null
  const facts = factsWith(invoice, await uncredited(tx, invoice))
  return appendInvoice(tx, { paymentId, kind: 'creditNote', refersTo: invoice.id, facts, at })
}

/** @throws Problem NOT_FOUND where the account has no such payment, or nothing was written of it */
export async function download(
  db: Queryable,
  accountId: number,
  publicId: string,
  kind: 'invoice' | 'creditNote',
  named?: string,
): Promise<Download> {
  const payment = await db
    .selectFrom('payment')
    .innerJoin('sales_order', 'sales_order.id', 'payment.order_id')
    .select('payment.id')
    .where('payment.public_id', '=', publicId)
    .where('sales_order.account_id', '=', accountId)
    .executeTakeFirst()
  if (!payment) throw new Problem('NOT_FOUND')
  return storedInvoice(db, payment.id, kind, named)
}

/** The invoice of a payment, or a credit note by its number, the latest without one, as it was written. @throws Problem NOT_FOUND */
export async function storedInvoice(db: Queryable, paymentId: number, kind: 'invoice' | 'creditNote', named?: string): Promise<Download> {
  const row = await db
    .selectFrom('invoice')
    .select(['number', 'uuid', 'counter', 'previous_hash', 'issued_at', 'facts'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', kind)
    .$if(named !== undefined, (q) => q.where('number', '=', named!))
    .orderBy('counter', 'desc')
    .limit(1)
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
export const downloadCreditNote = route(calls.downloadCreditNote, ({ db, caller }, { encodedPaymentSlno, documentNumber }) =>
  download(db, caller.accountId, encodedPaymentSlno, 'creditNote', documentNumber),
)
