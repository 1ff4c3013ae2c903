import { bitsOf, children, DerError, expectTag, integerOf, oidOf, parse, timeOf } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { algorithmOf, verifySignature } from './algorithms.ts'
import type { AlgorithmIdentifier } from './algorithms.ts'
import { extensionIds, keyUsageBits } from './extensions.ts'
import type { KeyUsage } from './extensions.ts'
import { nameText, readName, textOf } from './names.ts'
import type { ReadAttribute } from './names.ts'

export type Extension = { readonly critical: boolean; /** DER inside the OCTET STRING. */ readonly value: Uint8Array }

/** A distinguished name: its exact bytes, for comparing and copying, and its attributes, for people. */
export class DistinguishedName {
  readonly der: Uint8Array
  readonly #element: Element
  #attributes?: ReadAttribute[]
  constructor(element: Element) {
    this.der = expectTag(element, 0x30, 'a Name').whole
    this.#element = element
  }
  get attributes(): readonly ReadAttribute[] {
    return (this.#attributes ??= readName(this.#element))
  }
  get text(): string {
    return nameText(this.attributes)
  }
}

/**
 * A certificate read (RFC 5280 §4.1). The outer fields are read at once, the extensions' contents on first use, so that
 * issuing, which looks at a few, does not pay for all; `readCertificate` reads them all.
 */
export class Certificate {
  readonly der: Uint8Array
  /** The signed part, DER. */
  readonly tbs: Uint8Array
  /** 1, 2 or 3. */
  readonly version: number
  /** Octets of the serial number's INTEGER. */
  readonly serial: Uint8Array
  /** AlgorithmIdentifiers, DER: `signature` inside the signed part and `signatureAlgorithm` outside. */
  readonly innerSignatureAlgorithm: Uint8Array
  readonly outerSignatureAlgorithm: Uint8Array
  readonly signature: Uint8Array
  readonly issuer: DistinguishedName
  readonly subject: DistinguishedName
  readonly validityElements: readonly [Element, Element]
  readonly notBefore: Date
  readonly notAfter: Date
  /** DER of the SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array
  readonly publicKeyElement: Element
  /** Contents of the key's BIT STRING. */
  readonly publicKeyBits: Uint8Array
  /** The SEQUENCE of extensions, if any. */
  readonly extensionsElement?: Element
  #extensions?: ReadonlyMap<string, Extension>
  #read?: Map<string, unknown>

  /** @throws DerError */
  constructor(der: Uint8Array) {
    const [tbs, algorithm, signature, ...rest] = children(expectTag(parse(der), 0x30, 'a certificate'))
    if (rest.length > 0) throw new DerError('a certificate with more than three elements')
    const fields = children(expectTag(tbs, 0x30, 'the signed part'))
    let at = fields[0]?.tag === 0xa0 ? 1 : 0
    this.der = der
    this.tbs = tbs!.whole
    this.version = at === 1 ? Number(integerOf(children(fields[0]!)[0])) + 1 : 1
    this.serial = expectTag(fields[at++], 0x02, 'the serial number').contents
    const inner = expectTag(fields[at++], 0x30, 'signature')
    this.innerSignatureAlgorithm = inner.whole
    this.outerSignatureAlgorithm = expectTag(algorithm, 0x30, 'signatureAlgorithm').whole
    this.signature = bitsOf(signature)
    this.issuer = new DistinguishedName(expectTag(fields[at++], 0x30, 'the issuer'))
    const [from, until, ...others] = children(expectTag(fields[at++], 0x30, 'the validity'))
    this.notBefore = timeOf(from)
    this.notAfter = timeOf(until)
    if (others.length > 0) throw new DerError('a validity with more than two times')
    this.validityElements = [from!, until!]
    this.subject = new DistinguishedName(expectTag(fields[at++], 0x30, 'the subject'))
    this.publicKeyElement = expectTag(fields[at++], 0x30, 'the public key')
    this.publicKey = this.publicKeyElement.whole
    this.publicKeyBits = bitsOf(children(this.publicKeyElement)[1])
    while (fields[at]?.tag === 0x81 || fields[at]?.tag === 0x82) at++ // unique identifiers, obsolete
    if (fields[at]?.tag === 0xa3) this.extensionsElement = expectTag(children(fields[at++]!)[0], 0x30, 'extensions')
    if (fields[at]) throw new DerError('elements after the extensions')
  }

  /** By dotted object identifier, in their order. */
  get extensions(): ReadonlyMap<string, Extension> {
    return (this.#extensions ??= this.extensionsElement ? readExtensions(this.extensionsElement) : new Map())
  }
  get signatureAlgorithm(): AlgorithmIdentifier {
    return algorithmOf(parse(this.outerSignatureAlgorithm))
  }
  get publicKeyAlgorithm(): AlgorithmIdentifier {
    return algorithmOf(children(this.publicKeyElement)[0])
  }
  get serialHex(): string {
    return Buffer.from(this.serial).toString('hex')
  }
  get basicConstraints(): { ca: boolean; pathLength: number | null } | undefined {
    return this.#decode(extensionIds.basicConstraints, (value) => {
      const fields = children(expectTag(value, 0x30, 'basicConstraints'))
      const ca = fields[0]?.tag === 0x01 && fields.shift()!.contents[0] === 0xff
      return { ca, pathLength: fields[0] ? Number(integerOf(fields[0])) : null }
    })
  }
  get keyUsage(): ReadonlySet<KeyUsage> | undefined {
    return this.#decode(extensionIds.keyUsage, (value) => {
      const [, ...octets] = expectTag(value, 0x03, 'keyUsage').contents
      return new Set(keyUsageBits.filter((_, bit) => (octets[bit >> 3] ?? 0) & (0x80 >> (bit & 7))))
    })
  }
  get extendedKeyUsage(): readonly string[] | undefined {
    return this.#decode(extensionIds.extendedKeyUsage, (value) => children(expectTag(value, 0x30, 'extKeyUsage')).map(oidOf))
  }
  /** Policy object identifiers. */
  get policies(): readonly string[] {
    const read = (value: Element) => children(expectTag(value, 0x30, 'certificatePolicies')).map((policy) => oidOf(children(policy)[0]))
    return this.#decode(extensionIds.certificatePolicies, read) ?? []
  }
  get ocspUrls(): readonly string[] {
    return this.#accessUrls('1.3.6.1.5.5.7.48.1')
  }
  get caIssuersUrls(): readonly string[] {
    return this.#accessUrls('1.3.6.1.5.5.7.48.2')
  }
  get crlUrls(): readonly string[] {
    return this.#decode(extensionIds.crlDistributionPoints, readDistributionPoints) ?? []
  }
  get subjectKeyIdentifier(): Uint8Array | undefined {
    return this.#decode(extensionIds.subjectKeyIdentifier, (value) => expectTag(value, 0x04, 'subjectKeyIdentifier').contents)
  }
  /** The keyIdentifier field only. */
  get authorityKeyIdentifier(): Uint8Array | undefined {
    const read = (value: Element) => children(expectTag(value, 0x30, 'authorityKeyIdentifier')).find(({ tag }) => tag === 0x80)?.contents
    return this.#decode(extensionIds.authorityKeyIdentifier, read)
  }
  /** Object identifiers of the statements, each with the DER that follows it, if any. */
  get qcStatements(): ReadonlyMap<string, Element | undefined> {
    const read = (value: Element) =>
      new Map(
        children(expectTag(value, 0x30, 'qcStatements')).map((statement) => {
          const [id, info] = children(expectTag(statement, 0x30, 'a qcStatement'))
          return [oidOf(id), info]
        }),
      )
    return this.#decode(extensionIds.qcStatements, read) ?? new Map()
  }
  get ocspNoCheck(): boolean {
    return this.extensions.has(extensionIds.ocspNoCheck)
  }
  /** Issuer and subject are the same bytes. */
  get selfIssued(): boolean {
    return Buffer.compare(this.issuer.der, this.subject.der) === 0
  }

  /** Whether the holder of this public key (a SubjectPublicKeyInfo) signed the certificate. */
  isSignedBy(publicKey: Uint8Array): boolean {
    const agree = Buffer.compare(this.innerSignatureAlgorithm, this.outerSignatureAlgorithm) === 0
    return agree && verifySignature(this.signatureAlgorithm, publicKey, this.tbs, this.signature)
  }

  #decode<T>(id: string, read: (value: Element) => T): T | undefined {
    const known = (this.#read ??= new Map<string, unknown>())
    if (known.has(id)) return known.get(id) as T
    const found = this.extensions.get(id)
    const value = found && read(parse(found.value))
    known.set(id, value)
    return value
  }

  #accessUrls(method: string): string[] {
    const read = (value: Element) =>
      children(expectTag(value, 0x30, 'authorityInfoAccess')).map((description) => {
        const [id, location] = children(expectTag(description, 0x30, 'an AccessDescription'))
        return { method: oidOf(id), location }
      })
    const all = this.#decode(extensionIds.authorityInfoAccess, read) ?? []
    return all.flatMap((access) => (access.method === method && access.location?.tag === 0x86 ? [uriOf(access.location)] : []))
  }
}

/** Reads a certificate and every extension we know. @throws DerError where anything is not canonical or not of its type. */
export function readCertificate(der: Uint8Array): Certificate {
  const read = new Certificate(der)
  void [read.extensions, read.signatureAlgorithm, read.publicKeyAlgorithm]
  void [read.basicConstraints, read.keyUsage, read.extendedKeyUsage, read.policies, read.ocspUrls, read.crlUrls]
  void [read.subjectKeyIdentifier, read.authorityKeyIdentifier, read.qcStatements, read.issuer.attributes, read.subject.attributes]
  return read
}

/** Extensions as certificates, CRLs and OCSP carry them. @throws DerError where one stands twice (RFC 5280 §4.2). */
export function readExtensions(list: Element | undefined): Map<string, Extension> {
  const found = new Map<string, Extension>()
  for (const item of children(expectTag(list, 0x30, 'extensions'))) {
    const fields = children(expectTag(item, 0x30, 'an extension'))
    const id = oidOf(fields[0])
    const critical = fields.length === 3
    // DEFAULT FALSE may not be written out in DER (X.690 §11.5).
    if (critical && expectTag(fields[1], 0x01, 'critical').contents[0] !== 0xff) throw new DerError('critical FALSE written out')
    if (found.has(id)) throw new DerError(`the extension ${id} twice`)
    found.set(id, { critical, value: expectTag(fields[fields.length - 1], 0x04, 'the extension value').contents })
  }
  return found
}

/** An ASN.1 IMPLICIT IA5String holding an address. */
function uriOf(element: Element): string {
  return textOf({ tag: 0x16, contents: element.contents })
}

/** Addresses of the full names; names relative to the issuer and indirect CRLs are not addresses. */
function readDistributionPoints(value: Element): string[] {
  return children(expectTag(value, 0x30, 'cRLDistributionPoints')).flatMap((point) =>
    children(point)
      .filter(({ tag }) => tag === 0xa0)
      .flatMap((name) => children(name).filter(({ tag }) => tag === 0xa0))
      .flatMap(children)
      .filter(({ tag }) => tag === 0x86)
      .map(uriOf),
  )
}
