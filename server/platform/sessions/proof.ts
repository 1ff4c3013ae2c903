import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { z } from 'zod'
import { proofSkewSeconds } from '#contract/limits.ts'
import type { Queryable } from '../db/db.ts'
import type { RequestFacts } from '../http/context.ts'
import { Problem } from '../problems.ts'

/** What jose leaves to us: nothing else stands in the header, and no other place to take a key from. */
const Header = z.strictObject({ typ: z.string(), alg: z.string(), jwk: z.looseObject({}) })
const Claims = z.object({ jti: z.string().min(8).max(100), htm: z.string(), htu: z.string(), iat: z.int(), ath: z.string().optional() })

export type Proof = { thumbprint: string; id: string; expiresAt: Date }

/**
 * Reads the DPoP proof of a request (RFC 9449 §4.3): a JWT, signed by the key that it carries, about this very request. The address that it
 * names is compared with the configured one: what the request says of its host is whatever its sender, or a proxy, wrote there.
 * @returns the key's thumbprint (RFC 7638) and the proof's id, which the caller has to use up, or null without a header
 * @throws Problem PROOF_MISSING for a proof that proves nothing
 */
export async function readProof(facts: RequestFacts, method: string, accessToken?: string): Promise<Proof | null> {
  const jwt = facts.header('dpop')
  if (jwt === undefined) return null
  if (jwt.length > 2_000) throw refused('too long')
  const { payload, protectedHeader } = await jwtVerify(jwt, EmbeddedJWK, {
    typ: 'dpop+jwt',
    algorithms: ['ES256'],
    currentDate: facts.now,
    clockTolerance: proofSkewSeconds,
  }).catch((error: Error) => {
    throw refused(error.message)
  })
  const [header, claims] = [Header.safeParse(protectedHeader), Claims.safeParse(payload)]
  if (!header.success || !claims.success) throw refused('header or claims')
  const { htm, htu, iat, ath, jti } = claims.data
  const issuedAt = new Date(iat * 1000)
  if (htm !== method) throw refused('method')
  requireAddress(htu, facts)
  if (Math.abs(facts.now.getTime() - issuedAt.getTime()) > proofSkewSeconds * 1000) throw refused('time')
  if (accessToken !== undefined && ath !== sha256(accessToken)) throw refused('access token')
  const thumbprint = await calculateJwkThumbprint(protectedHeader.jwk!)
  return { thumbprint, id: sha256(`${thumbprint}|${jti}`), expiresAt: new Date(issuedAt.getTime() + 2 * proofSkewSeconds * 1000) }
}

const refused = (cause: string) => new Problem('PROOF_MISSING', { cause: `proof: ${cause}` })

function requireAddress(htu: string, { app, path }: RequestFacts): void {
  const base = new URL(app.configuration.PUBLIC_URL)
  const named = normalized(htu)
  if (!named || named.path !== normalized(base.origin + path)?.path) throw refused('address')
  if (named.origin === originOf(base)) return
  throw new Problem('PROOF_MISSING', {
    cause: `proof: made at ${named.origin}`,
    title: { ar: `افتح توقيع من عنوانه: ${base.origin}`, en: `Open Tawqi at its own address: ${base.origin}` },
  })
}

/**
 * An address without query and fragment, after the normalization that RFC 9449 §4.3 asks for (RFC 3986 §6.2.2 and §6.2.3). Null for what
 * has other characters than an address has, or names a user.
 */
function normalized(address: string): { origin: string; path: string } | null {
  const url = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/.test(address) ? URL.parse(address) : null
  if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return null
  const path = url.pathname.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const sign = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(sign) ? sign : escaped.toUpperCase()
  })
  return { origin: originOf(url), path }
}

/** This machine has three names in a browser's address bar; all of them are loopback, where no proxy is in between. */
const originOf = ({ protocol, hostname, port }: URL) =>
  `${protocol}//${['127.0.0.1', '[::1]'].includes(hostname) ? 'localhost' : hostname}:${port}`

/**
 * Demands a proof by the key that a session is bound to, and uses it up: a replay is refused by every replica for as long as the proof could
 * be accepted (RFC 9449 §11.1). @throws Problem PROOF_MISSING
 */
export async function requireProof(
  db: Queryable,
  facts: RequestFacts,
  { method, thumbprint, accessToken }: { method: string; thumbprint: string; accessToken?: string },
): Promise<void> {
  const proof = await readProof(facts, method, accessToken)
  if (proof?.thumbprint !== thumbprint) throw refused(proof ? 'another key' : 'none')
  await spendProof(db, proof)
}

/** Notes that a proof has served. @throws Problem PROOF_MISSING where it served before */
export async function spendProof(db: Queryable, { id, expiresAt }: Proof): Promise<void> {
  // By itself it does not wait for the disk: what a crash forgets of the last half second costs less than a flush with every call.
  const patience = db.isTransaction ? sql`current_setting('synchronous_commit')` : sql`set_config('synchronous_commit', 'off', true)`
  const { rows } = await sql`
    with patience as materialized (select ${patience} as set)
    insert into used_proof (id, expires_at)
    select ${id}::text, ${expiresAt}::timestamptz from patience where set is not null
    on conflict do nothing returning id`.execute(db)
  if (rows.length === 0) throw refused('used before')
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
