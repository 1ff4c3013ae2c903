import { addSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/http/context.ts'

/** A certificate as it is on record: what a status answer rests on. */
export type Recorded = { hasCertificate: boolean; intendedAt: Date; revokedAt: Date | null; reason: number | null }
/** A look at the record, and when it was taken. */
export type Look = { at: Date; found: Recorded | null }

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

  /** A look that is at most two seconds old. */
  async function lookUp(serial: Uint8Array): Promise<Look> {
    const known = kept.get(hexOf(serial))
    const at = now()
    return known && known.at <= at && addSeconds(known.at, keptSeconds) > at ? known : lookUpNow(serial)
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
    const looks = new Map<string, Look>(hexes.map((hex) => [hex, { at, found: null }]))
    for (const row of rows) {
      const found = {
        hasCertificate: Boolean(row.has_certificate),
        intendedAt: row.intended_at,
        revokedAt: row.revoked_at,
        reason: row.revocation_reason,
      }
      const look = { at, found }
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

const hexOf = (serial: Uint8Array) => Buffer.from(serial.buffer, serial.byteOffset, serial.byteLength).toString('hex')

export type Statuses = ReturnType<typeof statusesOf>
