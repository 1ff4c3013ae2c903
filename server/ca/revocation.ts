import { sql } from 'kysely'
import { writeCrl } from '#pki/revocation/crl.ts'
import { certIdFor, issuerHashesOf, namesIssuer, readOcspRequest, type IssuerHashes } from '#pki/revocation/ocspRequest.ts'
import { ocspError, writeOcspResponse, type Responder } from '#pki/revocation/ocspResponse.ts'
import { reasonCodes, reasonOf, type RevocationReason } from '#pki/revocation/reasons.ts'
import type { Issuing } from './issuing.ts'
import { orphanSeconds, type Look, type Statuses } from './statuses.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Db, Queryable } from '#server/platform/db/db.ts'
import { lockKey } from '#server/platform/db/lockKey.ts'

/** Life of a list, and the age at which the next is made though nothing changed, by issuer. */
const crlSeconds = (id: string) => (id === 'root' ? 366 * 86_400 : 86_400)
const renewedAfterSeconds = (id: string) => (id === 'root' ? 180 * 86_400 : 3_600)

export const hashesOf = (by: Issuing): IssuerHashes => issuerHashesOf(by.issuer.certificate!)

/** Answers an OCSP request (RFC 6960) about one issuer's certificates, freshly signed: at once where all it asks for was just looked up. */
export function answerOcsp(
  statuses: Statuses,
  now: () => Date,
  hashes: IssuerHashes,
  responder: Responder,
  request: Uint8Array,
): Uint8Array | Promise<Uint8Array> {
  let read: ReturnType<typeof readOcspRequest>
  try {
    read = readOcspRequest(request)
  } catch {
    return ocspError('malformedRequest')
  }
  const { ids, nonce } = read
  if (!ids.every((id) => namesIssuer(id, hashes))) return ocspError('unauthorized')
  const looks = ids.map(({ serial }) => statuses.lookUp(serial))
  const sign = (taken: readonly Look[]) => {
    const answers = ids.map((id, i) => ({ id, statement: taken[i]!.statement }))
    return writeOcspResponse(responder, now(), answers, nonce)
  }
  return looks.every(isTaken) ? sign(looks) : Promise.all(looks.map(async (look) => look)).then(sign)
}

const isTaken = (look: Look | Promise<Look>): look is Look => !(look instanceof Promise)

/** The answer that a signature embeds about its own certificate. */
export async function ocspFor(
  statuses: Statuses,
  now: () => Date,
  hashes: IssuerHashes,
  responder: Responder,
  serial: Uint8Array,
): Promise<Uint8Array> {
  const { statement } = await statuses.lookUpNow(serial)
  return writeOcspResponse(responder, now(), [{ id: certIdFor(hashes, serial), statement }])
}

/** A certificate revocation list, DER. */
type List = { crl: Uint8Array; thisUpdate: Date }

/**
 * The list in force, or the issuer's next, where the last is old or some status changed since, by whomever. Of many who find none, one makes the
 * next and the others get that: its addresses stand in certificates, and all who keep it come back in the same hour.
 */
export async function currentCrl(db: Db, now: Date, by: Issuing): Promise<List> {
  const inForce = await crlInForce(db, now, by.id)
  if (inForce) return inForce
  return db.transaction().execute(async (tx) => {
    await lockKey(tx, `crl|${by.id}`) // numbers only grow, one writer at a time
    return (await crlInForce(tx, now, by.id)) ?? writeNextCrl(tx, now, by)
  })
}

/**
 * The last list, unless it is old or some status changed since. List and marks are read at one moment: between two, somebody else may make the
 * next list and clear the marks.
 */
async function crlInForce(db: Queryable, now: Date, issuerId: string): Promise<List | null> {
  const last = await db
    .selectFrom('crl')
    .select((e) => ['crl', 'this_update', 'next_update', e.exists(unlistedOf(db, issuerId)).as('is_behind')])
    .where('issuer_id', '=', issuerId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isFresh = last && addSeconds(last.this_update, renewedAfterSeconds(issuerId)) > now && last.next_update > now
  return isFresh && !last.is_behind ? { crl: last.crl, thisUpdate: last.this_update } : null
}

/**
 * Signs an issuer's next list and puts it on record, under its lock. The marks of what no list says yet are cleared before the rows are read: a
 * change that commits later keeps its mark, and the next sweep lists it. What is revoked stays until one list was made after its validity,
 * however short that was (RFC 5280 §3.3).
 */
async function writeNextCrl(tx: Queryable, now: Date, by: Issuing): Promise<List> {
  const unlisted = await tx
    .updateTable('certificate')
    .set({ crl_pending: false })
    .where('issuer_id', '=', by.id)
    .where('crl_pending', '=', true)
    .returning('serial_number')
    .execute()
  const last = await tx
    .selectFrom('crl')
    .select(['number', 'this_update'])
    .where('issuer_id', '=', by.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const revoked = await tx
    .selectFrom('certificate')
    .select(['serial_number', 'revoked_at', 'revocation_reason'])
    .where('issuer_id', '=', by.id)
    .where('revoked_at', 'is not', null)
    .where((e) =>
      e.or([
        e('not_after', 'is', null),
        e('not_after', '>=', last?.this_update ?? new Date(0)),
        e('serial_number', '=', e.fn.any(e.val(unlisted.map((row) => row.serial_number)))),
      ]),
    )
    .orderBy('serial_number')
    .execute()
  const number = (last?.number ?? 0) + 1
  const nextUpdate = addSeconds(now, crlSeconds(by.id))
  const entries = revoked.map((row) => ({ serial: row.serial_number, at: row.revoked_at!, reason: reasonOf(row.revocation_reason ?? 0) }))
  const crl = writeCrl({ issuer: by.issuer.certificate!, number: BigInt(number), thisUpdate: now, nextUpdate, revoked: entries }, by.signer)
  await tx
    .insertInto('crl')
    .values({ issuer_id: by.id, number, crl: Buffer.from(crl), this_update: now, next_update: nextUpdate })
    .execute()
  return { crl, thisUpdate: now }
}

/** A literal: the index of what is unlisted is no plan's for a parameter. */
const unlistedOf = (db: Queryable, issuerId: string) =>
  db.selectFrom('certificate').select('serial_number').where('issuer_id', '=', issuerId).where('crl_pending', '=', sql.lit(true)).limit(1)

/** Whether some certificate's status changed and no list says so yet. */
export const isCrlBehind = async (db: Queryable, issuerId: string): Promise<boolean> =>
  (await unlistedOf(db, issuerId).executeTakeFirst()) !== undefined

/** A certificate on hold may be taken off it, or revoked; what is revoked stays so. The code of RFC 5280 §5.3.1 that is on record. */
export const onHold = reasonCodes.certificateHold

/**
 * Revokes, once; the first reason stays. One on hold is revoked from the moment of the hold: nobody could rely on it since. Lists follow
 * with `renewCrl`, here or by the sweep.
 */
export async function revoke(db: Queryable, now: Date, serial: Uint8Array, reason: RevocationReason): Promise<boolean> {
  const row = await db
    .updateTable('certificate')
    .set((e) => ({ revoked_at: e.fn.coalesce('revoked_at', e.val(now)), revocation_reason: reasonCodes[reason], crl_pending: true }))
    .where('serial_number', '=', Buffer.from(serial))
    .where((e) => e.or([e('revoked_at', 'is', null), e('revocation_reason', '=', onHold)]))
    .returning('serial_number')
    .executeTakeFirst()
  return row !== undefined
}

/** Puts a certificate on hold (RFC 5280 §5.3.1, certificateHold). @returns false where it is revoked or on hold already */
export async function hold(db: Queryable, now: Date, serial: Uint8Array): Promise<boolean> {
  const row = await db
    .updateTable('certificate')
    .set({ revoked_at: now, revocation_reason: onHold, crl_pending: true })
    .where('serial_number', '=', Buffer.from(serial))
    .where('revoked_at', 'is', null)
    .returning('serial_number')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes a certificate off hold: the next whole list no longer has it (removeFromCRL is for deltas). @returns false where it is not on hold */
export async function release(db: Queryable, serial: Uint8Array): Promise<boolean> {
  const row = await db
    .updateTable('certificate')
    .set({ revoked_at: null, revocation_reason: null, crl_pending: true })
    .where('serial_number', '=', Buffer.from(serial))
    .where('revocation_reason', '=', onHold)
    .returning('serial_number')
    .executeTakeFirst()
  return row !== undefined
}

/** Serial numbers that were intended and never finished: revoked, so that a signature that may exist is worth nothing (C2). */
export async function revokeOrphans(db: Queryable, now: Date): Promise<number> {
  const rows = await db
    .updateTable('certificate')
    .set({ revoked_at: now, revocation_reason: 0, crl_pending: true })
    .where('certificate', 'is', null)
    .where('revoked_at', 'is', null)
    .where('intended_at', '<', addSeconds(now, -orphanSeconds))
    .returning('serial_number')
    .execute()
  return rows.length
}
