import { statementOf, type CertStatus } from '#pki/revocation/ocspResponse.ts'
import { reasonOf } from '#pki/revocation/reasons.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/db.ts'

/** A certificate as it is on record: what a status answer rests on. */
type Recorded = { hasCertificate: boolean; intendedAt: Date; revokedAt: Date | null; reason: number | null }
/** A look at the record: when it was taken, and what every answer that rests on it says. */
export type Look = { at: Date; statement: Uint8Array }

const ocspSeconds = 3_600
/** What was intended and is not finished by then is no certificate. */
export const orphanSeconds = 60
const keptSeconds = 2
const mostKept = 10_000
const mostAtOnce = 500

/**
 * Looks serial numbers of one issuer up for status answers. Those asked for in one turn of the event loop share a query, and a finished
 * certificate's look serves for two seconds: far below the ten that an answer may lag behind the record (C5), and the answer's
 * thisUpdate says when the look was taken. What is not on record, or not finished, is looked up every time.
 */
export function statusesOf(db: Queryable, issuerId: string, now: () => Date) {
  const kept = new Map<string, Look>()
  let waiting = new Map<string, ((look: Promise<Look>) => void)[]>()

  /** A look that is at most two seconds old: at once where there is one. */
  function lookUp(serial: Uint8Array): Look | Promise<Look> {
    const known = kept.get(hexOf(serial))
    const at = now()
    const age = known ? at.getTime() - known.at.getTime() : -1
    return known && age >= 0 && age < keptSeconds * 1000 ? known : lookUpNow(serial)
  }

  /** A look taken after this call: for an answer that must be younger than what it speaks for. */
  function lookUpNow(serial: Uint8Array): Promise<Look> {
    const hex = hexOf(serial)
    return new Promise((done) => {
      if (waiting.size === 0) setImmediate(lookUpWaiting)
      const others = waiting.get(hex)
      if (others) others.push(done)
      else waiting.set(hex, [done])
      if (waiting.size === mostAtOnce) lookUpWaiting()
    })
  }

  function lookUpWaiting(): void {
    const asked = waiting
    if (asked.size === 0) return
    waiting = new Map()
    const looks = query([...asked.keys()])
    for (const [hex, those] of asked) for (const done of those) done(looks.then((all) => all.get(hex)!))
  }

  async function query(hexes: string[]): Promise<Map<string, Look>> {
    const at = now() // before the query: what changes while it runs is not claimed to have been seen
    const rows = await db
      .selectFrom('certificate')
      .select((e) => [
        'serial_number',
        e('certificate', 'is not', null).as('has_certificate'),
        'intended_at',
        'revoked_at',
        'revocation_reason',
      ])
      .where('serial_number', '=', (e) => e.fn.any(e.val(hexes.map((hex) => Buffer.from(hex, 'hex')))))
      .where('issuer_id', '=', issuerId)
      .execute()
    const looks = new Map(hexes.map((hex) => [hex, lookAt(null, at)]))
    for (const row of rows) {
      const found = {
        hasCertificate: Boolean(row.has_certificate),
        intendedAt: row.intended_at,
        revokedAt: row.revoked_at,
        reason: row.revocation_reason,
      }
      const look = lookAt(found, at)
      looks.set(hexOf(row.serial_number), look)
      if (found.hasCertificate) keep(hexOf(row.serial_number), look)
    }
    return looks
  }

  function keep(hex: string, look: Look): void {
    if (kept.size >= mostKept) kept.clear()
    kept.set(hex, look)
  }

  return {
    lookUp,
    lookUpNow,
    /** Forgets what is kept, where this process itself changed the record. */
    forget: () => kept.clear(),
  }
}

const lookAt = (found: Recorded | null, at: Date): Look => ({
  at,
  statement: statementOf(statusAt(found, at), at, addSeconds(at, ocspSeconds)),
})

/** Status of a serial number as it is on record. What was never given out is never "good"; what was given out is never "unknown". */
function statusAt(found: Recorded | null, at: Date): CertStatus {
  if (!found) return { status: 'unknown' }
  if (found.revokedAt) return { status: 'revoked', at: found.revokedAt, reason: reasonOf(found.reason ?? 0) }
  if (found.hasCertificate || addSeconds(found.intendedAt, orphanSeconds) > at) return { status: 'good' }
  return { status: 'revoked', at: found.intendedAt, reason: 'unspecified' } // intended, never finished: recovery has yet to note it
}

const hexOf = (serial: Uint8Array) => Buffer.from(serial.buffer, serial.byteOffset, serial.byteLength).toString('hex')

export type Statuses = ReturnType<typeof statusesOf>
