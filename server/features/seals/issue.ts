/** An approved order becomes a seal: its certificate is issued, and it takes the place of the one before together with its picture. */
import type { MadeKeyKind } from '#contract/certificateStates.ts'
import { summarize } from '#server/ca/describeCertificate.ts'
import { certificateOf } from '#server/features/certificates/issue.ts'
import { destroyKeys } from '#server/features/certificates/keys.ts'
import { tellHolder } from '#server/features/certificates/news.ts'
import { type Acting, type Certificate, certificates } from '#server/features/certificates/states.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Name } from '#server/signing/organisationSubject.ts'
import { lockSeal, sealInForce } from './rows.ts'

/** Longer than making an RSA key takes. */
const leaseSeconds = 60

/** Issues an approved order once, however many ask for it at a time; what an earlier try left is gone on with. */
export async function issueSeal(acting: Acting, id: number): Promise<void> {
  const { app } = acting
  const leased = await app.db
    .updateTable('dsc')
    .set({ leased_until: addSeconds(acting.now, leaseSeconds) })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    // What was approved before its organisation was suspended waits until it is active again.
    .where((e) =>
      e.exists(
        e.selectFrom('organisation as o').select('o.id').whereRef('o.id', '=', 'dsc.organisation_id').where('o.status', '=', 'active'),
      ),
    )
    .where((e) => e.or([e('leased_until', 'is', null), e('leased_until', '<=', acting.now)]))
    .returningAll()
    .executeTakeFirst()
  if (!leased) return
  try {
    if (!(await certificateOf(app, id))) await makeCertificate(acting, leased)
    await takeEffect(acting, leased)
  } catch (error) {
    await app.db.updateTable('dsc').set({ leased_until: null }).where('id', '=', id).execute()
    throw error
  }
}

/** With a key that is made now and on record before any certificate speaks of it, and the subject that was approved. */
async function makeCertificate({ app, now }: Acting, { id, organisation_id, class_id, key_algorithm, subject, years }: Certificate) {
  const publicKey = await app.authority.seals.makeKey(id, key_algorithm as MadeKeyKind)
  await app.db.updateTable('dsc').set({ public_key: publicKey }).where('id', '=', id).execute()
  const { code } = await app.db.selectFrom('certificate_class').select('code').where('id', '=', class_id).executeTakeFirstOrThrow()
  const order = { code, subject: subject as Name, publicKey, organisationId: organisation_id!, dscId: id, at: now, years }
  await app.authority.seals.issue(order)
}

/** The old seal ends and the new one begins in one transaction: nobody ever finds two of them, or none. */
async function takeEffect(acting: Acting, order: Certificate): Promise<void> {
  const { app } = acting
  const der = (await certificateOf(app, order.id))!
  const { serial, serialDecimal, issuedBy, issuedTo, keyUsage } = summarize(der)
  const replaced = await app.db.transaction().execute(async (tx) => {
    const locked = await lockSeal(tx, order)
    if (locked.state !== 'approved') {
      // Its money went back while the certificate was made.
      if (locked.serial_number === null) await app.authority.status.revoke(tx, serial, 'cessationOfOperation')
      return null
    }
    const old = await endEarlier(tx, acting, order.organisation_id!)
    const facts = {
      serial_number: serial,
      serial_decimal: serialDecimal,
      issued_by: issuedBy,
      issued_to: issuedTo,
      key_usage: keyUsage,
    }
    await certificates.move(tx, acting, locked, 'issued', { cause: 'issued', set: facts })
    await certificates.move(tx, acting, { ...locked, state: 'issued' }, 'active', { cause: 'issued', set: { leased_until: null } })
    await tellHolder(tx, acting, order.id, 'issued')
    return old
  })
  // On record already: were one of these to fail, the sweeps would do it.
  await app.authority.publish('seals').catch((cause: unknown) => app.log.error({ cause }, 'revocation list'))
  if (replaced) await destroyKeys(app, replaced).catch((cause: unknown) => app.log.error({ cause }, 'key not destroyed'))
}

/** @returns the public id of the seal that was in force */
async function endEarlier(tx: Tx, acting: Acting, organisationId: number): Promise<string | null> {
  const found = await sealInForce(tx, organisationId)
  if (!found) return null
  const old = await certificates.lock(tx, found.id)
  await acting.app.authority.status.revoke(tx, old.serial_number!, 'superseded')
  await certificates.move(tx, acting, old, 'revoked', { cause: 'replaced by the next seal', event: { reason: 'superseded' } })
  return old.public_id
}
