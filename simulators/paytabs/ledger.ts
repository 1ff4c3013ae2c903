import { createHmac } from 'node:crypto'
import { simulatorCredentials } from '../credentials.ts'
import { deliver } from '../deliver.ts'

/** PayTabs' words for what became of a transaction: authorised, held, pending, voided, error, declined, expired, cancelled. */
export type Result = { response_status: 'A' | 'H' | 'P' | 'V' | 'E' | 'D' | 'X' | 'C'; response_code: string; response_message: string }

/** Amounts are decimals, as text in answers. */
export type Transaction = {
  tran_ref: string
  /** Of a refund: the sale that it gives back. */
  previous_tran_ref?: string
  tran_type: 'Sale' | 'Refund'
  cart_id: string
  cart_description: string
  cart_currency: string
  cart_amount: string
  tran_currency: string
  tran_total: string
  callback: string | null
  return: string | null
  /** Missing while nobody has entered a card. */
  payment_result?: Result & { transaction_time: string }
  payment_info?: { payment_method: string; card_type: string; card_scheme: string; payment_description: string }
}

export type NewSale = Pick<Transaction, 'cart_id' | 'cart_description' | 'cart_currency' | 'callback' | 'return'> & { cart_amount: number }

export type PayTabsTiming = {
  /** Pauses before the second … sixth attempt of a notification. */
  notificationPausesMs: readonly number[]
}
export const usualTiming: PayTabsTiming = { notificationPausesMs: [1000, 5000, 15_000, 60_000, 300_000] }

type Options = { timing: PayTabsTiming; closing: AbortSignal }

/** What the profile's transactions are, and the notifications about them. A refund is a transaction of its own: the sale stays as it was. */
export function ledger({ timing, closing }: Options) {
  const transactions = new Map<string, Transaction>()
  const newRef = () => `TST${String(transactions.size + 1).padStart(13, '0')}`
  const signature = (text: string) => ({
    signature: createHmac('sha256', simulatorCredentials.paytabs.serverKey).update(text).digest('hex'),
  })

  function add(transaction: Omit<Transaction, 'tran_ref'>): Transaction {
    const added = { tran_ref: newRef(), ...transaction }
    transactions.set(added.tran_ref, added)
    return added
  }

  function finish(transaction: Transaction, result: Result): void {
    transaction.payment_result = { ...result, transaction_time: new Date().toISOString() }
    if (transaction.callback) void deliver(transaction.callback, described(transaction), timing.notificationPausesMs, closing, signature)
  }

  return {
    find: (ref: string) => transactions.get(ref),
    ofCart: (cartId: string) => [...transactions.values()].filter(({ cart_id }) => cart_id === cartId),
    openSale: ({ cart_amount, ...sale }: NewSale) => add({ ...sale, ...amountOf(cart_amount, sale.cart_currency), tran_type: 'Sale' }),
    finish,
    /** What of a sale was not given back yet, in hundredths. */
    leftOf: (sale: Transaction) =>
      [...transactions.values()]
        .filter(({ previous_tran_ref }) => previous_tran_ref === sale.tran_ref)
        .reduce((left, { cart_amount }) => left - hundredths(cart_amount), hundredths(sale.cart_amount)),
    giveBack(sale: Transaction, amount: number): Transaction {
      const { tran_ref, cart_id, cart_description, cart_currency, callback, payment_info } = sale
      const about = { cart_id, cart_description, cart_currency, callback, payment_info, return: null }
      const refund = add({ ...about, ...amountOf(amount, cart_currency), previous_tran_ref: tran_ref, tran_type: 'Refund' })
      finish(refund, { response_status: 'A', response_code: 'G12345', response_message: 'Authorised' })
      return refund
    },
  }
}

export type Ledger = ReturnType<typeof ledger>

export const hundredths = (amount: string | number) => Math.round(Number(amount) * 100)

const amountOf = (amount: number, currency: string) => ({
  cart_amount: amount.toFixed(2),
  tran_total: amount.toFixed(2),
  tran_currency: currency,
})

/** As the API and the notifications show a transaction. */
export function described({ callback: _callback, return: _return, ...transaction }: Transaction) {
  const { profileId } = simulatorCredentials.paytabs
  return { ...transaction, tran_class: 'ECom', serviceId: 2, profileId, merchantId: 1, trace: `TRACE${transaction.tran_ref}` }
}
