import * as calls from '#contract/certificates.ts'
import { certificateRefusal, type MadeKeyKind } from '#contract/certificateStates.ts'
import { summarize } from '#server/ca/describeCertificate.ts'
import { makeExportableKey, writeKeyFile, type Sealing } from '#server/ca/exportableKey.ts'
import { KeyInUse } from '#server/ca/issue.ts'
import type { App } from '#server/app.ts'
import { addDays, addSeconds } from '#server/platform/clock.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { subjectColumns, subjectOf } from '#server/signing/personSubject.ts'
import { readCertificateDetails } from './details.ts'
import { tellHolder } from './news.ts'
import { assertMay, assertNameable, factsOf } from './refusals.ts'
import { keyIsTaken, readRequest, refuseKeyInUse } from './requests.ts'
import { type Acting, type Certificate, certificates, ownCertificate } from './states.ts'

/** Longer than making an RSA key and a PKCS#12 file takes. */
const leaseSeconds = 60
const pkcs12Days = 1

export const issueCertificate = route(calls.issueCertificate, async (ctx, { encodedCertificateSlno, passphrase, csr }) => {
  const own = await ownCertificate(ctx, encodedCertificateSlno)
  await assertMay(ctx.db, 'issue', own, ctx.now)
  await assertNameable(ctx.db, ctx.caller.personId) // the register may have changed since they paid
  if (own.key_source === 'pkcs12') assertPassphrase(ctx, passphrase)
  const leased = await takeLease(ctx, own, csr)
  try {
    await carryOutIssue(ctx, leased, passphrase)
  } catch (error) {
    await ctx.db.updateTable('dsc').set({ leased_until: null }).where('id', '=', leased.id).execute()
    if (error instanceof KeyInUse) throw keyIsTaken(ctx, error)
    // An earlier try stopped half way: what it left is cleared within a minute or two.
    if ((error as { code?: string }).code === '23505') throw new Problem('STILL_RUNNING', { cause: error, retryAfterSeconds: 60 })
    throw error
  }
  return readCertificateDetails(ctx, encodedCertificateSlno)
})

const noPassphrase = {
  ar: 'اختر عبارة مرور لملف PKCS#12. لا نحتفظ بها، ولا يُفتح الملف بدونها.',
  en: 'Choose a passphrase for the PKCS#12 file. We do not keep it, and the file cannot be opened without it.',
}

function assertPassphrase({ language }: Ctx, passphrase: string | undefined): void {
  if (passphrase === undefined) throw new Problem('INVALID', { errors: [{ field: 'passphrase', message: noPassphrase[language] }] })
}

/** Takes the one turn to issue; a request brought along takes the place of the earlier one. @throws Problem WRONG_STATE, STILL_RUNNING, INVALID */
async function takeLease(ctx: Ctx<Caller>, { id, key_source }: Certificate, csr: string | undefined): Promise<Certificate> {
  const brought = csr === undefined || key_source !== 'csr' ? null : await readRequest(ctx, csr)
  return ctx.db.transaction().execute(async (tx) => {
    if (brought) await refuseKeyInUse(tx, ctx, brought, id)
    const locked = await certificates.lock(tx, id)
    await assertMay(tx, 'issue', locked, ctx.now)
    if (locked.leased_until && locked.leased_until > ctx.now) throw new Problem('STILL_RUNNING', { retryAfterSeconds: 5 })
    return tx
      .updateTable('dsc')
      .set({
        leased_until: addSeconds(ctx.now, leaseSeconds),
        ...(brought && { public_key: brought.publicKey, key_algorithm: brought.keyAlgorithm }),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** The certificate that was made for an application or for the order of a seal, if one was. */
export const certificateOf = async ({ db }: App, dscId: number): Promise<Buffer | null> =>
  (
    await db
      .selectFrom('certificate')
      .select('certificate')
      .where('dsc_id', '=', dscId)
      .where('certificate', 'is not', null)
      .executeTakeFirst()
  )?.certificate ?? null

/** Makes the certificate, unless an earlier try did, and hands it over. Whoever calls holds the application's lease. */
export async function carryOutIssue(acting: Acting, leased: Certificate, passphrase?: string): Promise<void> {
  if (!(await certificateOf(acting.app, leased.id))) await makeCertificate(acting, leased)
  await finishIssue(acting, leased.id, passphrase)
}

async function makeCertificate({ app, now }: Acting, leased: Certificate): Promise<void> {
  const publicKey = await keyOf(app, leased)
  const person = await app.db
    .selectFrom('person')
    .select([...subjectColumns, 'email'])
    .where('id', '=', leased.person_id)
    .executeTakeFirstOrThrow()
  const { code } = await app.db.selectFrom('certificate_class').select('code').where('id', '=', leased.class_id).executeTakeFirstOrThrow()
  await app.authority.personal.issue({
    code,
    subject: subjectOf(person, app.secrets.challenges),
    emailAddress: person.email,
    publicKey,
    personId: person.id,
    dscId: leased.id,
    at: now,
    years: leased.years,
  })
}

/** The public key to certify: of the person's own request, or of a key that is made now and on record before any certificate speaks of it. */
async function keyOf(app: App, { id, public_id, key_source, key_algorithm, public_key, key_sealed }: Certificate): Promise<Buffer> {
  if (key_source === 'csr' || (key_sealed && public_key)) return public_key!
  const kind = key_algorithm as MadeKeyKind
  const set =
    key_source === 'keyStore'
      ? { public_key: await app.authority.personal.makeKey(id, kind) }
      : await makeExportableKey(kind, sealingOf(app, public_id)).then(({ publicKey, sealed }) => ({
          public_key: publicKey,
          key_sealed: sealed,
        }))
  await app.db.updateTable('dsc').set(set).where('id', '=', id).execute()
  return set.public_key
}

/** Binds what is sealed to its certificate. */
export const sealingOf = ({ secrets }: App, publicId: string): Sealing => ({
  seal: (text) => secrets.seal(text, `certificate key ${publicId}`),
  open: (sealed) => secrets.open(sealed, `certificate key ${publicId}`),
})

/**
 * Hands over a certificate that is made: the application becomes it. Where the application ended meanwhile, the certificate is revoked.
 * @param passphrase of the PKCS#12 file, where there is to be one
 */
export async function finishIssue(acting: Acting, id: number, passphrase?: string): Promise<void> {
  const { app, now } = acting
  const der = (await certificateOf(app, id))!
  const { serial, serialDecimal, issuedBy, issuedTo, keyUsage } = summarize(der)
  const file = await keyFileOf(app, id, der, passphrase)
  const isHandedOver = await app.db.transaction().execute(async (tx) => {
    const locked = await certificates.lock(tx, id)
    if (certificateRefusal('issue', await factsOf(tx, locked), now)) {
      if (locked.serial_number === null) await app.authority.status.revoke(tx, serial, 'cessationOfOperation')
      return false
    }
    const facts = {
      serial_number: serial,
      serial_decimal: serialDecimal,
      issued_by: issuedBy,
      issued_to: issuedTo,
      key_usage: keyUsage,
    }
    await certificates.move(tx, acting, locked, 'issued', { cause: 'issued', set: facts })
    const kept = file && { pkcs12_sealed: file, pkcs12_until: addDays(now, pkcs12Days), key_sealed: null }
    await certificates.move(tx, acting, { ...locked, state: 'issued' }, 'active', { cause: 'issued', set: { ...kept, leased_until: null } })
    await tellHolder(tx, acting, id, 'issued')
    return true
  })
  if (!isHandedOver) throw new Problem('WRONG_STATE', { cause: 'the application ended while its certificate was made' })
}

async function keyFileOf(app: App, id: number, certificate: Uint8Array, passphrase: string | undefined): Promise<Buffer | null> {
  const row = await app.db.selectFrom('dsc').select(['public_id', 'key_sealed']).where('id', '=', id).executeTakeFirstOrThrow()
  if (!row.key_sealed || passphrase === undefined) return null
  const certificates = [certificate, ...app.authority.chainOf('people')]
  const friendlyName = `Tawqi ${summarize(certificate).issuedTo}`
  return writeKeyFile({ sealed: row.key_sealed, certificates, friendlyName, passphrase }, sealingOf(app, row.public_id))
}
