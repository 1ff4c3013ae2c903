/** Signed files whose CMS is put together by hand: whole signatures beside whatever a sender may put around them. */
import { createHash } from 'node:crypto'
import { signedAttributesOf } from '#pki/cms/signedData.ts'
import { children, parse } from '#pki/der/read.ts'
import { bitString, context, element, integer, octetString, oid, sequence, setOf, time } from '#pki/der/write.ts'
import { sha256Identifier } from '#pki/x509/algorithms.ts'
import { extensionsField } from '#pki/x509/extensions.ts'
import { authority, sara, signedAt, tokenFor } from './validation-cast.ts'
import { append, contract, file } from './validation-files.ts'
import type { Objects } from './validation-files.ts'

export type Handmade = {
  /** The signer's certificate, DER, first; what signs, and the AlgorithmIdentifier it says so with. */
  by?: { certificate: Uint8Array; sign: (data: Uint8Array) => Uint8Array; algorithm: Uint8Array }
  version?: Uint8Array
  /** The AlgorithmIdentifier that stands where the digest is named, and the set of those that were used. */
  digestAlgorithm?: Uint8Array
  digestAlgorithms?: readonly Uint8Array[]
  /** Further entries of the signature dictionary. */
  entries?: string
  /** What the CMS encloses: an OCTET STRING. */
  content?: Uint8Array
  certificates?: readonly Uint8Array[]
  crls?: readonly Uint8Array[]
  /** What becomes of the signed attributes, each an Attribute, before they are signed. */
  signedAttributes?: (usual: readonly Uint8Array[]) => readonly Uint8Array[]
  unsignedAttributes?: readonly Uint8Array[] | ((signature: Uint8Array) => readonly Uint8Array[])
  objects?: Objects
  /** The signature dictionary stands in its field and is no object of its own. */
  isDirect?: boolean
  /** Puts the objects into a file; left out: one with a table. */
  write?: (objects: Objects) => Buffer
}

export const ecdsaSha256 = sequence(oid('1.2.840.10045.4.3.2'))
const bySara = { certificate: sara.certificate.der, sign: (data: Uint8Array) => sara.signer.sign(data), algorithm: ecdsaSha256 }

/** Joined first: what is too much for the arguments of one call is what these tests are about. */
const constructed = (tag: number, parts: readonly Uint8Array[]) => element(tag, Buffer.concat(parts))

const range = `[0 ${'0'.repeat(10)} ${'0'.repeat(10)} ${'0'.repeat(10)}]`
const dictionary = (kind: string, length: number) => `<<${kind}/ByteRange ${range}/Contents <${'0'.repeat(2 * length)}>>>`
const cades = '/Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached'

/** The contract, signed by Sara unless told otherwise, in a field of its own. The signature holds whatever stands beside it. */
export function handmade(options: Handmade = {}): Buffer {
  const length = cmsOf(new Uint8Array(32), options).length + 256
  const objects = contract()
  const value = dictionary(`${cades}${options.entries ?? ''}`, length)
  objects[11] = objects[11]!.replace('/FT/Sig', `/FT/Sig/V ${options.isDirect ? value : '17 0 R'}`)
  if (!options.isDirect) objects[17] = value
  return completed((options.write ?? file)({ ...objects, ...options.objects }), length, (digest) => cmsOf(digest, options))
}

/** What is appended to a file, and a signature or a time stamp over all of it: the object of that number, or what stands for `?` in it. */
export function countersigned(base: Buffer, objects: Objects, number: number, kind: 'signature' | 'timestamp' = 'signature'): Buffer {
  const stamp = '/Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161'
  const length = 6_000
  const value = dictionary(kind === 'signature' ? cades : stamp, length)
  const bytes = append(base, { ...objects, [number]: objects[number]?.replace('?', value) ?? value })
  return completed(bytes, length, (digest) => (kind === 'signature' ? cmsOf(digest, {}) : tokenFor(digest, signedAt)), base.length)
}

function completed(bytes: Buffer, length: number, signatureOver: (digest: Buffer) => Uint8Array, from = 0): Buffer {
  const gap = bytes.indexOf('/Contents <00000000', from) + '/Contents '.length
  const after = gap + 2 + 2 * length
  const digits = (n: number) => String(n).padStart(10, '0')
  bytes.write(`[0 ${digits(gap)} ${digits(after)} ${digits(bytes.length - after)}]`, bytes.indexOf(range, from), 'latin1')
  const digest = createHash('sha256').update(bytes.subarray(0, gap)).update(bytes.subarray(after)).digest()
  bytes.write(Buffer.from(signatureOver(digest)).toString('hex'), gap + 1, 'latin1')
  return bytes
}

function cmsOf(messageDigest: Uint8Array, { by = bySara, version = integer(1), unsignedAttributes = [], ...more }: Handmade): Uint8Array {
  const { certificates = [by.certificate, authority.certificate.der], crls = [], digestAlgorithm = sha256Identifier, content } = more
  const { signedAttributes = (all) => all, digestAlgorithms = [digestAlgorithm] } = more
  const contentType = '1.2.840.113549.1.7.1'
  const usual = children(parse(signedAttributesOf({ contentType, messageDigest, certificates: [], signerCertificate: by.certificate })))
  const attributes = setOf(...signedAttributes(usual.map(({ whole }) => whole)))
  const fields = children(children(parse(by.certificate))[0]!)
  const signature = by.sign(attributes)
  const unsigned = typeof unsignedAttributes === 'function' ? unsignedAttributes(signature) : unsignedAttributes
  const signer = sequence(
    integer(1),
    sequence(fields[3]!.whole, fields[1]!.whole),
    digestAlgorithm,
    constructed(
      0xa0,
      children(parse(attributes)).map(({ whole }) => whole),
    ),
    by.algorithm,
    octetString(signature),
    ...(unsigned.length > 0 ? [constructed(0xa1, unsigned)] : []),
  )
  const signedData = sequence(
    version,
    constructed(0x31, digestAlgorithms),
    sequence(oid(contentType), ...(content ? [context(0, content)] : [])),
    constructed(0xa0, certificates),
    ...(crls.length > 0 ? [constructed(0xa1, crls)] : []),
    element(0x31, signer),
  )
  return sequence(oid('1.2.840.113549.1.7.2'), element(0xa0, signedData))
}

const identifiers: Record<string, number> = { commonName: 3, organization: 10 }

/** A Name of one attribute, its text given in octets of any string type. */
export const nameOf = (octets: Uint8Array, tag = 0x0c, type = 'commonName'): Uint8Array =>
  sequence(element(0x31, sequence(oid(`2.5.4.${identifiers[type]}`), element(tag, octets))))

export type CertificateParts = {
  subject: Uint8Array
  issuer?: Uint8Array
  publicKey?: Uint8Array
  sign?: (data: Uint8Array) => Uint8Array
  algorithm?: Uint8Array
  extensions?: readonly Uint8Array[]
  validity?: readonly [Date, Date]
}

let serials = 1000

/** A certificate of any names, key and algorithm, DER; signed by its own key unless told otherwise. */
export function certificateOf({ subject, issuer = subject, algorithm = ecdsaSha256, ...parts }: CertificateParts): Uint8Array {
  const { publicKey = sara.signer.publicKey, sign = bySara.sign, extensions = [] } = parts
  const [from, until] = parts.validity ?? [new Date('2026-01-01'), new Date('2036-01-01')]
  const tbs = sequence(
    context(0, integer(2)),
    integer(++serials),
    algorithm,
    issuer,
    sequence(time(from), time(until)),
    subject,
    publicKey,
    ...(extensions.length > 0 ? [extensionsField(...extensions)] : []),
  )
  return sequence(tbs, algorithm, bitString(sign(tbs)))
}
