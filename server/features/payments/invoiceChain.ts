import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/db.ts'
import type { TaxInvoice } from './invoice/taxInvoice.ts'

/** What an invoice says, as it was on the day; it never changes, whatever becomes of names and prices. */
export type InvoiceFacts = Pick<TaxInvoice, 'seller' | 'buyer' | 'lines' | 'netHalalas' | 'vatHalalas' | 'totalHalalas'> & {
  credits?: Omit<NonNullable<TaxInvoice['credits']>, 'issuedAt'> & { issuedAt: string }
}

/** The hash before the first invoice, as ZATCA lays it down: SHA-256 of "0" in hexadecimal digits, in Base64. */
export const firstPreviousHash = Buffer.from(createHash('sha256').update('0').digest('hex')).toString('base64')

type Numbered = {
  number: string
  kind: 'invoice' | 'creditNote'
  counter: number
  uuid: string
  previousHash: string
  issuedAt: Date
  facts: unknown
}

/** Base64 SHA-256 over everything that the invoice says and the hash of the one before. */
export const invoiceHash = (invoice: Numbered) => createHash('sha256').update(canonical(invoice)).digest('base64')

/** JSON with sorted names: a stored document reads the same whatever order the database keeps. */
const canonical = (value: unknown) =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Serialises everybody who takes the next number; freed at the end of the transaction, so that no number is lost. */
const numbering = sql`select pg_advisory_xact_lock(hashtext('invoice numbers'))`

type New = { paymentId: number; kind: Numbered['kind']; refersTo: number | null; refundId?: number; facts: InvoiceFacts; at: Date }

/** Adds the next invoice or credit note to the chain. @returns its number */
export async function appendInvoice(tx: Tx, { paymentId, kind, refersTo, refundId, facts, at }: New): Promise<string> {
  await numbering.execute(tx)
  const last = await tx.selectFrom('invoice').select(['counter', 'hash']).orderBy('counter', 'desc').limit(1).executeTakeFirst()
  const counter = (last?.counter ?? 0) + 1
  const number = `${kind === 'invoice' ? 'INV' : 'CRN'}-${String(counter).padStart(8, '0')}`
  const invoice = { number, kind, counter, uuid: randomUUID(), previousHash: last?.hash ?? firstPreviousHash, issuedAt: at, facts }
  await tx
    .insertInto('invoice')
    .values({
      number,
      kind,
      counter,
      uuid: invoice.uuid,
      previous_hash: invoice.previousHash,
      hash: invoiceHash(invoice),
      payment_id: paymentId,
      refers_to: refersTo,
      refund_id: refundId ?? null,
      issued_at: at,
      facts: JSON.stringify(facts),
    })
    .execute()
  return number
}
