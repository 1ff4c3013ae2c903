import { DerError } from '#pki/der/read.ts'
import type { Crl } from '#pki/revocation/crl.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { nameKey } from '#pki/x509/compareNames.ts'
import { extensionIds } from '#pki/x509/extensions.ts'

/** With more of one name than this, those that did not sign are left out before anybody goes on from them. */
const fewIssuers = 4
/** Checks of signatures that one pool pays for in order to leave others out. */
const mostChecks = 1000
/** How many of one name are looked at once that is spent. */
const mostUnchecked = 16

type Pool = { bySubject: Map<string, Certificate[]>; issuers: Map<Certificate, Certificate[]>; checks: number }
const pools = new WeakMap<readonly Certificate[], Pool>()

/**
 * Those of a pool that may have issued the certificate: of its issuer's name, key identifiers that match before those that do not.
 * A sender may bring hundreds of one name: the pool, which must not change afterwards, is sorted once, and what it costs has a bound.
 * A certificate whose name cannot be read has issued nothing.
 */
export function issuersAmong(certificates: readonly Certificate[], child: Certificate): readonly Certificate[] {
  const pool = poolFor(certificates)
  let found = pool.issuers.get(child)
  if (!found) pool.issuers.set(child, (found = find(pool, child)))
  return found
}

/** Whether a pool holds any certificate of this name; a name that cannot be read is nobody's. */
export function hasNamed(certificates: readonly Certificate[], name: Uint8Array): boolean {
  const key = keyOf(name)
  return key !== undefined && poolFor(certificates).bySubject.has(key)
}

/** Those of a pool that may have signed a list, likely ones first, no more than a few: each costs a check of its signature. */
export function listSignersAmong(certificates: readonly Certificate[], { issuer, extensions }: Crl): readonly Certificate[] {
  const name = keyOf(issuer.der)
  const named = (name !== undefined && poolFor(certificates).bySubject.get(name)) || []
  const keyId = extensions.get(extensionIds.authorityKeyIdentifier)?.value
  const isLikely = ({ subjectKeyIdentifier: own }: Certificate) => !!keyId && !!own && Buffer.from(keyId).includes(own)
  return inOrder(named, isLikely).slice(0, fewIssuers)
}

function poolFor(certificates: readonly Certificate[]): Pool {
  let pool = pools.get(certificates)
  if (!pool) pools.set(certificates, (pool = poolOf(certificates)))
  return pool
}

function poolOf(certificates: readonly Certificate[]): Pool {
  const seen = new Set<string>()
  const bySubject = new Map<string, Certificate[]>()
  for (const one of certificates) {
    const name = keyOf(one.subject.der)
    const der = Buffer.from(one.der.buffer, one.der.byteOffset, one.der.length).toString('latin1')
    if (name === undefined || seen.has(der)) continue
    seen.add(der)
    const same = bySubject.get(name)
    if (same) same.push(one)
    else bySubject.set(name, [one])
  }
  return { bySubject, issuers: new Map(), checks: 0 }
}

function find(pool: Pool, child: Certificate): Certificate[] {
  const name = keyOf(child.issuer.der)
  const named = (name !== undefined && pool.bySubject.get(name)) || []
  if (named.length <= fewIssuers) return likelyFirst(child, named)
  if (pool.checks + named.length > mostChecks) return likelyFirst(child, named).slice(0, mostUnchecked)
  pool.checks += named.length
  return likelyFirst(
    child,
    named.filter((one) => child.isSignedBy(one.publicKey)),
  )
}

function keyOf(name: Uint8Array): string | undefined {
  try {
    return nameKey(name)
  } catch (error) {
    if (error instanceof DerError) return undefined
    throw error
  }
}

const likelyFirst = (child: Certificate, parents: readonly Certificate[]) => inOrder(parents, (parent) => keyIdsMatch(child, parent))

function inOrder(all: readonly Certificate[], isLikely: (one: Certificate) => boolean): Certificate[] {
  const { likely = [], other = [] } = Object.groupBy(all, (one) => (isLikely(one) ? 'likely' : 'other'))
  return likely.concat(other)
}

const keyIdsMatch = (child: Certificate, parent: Certificate) =>
  !!child.authorityKeyIdentifier &&
  !!parent.subjectKeyIdentifier &&
  Buffer.compare(child.authorityKeyIdentifier, parent.subjectKeyIdentifier) === 0
