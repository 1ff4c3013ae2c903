import type { Expression, Selectable, SqlBool } from 'kysely'
import type { Logger } from 'pino'
import type { CommercialRegister } from './adapters/commercial-register/commercial-register.ts'
import type { HumanCheck } from './adapters/human-check/human-check.ts'
import type { IdentityProvider } from './adapters/identity/identity.ts'
import type { MailSender } from './adapters/mail/mail.ts'
import type { PaymentGateway } from './adapters/payment/payment.ts'
import type { SmsSender } from './adapters/sms/sms.ts'
import type { DocumentStorage } from './adapters/storage/storage.ts'
import type { Authority } from './ca/authority.ts'
import type { Clock } from './platform/clock.ts'
import type { OutsideLooks } from './platform/outsideLooks.ts'
import type { Configuration } from './platform/configuration/configuration.ts'
import type { Provider } from './platform/configuration/provider.ts'
import type { Db, Tx } from './platform/db/db.ts'
import type { DB } from './platform/db/schema.ts'
import type { Secrets } from './platform/secrets.ts'

/** The composed product: what `main.ts` puts together and every handler reaches through its context. */
export type App = {
  readonly configuration: Configuration
  /** The company that runs this. */
  readonly provider: Provider
  readonly clock: Clock
  readonly log: Logger
  readonly db: Db
  /** A way of its own, with short time-outs, by which the database is watched; what serves people does not stand in its way. */
  readonly probe: Db
  /** Where exports hold their cursors for as long as somebody reads: few at a time, and none in the way of what is quick. */
  readonly exports: Db
  readonly secrets: Secrets
  readonly identity: IdentityProvider
  readonly payments: PaymentGateway
  readonly fulfilments: Readonly<Record<OrderKind, Fulfilment>>
  readonly mail: MailSender
  readonly sms: SmsSender
  readonly humanCheck: HumanCheck
  /** Null where nobody asks it: people fill in everything themselves. */
  readonly commercialRegister: CommercialRegister | null
  readonly documents: DocumentStorage
  readonly authority: Authority
  /** How the outside parties answered the last calls of this process. */
  readonly outside: OutsideLooks
  /** Certificates of other authorities that the operator trusts, base64 of DER, as they are now (`platform/trustAnchors.ts`). */
  readonly trustAnchors: () => Promise<readonly string[]>
  /** What is left on the disk, in bytes (`platform/freeSpace.ts`). */
  readonly freeBytes: () => Promise<number>
  /** Whether the process is about to stop, and when (by the monotonic clock) somebody last asked if it is ready. */
  readonly leaving: { isLeaving: boolean; readinessAskedAt: number }
}

export type Order = Selectable<DB['sales_order']>
export type OrderKind = Order['kind']

type Text = { ar: string; en: string }
/** `number` is the tax invoice's. */
type Paid = { nameAr: string; nameEn: string; amount: string; reference: string; number: string | null }
type Fulfilling = { readonly app: App; readonly now: Date }

/** Why what was bought cannot be taken back for its money: it is used up, has lapsed, is being used now, or ended. */
export type RefundHindrance = 'usedUp' | 'lapsed' | 'inUse' | 'ended'

/** So much of a line of an order, by its position. */
export type Part = { position: number; transactions: number }

/** How part of what was bought goes back. */
export type Parts = {
  /** What nobody used of the lines, and how much of each went back before; locked until the end of the transaction. */
  unused(this: void, tx: Tx, fulfilling: Fulfilling, order: Order): Promise<(Part & { returned: number })[]>
  /** Lets nothing be taken of a part while its money goes back; with no transactions it is its buyer's again. */
  hold(this: void, tx: Tx, order: Order, part: Part): Promise<void>
  /** Takes a part back that was held, once for a refund. */
  refund(this: void, tx: Tx, fulfilling: Fulfilling, order: Order, part: Part & { refundId: number }): Promise<void>
}

/** What an order of a kind leads to (`fulfilments.ts`). The order is locked, and all is in the transaction that counts or returns the money. */
export type Fulfilment = {
  /** Hands over what was bought; called once for an order. */
  pay(this: void, tx: Tx, fulfilling: Fulfilling, order: Order): Promise<void>
  /** Takes back what was handed over. */
  refund(this: void, tx: Tx, fulfilling: Fulfilling, order: Order): Promise<void>
  /** What stands against taking it back, or null; what was handed over is locked until the end of the transaction. */
  hindersRefund(this: void, tx: Tx, fulfilling: Fulfilling, order: Order): Promise<RefundHindrance | null>
  /** Lets nothing be taken of it from a moment on, while its money goes back; null: it is its buyer's again. */
  hold(this: void, tx: Tx, order: Order, since: Date | null): Promise<void>
  /** Null where it goes back as a whole only. */
  readonly parts: Parts | null
  /** Whether an unpaid order may still be paid, as SQL about its `id`: lists and the rule under the lock read the same. */
  mayPay(this: void, orderId: Expression<number>): Expression<SqlBool>
  /** The public id of the certificate's application that the order is for, as SQL; null where it is for none. */
  certificateOf(this: void, orderId: Expression<number>): Expression<string | null>
  /** What whoever paid is told on the screen, and by mail. */
  readonly paidSentence: Text
  paidMail(this: void, paid: Paid): { subject: Text; text: Text }
}
