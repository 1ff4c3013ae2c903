import { createECDH, generateKeyPairSync, hash, randomBytes, verify } from 'node:crypto'
import { lintSigner } from '#pki/profiles/lintSigner.ts'
import { assemble, prepare, PreparationError } from '#pki/profiles/prepare.ts'
import type { SignatureAlgorithm, Signer } from '#pki/signer.ts'
import { digestOf, publicKeyOf } from '#pki/x509/algorithms.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { NameError, type Name } from '#pki/x509/names.ts'
import { serialFrom } from '#pki/x509/serial.ts'
import { signerOf } from '#server/adapters/keys/signerOf.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Pinned } from './classes.ts'
import type { Issuing } from './issuing.ts'
import { revoke } from './revocation.ts'

export type Order = {
  readonly pinned: Pinned
  readonly subject: Name
  /** The subject's own, where the profile names one. */
  readonly emailAddress?: string
  /** DER of the SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array
  readonly notBefore: Date
  readonly validitySeconds: number
  readonly personId?: number
  readonly organisationId?: number
  readonly transactionId?: number
  /** The application that it is for: one that has a certificate already gets no second one. */
  readonly dscId?: number
}

/** A certificate could not be made; nothing was signed. */
export class IssuanceRefused extends Error {
  override name = 'IssuanceRefused'
}

/** The public key stands in another certificate already, or is blocked. */
export class KeyInUse extends IssuanceRefused {
  override name = 'KeyInUse'
}

const serialPrefix = new Uint8Array([0x5a]) // the unit of this product: positive, and one length for all

/**
 * Issues one certificate. Each step is on record before the next begins, so that whatever a crash leaves behind can be told:
 * a serial number without a certificate is one that recovery revokes.
 */
export async function issue(db: Queryable, now: () => Date, by: Issuing, order: Order): Promise<Uint8Array> {
  const { profile } = order.pinned
  // 1. The serial number is on record, and unique, before anything carries it.
  const serial = serialFrom(serialPrefix, randomBytes(16))
  const row = {
    serial_number: Buffer.from(serial),
    issuer_id: by.id,
    profile: profile.name,
    profile_hash: order.pinned.hash,
    intended_at: now(),
  }
  await db
    .insertInto('certificate')
    .values({
      ...row,
      person_id: order.personId ?? null,
      organisation_id: order.organisationId ?? null,
      transaction_id: order.transactionId ?? null,
      dsc_id: order.dscId ?? null,
      public_key_sha256: hash('sha256', order.publicKey, 'buffer'),
    })
    .execute()
  // 2. The contents are written and linted on a copy that a throw-away key signs.
  const prepared = await prepareOrRefuse(db, now, by, order, serial)
  // 3. What will be signed is on record.
  await db
    .updateTable('certificate')
    .set({ tbs: Buffer.from(prepared.tbs) })
    .where('serial_number', '=', row.serial_number)
    .execute()
  // 4. The one use of the key; `assemble` takes what was prepared, once, and compares it byte for byte.
  const tbs = prepared.tbs
  const signature = by.signer.sign(tbs)
  const certificate = assemble(prepared, signature)
  // 5. A signature that does not verify never leaves.
  const key = publicKeyOf(by.signer.publicKey)
  if (!key || !verify(digestOf(by.signer.algorithm), tbs, key, signature)) throw new Error(`the key ${by.id} signed something else`)
  // 6. The certificate is on record before anybody has it.
  const { notBefore, notAfter } = readCertificate(certificate)
  const kept = await db
    .updateTable('certificate')
    .set({ certificate: Buffer.from(certificate), issued_at: now(), not_before: notBefore, not_after: notAfter })
    .where('serial_number', '=', row.serial_number)
    .where('revoked_at', 'is', null) // where this took so long that recovery gave it up, nobody gets a certificate that is revoked
    .returning('serial_number')
    .executeTakeFirst()
  if (!kept) throw new Error('the intent was given up before it was a certificate')
  return certificate
}

/**
 * A person's own key stands in one certificate. Looked at after the intent is on record, so that two that come at once see each other.
 * An intent of the same application that came to nothing is no use of the key.
 */
async function refuseKeyInUse(db: Queryable, { dscId, publicKey }: Order, serial: Uint8Array): Promise<void> {
  if (dscId === undefined) return
  const other = await db
    .selectFrom('certificate')
    .select('serial_number')
    .where('public_key_sha256', '=', hash('sha256', publicKey, 'buffer'))
    .where('serial_number', '<>', Buffer.from(serial))
    .where((e) => e.or([e('dsc_id', 'is distinct from', dscId), e('certificate', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  if (other) throw new KeyInUse('the key stands in another certificate')
  // Days may lie between an application and its certificate.
  if (await isBlocked(db, publicKey)) throw new KeyInUse('the key is blocked')
}

/** Whether a key is known to be in other hands than its holder's. */
export async function isBlocked(db: Queryable, publicKey: Uint8Array): Promise<boolean> {
  const sha256 = hash('sha256', publicKey, 'buffer')
  return (await db.selectFrom('blocked_key').select('reason').where('public_key_sha256', '=', sha256).executeTakeFirst()) !== undefined
}

/** A refused intent is given up at once, so that the next try, with another key perhaps, need not wait for recovery to do it. */
async function prepareOrRefuse(db: Queryable, now: () => Date, by: Issuing, order: Order, serial: Uint8Array) {
  try {
    await refuseKeyInUse(db, order, serial)
    return prepareContents(by, order, serial)
  } catch (error) {
    if (error instanceof IssuanceRefused) await revoke(db, now(), serial, 'unspecified')
    throw error
  }
}

function prepareContents(by: Issuing, order: Order, serial: Uint8Array) {
  try {
    const { subject, emailAddress, publicKey, notBefore, validitySeconds, pinned } = order
    return prepare(
      pinned.profile,
      { profileHash: pinned.hash, issuer: by.issuer, serial, notBefore, validitySeconds, subject, emailAddress, publicKey },
      lintKeyFor(by.signer.algorithm),
    )
  } catch (error) {
    if (error instanceof PreparationError || error instanceof NameError) throw new IssuanceRefused(error.message, { cause: error })
    throw error
  }
}

/** The authorities' algorithms and a throw-away key of each: the root's is used a few times in its life, the other for every certificate. */
const lintKeys = new Map<SignatureAlgorithm, Signer>()
const makeLintKey = {
  'ecdsa-with-SHA256'() {
    const key = createECDH('prime256v1')
    key.generateKeys()
    return lintSigner(Buffer.concat([Buffer.alloc(32), key.getPrivateKey()]).subarray(-32))
  },
  'ecdsa-with-SHA384': () => signerOf(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey),
  sha256WithRSAEncryption: () => signerOf(generateKeyPairSync('rsa', { modulusLength: 3072 }).privateKey),
} satisfies Record<SignatureAlgorithm, () => Signer>

function lintKeyFor(algorithm: SignatureAlgorithm): Signer {
  let key = lintKeys.get(algorithm)
  if (!key) lintKeys.set(algorithm, (key = makeLintKey[algorithm]()))
  return key
}
