import type { ProviderReason } from '#contract/certificateStates.ts'
import { hold, onHold, release, revoke } from '#server/ca/revocation.ts'
import { type Actor, audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { tellHolder, tellOfSigningCertificate, type Telling } from './news.ts'
import { certificates } from './states.ts'

/** What the provider does with the certificate of a subscriber or of an organisation's seal; a revocation has a reason of RFC 5280 §5.3.1. */
export type ProviderChange = { action: 'suspend' } | { action: 'resume' } | { action: 'revoke'; reason: ProviderReason }

/** Why nothing was changed: there is no such certificate, it is the authority's own or made for one signing, or its state forbids it. */
export type NotChanged = 'unknown' | 'authority' | 'oneSigning' | 'expired' | 'active' | 'suspended' | 'revoked'

type Facts = NonNullable<NonNullable<Parameters<typeof audit>[3]>['facts']>

/**
 * Changes the status of such a certificate on the provider's behalf: the record, its events, the trail and what its holder is told, in
 * one transaction. Status answers tell it within seconds, and the next list that anybody fetches has it. One that was made for a single signing
 * can only be revoked: nobody would sign with it again.
 * @param facts who answers for it, and why, for the trail
 * @returns null where it is done
 */
export async function changeByProvider(
  tx: Tx,
  acting: Telling,
  serial: Buffer,
  change: ProviderChange,
  facts: Facts,
): Promise<NotChanged | null> {
  const certificate = await tx
    .selectFrom('certificate')
    .select(['person_id', 'organisation_id', 'not_after', 'revoked_at', 'revocation_reason', 'transaction_id', 'certificate'])
    .where('serial_number', '=', serial)
    .forUpdate()
    .executeTakeFirst()
  if (!certificate?.certificate) return 'unknown'
  const { person_id: personId, organisation_id: organisationId, not_after: validTo, transaction_id: transactionId } = certificate
  if (personId === null && organisationId === null) return 'authority'
  if (validTo! < acting.now) return 'expired'
  if (transactionId !== null && change.action !== 'revoke') return 'oneSigning'
  if (!(await record(tx, acting, serial, change))) return statusOf(certificate)
  await audit(tx, acting, `certificate.operator.${change.action}`, {
    subject: serial.toString('hex'),
    personId: personId ?? undefined,
    facts: {
      ...facts,
      ...(organisationId !== null && { organisation: organisationId }),
      ...(change.action === 'revoke' && { reason: change.reason }),
    },
  })
  const dsc = await tx.selectFrom('dsc').select('id').where('serial_number', '=', serial).executeTakeFirst()
  if (dsc) await follow(tx, acting, dsc.id, change)
  else await tellOfSigningCertificate(tx, acting, { personId: personId!, serial, validTo: validTo! })
  return null
}

function record(tx: Tx, { now }: Actor, serial: Buffer, change: ProviderChange): Promise<boolean> {
  if (change.action === 'suspend') return hold(tx, now, serial)
  return change.action === 'resume' ? release(tx, serial) : revoke(tx, now, serial, change.reason)
}

/** What its holder sees of it goes the same way. */
async function follow(tx: Tx, acting: Telling, id: number, change: ProviderChange): Promise<void> {
  const locked = await certificates.lock(tx, id)
  const cause = 'operator'
  switch (change.action) {
    case 'suspend':
      await certificates.move(tx, acting, locked, 'suspended', { cause, event: { reason: 'certificateHold' } })
      return tellHolder(tx, acting, id, 'suspendedByProvider')
    case 'resume':
      await certificates.move(tx, acting, locked, 'active', { cause })
      return tellHolder(tx, acting, id, 'resumedByProvider')
    case 'revoke':
      await certificates.move(tx, acting, locked, 'revoked', {
        cause,
        event: { reason: change.reason },
        set: { pkcs12_sealed: null, pkcs12_until: null },
      })
      return tellHolder(tx, acting, id, 'revoked')
  }
}

const statusOf = ({ revoked_at, revocation_reason }: { revoked_at: Date | null; revocation_reason: number | null }) =>
  revoked_at === null ? 'active' : revocation_reason === onHold ? 'suspended' : 'revoked'
