import { generateKeyPairSync } from 'node:crypto'
import type { DscState, HolderReason, KeySource } from '#contract/certificateStates.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import type { App } from '#server/app.ts'
import type { PersonalClass } from '#server/ca/classes.ts'
import { carryOutIssue } from '#server/features/certificates/issue.ts'
import { type Acting, certificates } from '#server/features/certificates/states.ts'
import { systemActor } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { addOrder, addPayment } from './paymentHistory.ts'

type Application = {
  hoursAgo: number
  code: PersonalClass
  years: 1 | 2 | 3
  keySource: Exclude<KeySource, 'pkcs12'>
  /** Where it stands today. */
  state: Exclude<DscState, 'issued' | 'approved' | 'rejected' | 'expired'>
  payment?: PaymentStatus
  reason?: HolderReason
}

const applications: readonly Application[] = [
  { hoursAgo: 47, code: 'personalSigning', years: 1, keySource: 'csr', state: 'active' },
  { hoursAgo: 44, code: 'personalAuthentication', years: 1, keySource: 'csr', state: 'revoked', reason: 'superseded' },
  { hoursAgo: 41, code: 'personalSigning', years: 2, keySource: 'csr', state: 'revoked', reason: 'keyCompromise' },
  { hoursAgo: 38, code: 'personalSigning', years: 3, keySource: 'csr', state: 'active' },
  { hoursAgo: 35, code: 'personalAuthentication', years: 2, keySource: 'csr', state: 'active' },
  { hoursAgo: 30, code: 'personalSigningHigh', years: 1, keySource: 'keyStore', state: 'suspended' },
  { hoursAgo: 26, code: 'personalSigning', years: 1, keySource: 'csr', state: 'cancelled', payment: 'expired' },
  { hoursAgo: 22, code: 'personalSigningHigh', years: 2, keySource: 'keyStore', state: 'active' },
  { hoursAgo: 15, code: 'personalAuthentication', years: 1, keySource: 'csr', state: 'identityVerified' },
  { hoursAgo: 9, code: 'personalSigningHigh', years: 3, keySource: 'keyStore', state: 'paid' },
  { hoursAgo: 2, code: 'personalSigning', years: 2, keySource: 'csr', state: 'applied', payment: 'failed' },
]

/**
 * Gives a demonstration subscriber certificates in several states. What was applied for before is issued now: an authority that was
 * founded today certifies nothing for yesterday. @param firstPayment tells the references of their payments apart from others'
 */
export async function addCertificates(app: App, personId: number, firstPayment = 1_000): Promise<void> {
  for (const [i, one] of applications.entries()) await addCertificate(app, personId, one, firstPayment + i)
}

async function addCertificate(app: App, personId: number, one: Application, number: number): Promise<void> {
  if (app.leaving.isLeaving) throw new Error('the start was cut short')
  const at = addSeconds(app.clock.now(), -one.hoursAgo * 3_600)
  const id = await addApplication(app, personId, one, { at, number })
  if (one.state === 'applied' || one.state === 'paid') return
  if (one.state === 'cancelled') return step({ ...systemActor(app), now: addSeconds(at, 7_200) }, id, 'cancelled', 'person')
  const acting = systemActor(app)
  await step(acting, id, 'identityVerified', 'identity app')
  if (one.state === 'identityVerified') return
  await carryOutIssue(acting, await app.db.selectFrom('dsc').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
  if (one.state !== 'active') await end(app, id, one)
}

/** The application, and the payment that moves it on where there is one. */
async function addApplication(
  app: App,
  personId: number,
  { code, years, keySource, payment = 'paid' }: Application,
  { at, number }: { at: Date; number: number },
): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const offer = await tx
      .selectFrom('certificate_price')
      .innerJoin('certificate_class', 'certificate_class.id', 'certificate_price.class_id')
      .select(['pricing_id', 'class_id'])
      .where('code', '=', code)
      .where('years', '=', years)
      .executeTakeFirstOrThrow()
    const orderId = await addOrder(tx, { personId, kind: 'certificate', pricingId: offer.pricing_id, at })
    const row = await tx
      .insertInto('dsc')
      .values({
        public_id: newPublicId(),
        person_id: personId,
        order_id: orderId,
        class_id: offer.class_id,
        years,
        key_source: keySource,
        key_algorithm: 'P-256',
        public_key: keySource === 'csr' ? ownKey() : null,
        created_at: at,
      })
      .returning(['id', 'public_id', 'person_id', 'state'])
      .executeTakeFirstOrThrow()
    await certificates.begin(tx, { ...systemActor(app), now: at }, row, { cause: 'person' })
    await addPayment(tx, app, { orderId, status: payment, at, number })
    return row.id
  })
}

/** The public half of a key that nobody has: its holder is of the demonstration. */
const ownKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' })

const step = (acting: Acting, id: number, to: DscState, cause: string) =>
  acting.app.db.transaction().execute(async (tx) => certificates.move(tx, acting, await certificates.lock(tx, id), to, { cause }))

async function end(app: App, id: number, { state, reason = 'unspecified' }: Application): Promise<void> {
  const acting = systemActor(app)
  await app.db.transaction().execute(async (tx) => {
    const locked = await certificates.lock(tx, id)
    if (state === 'suspended') await app.authority.status.hold(tx, locked.serial_number!)
    else await app.authority.status.revoke(tx, locked.serial_number!, reason)
    await certificates.move(tx, acting, locked, state, {
      cause: 'holder',
      event: { reason: state === 'suspended' ? 'certificateHold' : reason },
    })
  })
}
