import { once } from '#pki/once.ts'
import type { Memo } from '#pki/once.ts'
import { bitsOf, children, DerError, expectTag, integerOf, parse, timeOf } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { bitString, context, enumerated, integer, octetString, oid, sequence, time } from '#pki/der/write.ts'
import type { Signer } from '#pki/signer.ts'
import { algorithmOf, signatureIdentifier, verifySignature } from '#pki/x509/algorithms.ts'
import type { AlgorithmIdentifier } from '#pki/x509/algorithms.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { isSameName } from '#pki/x509/compareNames.ts'
import { DistinguishedName } from '#pki/x509/distinguishedName.ts'
import { authorityKeyIdentifier, distributionPointName, extension } from '#pki/x509/extensions.ts'
import { readExtensions } from '#pki/x509/readExtensions.ts'
import type { Extension } from '#pki/x509/readExtensions.ts'
import { reasonCodes, reasonOf } from './reasons.ts'
import type { RevocationReason } from './reasons.ts'

/** `serial` in octets. */
export type RevokedCertificate = { serial: Uint8Array; at: Date; reason?: RevocationReason }

export type CrlContents = {
  issuer: Pick<Certificate, 'subject' | 'subjectKeyIdentifier'>
  /** Only ever grows (RFC 5280 §5.2.3). */
  number: bigint
  thisUpdate: Date
  nextUpdate: Date
  revoked: readonly RevokedCertificate[]
  /** Address of this shard, the same as in its certificates' CRL distribution point; absent for the one whole list. */
  shard?: string
}

const version2 = integer(1)
const crlReason = oid('2.5.29.21')
/** crlEntryExtensions with one reason, encoded once for each. */
const entryReasons = new Map(
  Object.entries(reasonCodes)
    .filter(([, code]) => code !== 0) // RFC 5280 §5.3.1: leave unspecified out
    .map(([name, code]) => [name, sequence(sequence(crlReason, octetString(enumerated(code))))]),
)
const noReason = new Uint8Array(0)

/** A signed CRL of version 2 (RFC 5280 §5). */
export function writeCrl(contents: CrlContents, signer: Signer): Uint8Array {
  const { issuer, revoked, shard } = contents
  if (!issuer.subjectKeyIdentifier) throw new TypeError('the issuer has no subject key identifier')
  const algorithm = signatureIdentifier(signer.algorithm)
  const entries = revoked.map(({ serial, at, reason }) =>
    sequence(integer(serial), time(at), entryReasons.get(reason ?? 'unspecified') ?? noReason),
  )
  const extensions = [
    authorityKeyIdentifier(issuer.subjectKeyIdentifier),
    extension('2.5.29.20', false, integer(contents.number)),
    ...(shard === undefined ? [] : [extension('2.5.29.28', true, sequence(distributionPointName(shard)))]),
  ]
  const tbs = sequence(
    version2,
    algorithm,
    issuer.subject.der,
    time(contents.thisUpdate),
    time(contents.nextUpdate),
    ...(entries.length > 0 ? [sequence(Buffer.concat(entries))] : []), // an empty list must be absent (§5.1.2.6)
    context(0, sequence(...extensions)),
  )
  return sequence(tbs, algorithm, bitString(signer.sign(tbs)))
}

export type Crl = {
  der: Uint8Array
  tbs: Uint8Array
  issuer: DistinguishedName
  thisUpdate: Date
  nextUpdate?: Date
  number?: bigint
  /** By the serial number's octets in hexadecimal. */
  revoked: ReadonlyMap<string, { at: Date; reason?: RevocationReason }>
  extensions: ReadonlyMap<string, Extension>
  innerSignatureAlgorithm: Uint8Array
  outerSignatureAlgorithm: Uint8Array
  signatureAlgorithm: AlgorithmIdentifier
  signature: Uint8Array
  readonly memo: Memo
}

/** Extensions of CRLs that we understand: key identifier, number, issuing distribution point. */
const known = new Set(['2.5.29.35', '2.5.29.20', '2.5.29.28'])

/** Reads a CRL. @throws DerError also for a critical extension we do not know, deltas and indirect lists, which may not be relied on (RFC 5280 §5.2). */
export function readCrl(der: Uint8Array): Crl {
  const [tbs, algorithm, signature, ...rest] = children(expectTag(parse(der), 0x30, 'a CRL'))
  if (rest.length > 0) throw new DerError('a CRL with more than three elements')
  const fields = children(expectTag(tbs, 0x30, 'TBSCertList'))
  if (fields[0]?.tag === 0x02 && integerOf(fields.shift()) !== 1n) throw new DerError('a CRL of an unknown version')
  const inner = expectTag(fields.shift(), 0x30, 'signature')
  const issuer = DistinguishedName.of(fields.shift())
  const thisUpdate = timeOf(fields.shift())
  const nextUpdate = fields[0]?.tag === 0x17 || fields[0]?.tag === 0x18 ? timeOf(fields.shift()) : undefined
  const entries = fields[0]?.tag === 0x30 ? children(fields.shift()!) : []
  const extensions = fields[0]?.tag === 0xa0 ? readExtensions(children(fields.shift()!)[0]) : new Map<string, Extension>()
  if (fields.length > 0) throw new DerError('odd elements in a CRL')
  for (const [id, { critical }] of extensions) if (critical && !known.has(id)) throw new DerError(`the critical extension ${id}`)
  refuseIndirect(extensions.get('2.5.29.28')?.value)
  const number = extensions.get('2.5.29.20')?.value
  return {
    der,
    tbs: tbs!.whole,
    issuer,
    thisUpdate,
    nextUpdate,
    number: number && integerOf(parse(number)),
    revoked: new Map(entries.map(readEntry)),
    extensions,
    innerSignatureAlgorithm: inner.whole,
    outerSignatureAlgorithm: expectTag(algorithm, 0x30, 'signatureAlgorithm').whole,
    signatureAlgorithm: algorithmOf(algorithm),
    signature: bitsOf(signature),
    memo: new Map(),
  }
}

function readEntry(entry: Element): [string, { at: Date; reason?: RevocationReason }] {
  const [serial, at, more, ...rest] = children(expectTag(entry, 0x30, 'a CRL entry'))
  if (rest.length > 0) throw new DerError('odd elements in a CRL entry')
  const extensions = more && readExtensions(more)
  for (const [id, { critical }] of extensions ?? []) if (critical) throw new DerError(`the critical entry extension ${id}`)
  const value = extensions?.get('2.5.29.21')?.value
  const code = value && expectTag(parse(value), 0x0a, 'the reason').contents[0]
  const key = Buffer.from(expectTag(serial, 0x02, 'the serial number').contents).toString('hex')
  return [key, { at: timeOf(at), reason: code === undefined ? undefined : reasonOf(code) }]
}

/** issuingDistributionPoint with indirectCRL [4] or onlySomeReasons [3] covers less, or other, than it seems. */
function refuseIndirect(value: Uint8Array | undefined): void {
  const fields = value ? children(expectTag(parse(value), 0x30, 'issuingDistributionPoint')) : []
  if (fields.some(({ tag }) => tag === 0x83 || tag === 0x84)) throw new DerError('an indirect CRL, or one of some reasons')
}

/** Whether the authority that issued `certificate`s issued this list: name, key usage, signature. Freshness is the caller's to judge. */
export function isCrlOf(crl: Crl, authority: Certificate): boolean {
  const agree = Buffer.compare(crl.innerSignatureAlgorithm, crl.outerSignatureAlgorithm) === 0
  const mayList = authority.keyUsage?.has('cRLSign') ?? true
  return isSameName(crl.issuer.der, authority.subject.der) && agree && mayList && isSignedBy(crl, authority.publicKey)
}

const signedBy = once<Crl, Map<Uint8Array, boolean>>(() => new Map())

/** Looked into once for each list and key: a list may be long, and is asked about for each certificate of a path. */
function isSignedBy(crl: Crl, publicKey: Uint8Array): boolean {
  const known = signedBy(crl)
  let signed = known.get(publicKey)
  if (signed === undefined) known.set(publicKey, (signed = verifySignature(crl.signatureAlgorithm, publicKey, crl.tbs, crl.signature)))
  return signed
}

/** Addresses in the issuing distribution point; a certificate in a shard is covered only where its own pointer is among them. */
export function shardAddresses(crl: Crl): string[] {
  const value = crl.extensions.get('2.5.29.28')?.value
  const point = value && children(parse(value)).find(({ tag }) => tag === 0xa0)
  const names = point
    ? children(point)
        .filter(({ tag }) => tag === 0xa0)
        .flatMap(children)
    : []
  return names.filter(({ tag }) => tag === 0x86).map(({ contents }) => Buffer.from(contents).toString('latin1'))
}
