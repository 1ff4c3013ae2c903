import type { Logger } from 'pino'
import type { HumanCheck } from './adapters/human-check/human-check.ts'
import type { IdentityProvider } from './adapters/identity/identity.ts'
import type { MailSender } from './adapters/mail/mail.ts'
import type { PaymentGateway } from './adapters/payment/payment.ts'
import type { SmsSender } from './adapters/sms/sms.ts'
import type { DocumentStorage } from './adapters/storage/storage.ts'
import type { Authority } from './ca/authority.ts'
import type { Clock } from './platform/clock.ts'
import type { Configuration } from './platform/configuration/configuration.ts'
import type { Db } from './platform/db/db.ts'
import type { Secrets } from './platform/secrets.ts'

/** The composed product: what `main.ts` puts together and every handler reaches through its context. */
export type App = {
  readonly configuration: Configuration
  readonly clock: Clock
  readonly log: Logger
  readonly db: Db
  /** A way of its own, with short time-outs, by which the database is watched; what serves people does not stand in its way. */
  readonly probe: Db
  readonly secrets: Secrets
  readonly identity: IdentityProvider
  readonly payments: PaymentGateway
  readonly mail: MailSender
  readonly sms: SmsSender
  readonly humanCheck: HumanCheck
  readonly documents: DocumentStorage
  readonly authority: Authority
  /** Certificates of other authorities that the operator trusts, base64 of DER, as they are now (`platform/trustAnchors.ts`). */
  readonly trustAnchors: () => Promise<readonly string[]>
  /** What is left on the disk, in bytes (`platform/freeSpace.ts`). */
  readonly freeBytes: () => Promise<number>
  /** Whether the process is about to stop, and when (by the monotonic clock) somebody last asked if it is ready. */
  readonly leaving: { isLeaving: boolean; readinessAskedAt: number }
}
