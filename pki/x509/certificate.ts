import type { Memo } from '#pki/once.ts'
import { children, DerError, expectTag, integerOf, oidOf, parse, timeAt, Walk } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { algorithmOf, isAcceptedSignature, isRightThoughWeak, verifySignature } from './algorithms.ts'
import type { AlgorithmIdentifier } from './algorithms.ts'
import { DistinguishedName } from './distinguishedName.ts'
import { extensionIds, keyUsageBits } from './extensions.ts'
import type { KeyUsage } from './extensions.ts'
import { textOf } from './names.ts'
import { readExtensions } from './readExtensions.ts'
import type { Extension } from './readExtensions.ts'

/** Where a part stands in the certificate, and the part once it was asked for. */
class Part {
  readonly start: number
  readonly end: number
  #bytes?: Uint8Array
  constructor(start: number, end: number) {
    this.start = start
    this.end = end
  }
  of(der: Uint8Array): Uint8Array {
    return (this.#bytes ??= der.subarray(this.start, this.end))
  }
}

/**
 * A certificate read (RFC 5280 §4.1). The form of the whole is checked at once; what is not asked for is not cut out, and the extensions'
 * contents are read on first use, so that issuing, which looks at a few, does not pay for all; `readCertificate` reads them all.
 */
export class Certificate {
  readonly der: Uint8Array
  /** 1, 2 or 3. */
  readonly version: number
  readonly issuer: DistinguishedName
  readonly subject: DistinguishedName
  readonly notBefore: Date
  readonly notAfter: Date
  /** Identifier octets of the two times. */
  readonly notBeforeTag: number
  readonly notAfterTag: number
  readonly #tbs: Part
  readonly #serial: Part
  readonly #innerAlgorithm: Part
  readonly #outerAlgorithm: Part
  readonly #signature: Part
  readonly #publicKey: Part
  readonly #publicKeyBits: Part
  readonly #extensionsPart?: Part
  #extensions?: ReadonlyMap<string, Extension>
  #memo?: Memo
  #lastAsked?: { readonly publicKey: Uint8Array; readonly signed: boolean }

  /** @throws DerError */
  constructor(der: Uint8Array) {
    const walk = new Walk(der)
    this.der = der
    const end = walk.enter(der.length, 0x30, 'a certificate')
    const tbsStart = walk.at
    const tbsEnd = walk.enter(end, 0x30, 'the signed part')
    this.#tbs = new Part(tbsStart, tbsEnd)
    this.version = walk.tag(tbsEnd) === 0xa0 ? versionAt(walk, tbsEnd) : 1
    this.#serial = new Part(walk.skip(tbsEnd, 0x02, 'the serial number'), walk.at)
    this.#innerAlgorithm = new Part(walk.at, (walk.skip(tbsEnd, 0x30, 'signature'), walk.at))
    this.issuer = DistinguishedName.at(walk, tbsEnd, 'the issuer')
    const validityEnd = walk.enter(tbsEnd, 0x30, 'the validity')
    this.notBeforeTag = walk.tag(validityEnd)
    this.notBefore = walkTime(walk, validityEnd)
    this.notAfterTag = walk.tag(validityEnd)
    this.notAfter = walkTime(walk, validityEnd)
    if (walk.at !== validityEnd) throw new DerError('a validity with more than two times')
    this.subject = DistinguishedName.at(walk, tbsEnd, 'the subject')
    const keyStart = walk.at
    const keyEnd = walk.enter(tbsEnd, 0x30, 'the public key')
    this.#publicKey = new Part(keyStart, keyEnd)
    walk.skip(keyEnd, walk.tag(keyEnd), 'the key’s algorithm')
    this.#publicKeyBits = bitsAt(walk, keyEnd, 'the key’s BIT STRING')
    walk.at = keyEnd
    while (walk.tag(tbsEnd) === 0x81 || walk.tag(tbsEnd) === 0x82) walk.skip(tbsEnd, walk.tag(tbsEnd), 'a unique identifier') // obsolete
    if (walk.tag(tbsEnd) === 0xa3) {
      const fieldEnd = walk.enter(tbsEnd, 0xa3, 'extensions')
      const start = walk.at
      walk.skip(fieldEnd, 0x30, 'extensions')
      this.#extensionsPart = new Part(start, walk.at)
      walk.at = fieldEnd
    }
    if (walk.at !== tbsEnd) throw new DerError('elements after the extensions')
    this.#outerAlgorithm = new Part(walk.at, (walk.skip(end, 0x30, 'signatureAlgorithm'), walk.at))
    this.#signature = bitsAt(walk, end, 'the signature')
    if (walk.at !== end) throw new DerError('a certificate with more than three elements')
  }

  /** The signed part, DER. */
  get tbs(): Uint8Array {
    return this.#tbs.of(this.der)
  }
  /** Octets of the serial number's INTEGER. */
  get serial(): Uint8Array {
    return this.#serial.of(this.der)
  }
  /** AlgorithmIdentifiers, DER: `signature` inside the signed part and `signatureAlgorithm` outside. */
  get innerSignatureAlgorithm(): Uint8Array {
    return this.#innerAlgorithm.of(this.der)
  }
  get outerSignatureAlgorithm(): Uint8Array {
    return this.#outerAlgorithm.of(this.der)
  }
  get signature(): Uint8Array {
    return this.#signature.of(this.der)
  }
  /** DER of the SubjectPublicKeyInfo. */
  get publicKey(): Uint8Array {
    return this.#publicKey.of(this.der)
  }
  /** Contents of the key's BIT STRING. */
  get publicKeyBits(): Uint8Array {
    return this.#publicKeyBits.of(this.der)
  }
  /** DER of the SEQUENCE of extensions, if any. */
  get extensionsDer(): Uint8Array | undefined {
    return this.#extensionsPart?.of(this.der)
  }
  /** By dotted object identifier, in their order. */
  get extensions(): ReadonlyMap<string, Extension> {
    return (this.#extensions ??= this.extensionsDer ? readExtensions(parse(this.extensionsDer)) : new Map())
  }
  get signatureAlgorithm(): AlgorithmIdentifier {
    return algorithmOf(parse(this.outerSignatureAlgorithm))
  }
  get publicKeyAlgorithm(): AlgorithmIdentifier {
    return algorithmOf(children(parse(this.publicKey))[0])
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
  /** rfc822Names of the subject's alternative names. */
  get emailAddresses(): readonly string[] {
    const read = (value: Element) =>
      children(expectTag(value, 0x30, 'subjectAltName'))
        .filter(({ tag }) => tag === 0x81)
        .map(({ contents }) => Buffer.from(contents).toString('latin1'))
    return this.#decode(extensionIds.subjectAltName, read) ?? []
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

  /**
   * Whether the holder of this public key (a SubjectPublicKeyInfo) signed the certificate. The latest answer is kept: the search for paths asks
   * again and again, mostly of the one issuer.
   */
  isSignedBy(publicKey: Uint8Array): boolean {
    const last = this.#lastAsked
    if (last && Buffer.compare(last.publicKey, publicKey) === 0) return last.signed
    const signed = this.#namesOneAlgorithm() && verifySignature(this.signatureAlgorithm, publicKey, this.tbs, this.signature)
    this.#lastAsked = { publicKey: new Uint8Array(publicKey), signed } // a copy: what it may be cut from is a whole file
    return signed
  }

  /**
   * Whether the certificate is octet for octet what the holder of this public key made, be it over SHA-1, on which nothing else may rest.
   * @returns undefined where it cannot be told, as of an algorithm that nobody here knows
   */
  isMadeBy(publicKey: Uint8Array): boolean | undefined {
    if (this.isSignedBy(publicKey)) return true
    if (!this.#namesOneAlgorithm() || isAcceptedSignature(this.signatureAlgorithm)) return false
    return isRightThoughWeak(this.signatureAlgorithm, publicKey, this.tbs, this.signature)
  }

  #namesOneAlgorithm(): boolean {
    return Buffer.compare(this.innerSignatureAlgorithm, this.outerSignatureAlgorithm) === 0
  }

  /** Made with the first thing that is asked for: issuing asks for little. */
  get memo(): Memo {
    return (this.#memo ??= new Map())
  }

  #decode<T>(id: string, read: (value: Element) => T): T | undefined {
    const { memo } = this
    if (memo.has(id)) return memo.get(id) as T
    const found = this.extensions.get(id)
    const value = found && read(parse(found.value))
    memo.set(id, value)
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

function versionAt(walk: Walk, tbsEnd: number): number {
  const end = walk.enter(tbsEnd, 0xa0, 'the version')
  const start = walk.at
  walk.skip(end, 0x02, 'the version')
  const isShort = walk.at === start + 3 && walk.bytes[start + 2]! < 0x80
  const version = isShort ? walk.bytes[start + 2]! : Number(integerOf(parse(walk.bytes.subarray(start, walk.at))))
  walk.at = end
  return version + 1
}

function walkTime(walk: Walk, end: number): Date {
  const tag = walk.tag(end)
  if (tag !== 0x17 && tag !== 0x18) throw new DerError('a time is missing or of another type')
  const start = walk.skip(end, tag, 'a time')
  return timeAt(walk.bytes, tag, start, walk.at)
}

/** The octets of a BIT STRING that has no unused bits. */
function bitsAt(walk: Walk, end: number, what: string): Part {
  const start = walk.skip(end, 0x03, what)
  if (walk.bytes[start] !== 0) throw new DerError('a BIT STRING with unused bits')
  return new Part(start + 1, walk.at)
}

/** Reads a certificate and every extension we know. @throws DerError where anything is not canonical or not of its type. */
export function readCertificate(der: Uint8Array): Certificate {
  const read = new Certificate(der)
  void [read.extensions, read.signatureAlgorithm, read.publicKeyAlgorithm]
  void [read.basicConstraints, read.keyUsage, read.extendedKeyUsage, read.policies, read.ocspUrls, read.crlUrls]
  void [read.subjectKeyIdentifier, read.authorityKeyIdentifier, read.qcStatements, read.issuer.attributes, read.subject.attributes]
  return read
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
