import { writeCrl } from '#pki/revocation/crl.ts'
import { certIdFor, issuerHashesOf, namesIssuer, readOcspRequest, type CertId, type IssuerHashes } from '#pki/revocation/ocspRequest.ts'
import { ocspError, writeOcspResponse, type CertStatus, type Responder } from '#pki/revocation/ocspResponse.ts'
import { reasonOf } from '#pki/revocation/reasons.ts'
import type { Issuing } from './issue.ts'
import type { Look, Statuses } from './statuses.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/http/context.ts'

const ocspSeconds = 3_600
const orphanSeconds = 60
/** Life of a list, by issuer: the root's is signed at ceremonies and yearly, the others' hourly and at each revocation. */
const crlSeconds = (id: string) => (id === 'root' ? 366 * 86_400 : 86_400)

export const hashesOf = (by: Issuing): IssuerHashes => issuerHashesOf(by.issuer.certificate!)

/** Status of a serial number as it is on record. What was never given out is never "good"; what was given out is never "unknown". */
function statusIn({ found, at }: Look): CertStatus {
  if (!found) return { status: 'unknown' }
  if (found.revokedAt) return { status: 'revoked', at: found.revokedAt, reason: reasonOf(found.reason ?? 0) }
  if (found.hasCertificate || addSeconds(found.intendedAt, orphanSeconds) > at) return { status: 'good' }
  return { status: 'revoked', at: found.intendedAt, reason: 'unspecified' } // intended, never finished: recovery has yet to note it
}

/** Answers an OCSP request (RFC 6960) about one issuer's certificates, freshly signed. */
export async function answerOcsp(
  statuses: Statuses,
  now: () => Date,
  hashes: IssuerHashes,
  responder: Responder,
  request: Uint8Array,
): Promise<Uint8Array> {
  let read: ReturnType<typeof readOcspRequest>
  try {
    read = readOcspRequest(request)
  } catch {
    return ocspError('malformedRequest')
  }
  if (!read.ids.every((id) => namesIssuer(id, hashes))) return ocspError('unauthorized')
  const looks = await Promise.all(read.ids.map(({ serial }) => statuses.lookUp(serial)))
  const answers = read.ids.map((id, i) => single(id, looks[i]!))
  return writeOcspResponse(responder, now(), answers, read.nonce)
}

const single = (id: CertId, look: Look) => ({
  id,
  status: statusIn(look),
  thisUpdate: look.at,
  nextUpdate: addSeconds(look.at, ocspSeconds),
})

/** The answer that a signature embeds about its own certificate. */
export async function ocspFor(
  statuses: Statuses,
  now: () => Date,
  hashes: IssuerHashes,
  responder: Responder,
  serial: Uint8Array,
): Promise<Uint8Array> {
  const answer = single(certIdFor(hashes, serial), await statuses.lookUpNow(serial))
  return writeOcspResponse(responder, now(), [answer])
}

/** Signs an issuer's next list and puts it on record. */
export async function renewCrl(db: Queryable, now: Date, by: Issuing): Promise<Uint8Array> {
  const [last, revoked] = await Promise.all([
    db.selectFrom('crl').select('number').where('issuer_id', '=', by.id).orderBy('number', 'desc').limit(1).executeTakeFirst(),
    db
      .selectFrom('certificate')
      .select(['serial_number', 'revoked_at', 'revocation_reason'])
      .where('issuer_id', '=', by.id)
      .where('revoked_at', 'is not', null)
      .where((e) => e.or([e('not_after', '>', now), e('not_after', 'is', null)]))
      .orderBy('serial_number')
      .execute(),
  ])
  const number = (last?.number ?? 0) + 1
  const nextUpdate = addSeconds(now, crlSeconds(by.id))
  const entries = revoked.map((row) => ({ serial: row.serial_number, at: row.revoked_at!, reason: reasonOf(row.revocation_reason ?? 0) }))
  const crl = writeCrl({ issuer: by.issuer.certificate!, number: BigInt(number), thisUpdate: now, nextUpdate, revoked: entries }, by.signer)
  await db
    .insertInto('crl')
    .values({ issuer_id: by.id, number, crl: Buffer.from(crl), this_update: now, next_update: nextUpdate })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return crl
}

/** The list in force, or a new one where the last is older than `maxAgeSeconds`. */
export async function currentCrl(db: Queryable, now: Date, by: Issuing, maxAgeSeconds: number): Promise<Uint8Array> {
  const last = await db
    .selectFrom('crl')
    .select(['crl', 'this_update', 'next_update'])
    .where('issuer_id', '=', by.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const isFresh = last && addSeconds(last.this_update, maxAgeSeconds) > now && last.next_update > now
  return isFresh ? last.crl : renewCrl(db, now, by)
}

/** Revokes, once; the first reason stays. */
export async function revoke(db: Queryable, now: Date, serial: Uint8Array, reasonCode: number): Promise<boolean> {
  const row = await db
    .updateTable('certificate')
    .set({ revoked_at: now, revocation_reason: reasonCode })
    .where('serial_number', '=', Buffer.from(serial))
    .where('revoked_at', 'is', null)
    .returning('serial_number')
    .executeTakeFirst()
  return row !== undefined
}

/** Serial numbers that were intended and never finished: revoked, so that a signature that may exist is worth nothing (C2). */
export async function revokeOrphans(db: Queryable, now: Date): Promise<number> {
  const rows = await db
    .updateTable('certificate')
    .set({ revoked_at: now, revocation_reason: 0 })
    .where('certificate', 'is', null)
    .where('revoked_at', 'is', null)
    .where('intended_at', '<', addSeconds(now, -orphanSeconds))
    .returning('serial_number')
    .execute()
  return rows.length
}
