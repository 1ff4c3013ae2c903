import { certificateRefusal } from '#contract/certificateStates.ts'
import type { App } from '#server/app.ts'
import { factsOf } from '#server/features/certificates/refusals.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { subjectOf, type SubjectPerson } from '#server/signing/personSubject.ts'
import { newSignatureKey } from '#server/signing/signDocument.ts'
import type { Transaction } from './states.ts'

/** What a signing is made with: a key, its certificate and those above it, DER. */
export type Credential = { signer: ReturnType<typeof newSignatureKey>; certificate: Uint8Array; chain: readonly Uint8Array[] }

/** The signer's own certificate may not sign any more: nothing is handed out. */
export class CredentialRefused extends Error {
  override name = 'CredentialRefused'
}

/**
 * The certificate that the person chose, held in its state to the end of the database transaction: nobody suspends or revokes it meanwhile.
 * @returns its serial number, or why it may not sign; null where a certificate is made for the signing alone
 */
export async function holdCredential(
  tx: Queryable,
  { dsc_id, person_id }: Pick<Transaction, 'dsc_id' | 'person_id'>,
  now: Date,
): Promise<{ serial: Buffer | null; refusal: string | null }> {
  if (dsc_id === null) return { serial: null, refusal: null }
  const row = await tx.selectFrom('dsc').selectAll().where('id', '=', dsc_id).forShare().executeTakeFirstOrThrow()
  if (row.person_id !== person_id || row.organisation_id !== null) return { serial: null, refusal: 'foreign' }
  const refusal = certificateRefusal('sign', await factsOf(tx, row), now)
  return { serial: row.serial_number, refusal: refusal }
}

/** @throws CredentialRefused where the person's own certificate may not sign */
export async function openCredential(app: App, transaction: Transaction, signer: SubjectPerson): Promise<Credential> {
  if (transaction.dsc_id === null) return makeCredential(app, transaction, signer)
  const { serial, refusal } = await holdCredential(app.db, transaction, app.clock.now())
  if (refusal) throw new CredentialRefused(refusal)
  const { certificate } = await app.db
    .selectFrom('certificate')
    .select('certificate')
    .where('serial_number', '=', serial)
    .$narrowType<{ certificate: Buffer }>()
    .executeTakeFirstOrThrow()
  return { signer: await app.authority.personal.signerOf(transaction.dsc_id), certificate, chain: app.authority.chainOf('people') }
}

/** A key and a short-lived certificate for this signing alone. */
async function makeCredential(app: App, { id }: Transaction, person: SubjectPerson): Promise<Credential> {
  const signer = newSignatureKey()
  const subject = subjectOf(person, app.secrets.challenges)
  const issued = await app.authority.issueForSignature({ subject, publicKey: signer.publicKey, personId: person.id, transactionId: id })
  return { signer, ...issued }
}
