import { constants, createPublicKey, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { children, DerError, expectTag, integerOf, oidOf, parse } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { nullValue, oid, sequence } from '#pki/der/write.ts'
import type { SignatureAlgorithm } from '#pki/signer.ts'
import { statesDigestWithoutNull } from './digestInfo.ts'
import { onceAnswered } from './signatureAnswers.ts'

/** AlgorithmIdentifier (RFC 5280 §4.1.1.2). `parameters` is the whole DER element, absent where the structure has none. */
export type AlgorithmIdentifier = { readonly oid: string; readonly parameters?: Uint8Array }

/** SHA-256 without parameters: RFC 5754 §2 says they should be left out. */
export const sha256Identifier = sequence(oid('2.16.840.1.101.3.4.2.1'))

/** RFC 5758 §3.2 forbids parameters with ECDSA; RFC 4055 §5 demands NULL with RSA PKCS #1. */
const identifiers: Record<SignatureAlgorithm, Uint8Array> = {
  'ecdsa-with-SHA256': sequence(oid('1.2.840.10045.4.3.2')),
  'ecdsa-with-SHA384': sequence(oid('1.2.840.10045.4.3.3')),
  sha256WithRSAEncryption: sequence(oid('1.2.840.113549.1.1.11'), nullValue),
}

export const signatureIdentifier = (algorithm: SignatureAlgorithm): Uint8Array => identifiers[algorithm]

/** node:crypto's name of what is signed over. */
export const digestOf = (algorithm: SignatureAlgorithm): 'sha256' | 'sha384' => (algorithm === 'ecdsa-with-SHA384' ? 'sha384' : 'sha256')

/** @throws DerError */
export function algorithmOf(element: Element | undefined): AlgorithmIdentifier {
  const [identifier, parameters, ...rest] = children(expectTag(element, 0x30, 'an AlgorithmIdentifier'))
  if (rest.length > 0) throw new DerError('an AlgorithmIdentifier with more than two elements')
  return { oid: oidOf(identifier), parameters: parameters?.whole }
}

/** Digest names of node:crypto by object identifier. SHA-1 and MD5 are left out: nothing that rests on them verifies here. */
const digests: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
}

/** Digests that nothing may rest on any more, by object identifier: what was signed with them can be told apart, not trusted. */
const weakDigests: Record<string, string> = { '1.3.14.3.2.26': 'sha1', '1.2.840.113549.2.5': 'md5', '2.16.840.1.101.3.4.2.4': 'sha224' }

/** The name in node:crypto of a digest that is too weak to rely on; undefined for every other. */
export const weakDigestName = ({ oid }: AlgorithmIdentifier): string | undefined =>
  Object.hasOwn(weakDigests, oid) ? weakDigests[oid] : undefined

/** The digest's name in node:crypto, or undefined where it is unknown or too weak to rely on. */
export const digestName = (algorithm: AlgorithmIdentifier): string | undefined =>
  Object.hasOwn(digests, algorithm.oid) && noParameters(algorithm) ? digests[algorithm.oid] : undefined

type Scheme = {
  key: 'ec' | 'rsa' | 'rsa-pss' | 'ed25519' | 'ed448'
  digest: string | null
  saltLength?: number
  /** The two numbers of an ECDSA signature stand one after the other, without a SEQUENCE (BSI TR-03111 §5.2.1). */
  isPlain?: true
  /** DER of the object identifier of the curve, where it is stated. */
  curve?: Uint8Array
}

const schemes: Record<string, Scheme> = {
  '1.2.840.10045.4.3.2': { key: 'ec', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { key: 'ec', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { key: 'ec', digest: 'sha512' },
  '2.16.840.1.101.3.4.3.10': { key: 'ec', digest: 'sha3-256' },
  '2.16.840.1.101.3.4.3.11': { key: 'ec', digest: 'sha3-384' },
  '2.16.840.1.101.3.4.3.12': { key: 'ec', digest: 'sha3-512' },
  '0.4.0.127.0.7.1.1.4.1.3': { key: 'ec', digest: 'sha256', isPlain: true },
  '0.4.0.127.0.7.1.1.4.1.4': { key: 'ec', digest: 'sha384', isPlain: true },
  '0.4.0.127.0.7.1.1.4.1.5': { key: 'ec', digest: 'sha512', isPlain: true },
  '1.2.840.113549.1.1.11': { key: 'rsa', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { key: 'rsa', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { key: 'rsa', digest: 'sha512' },
  '2.16.840.1.101.3.4.3.14': { key: 'rsa', digest: 'sha3-256' },
  '2.16.840.1.101.3.4.3.15': { key: 'rsa', digest: 'sha3-384' },
  '2.16.840.1.101.3.4.3.16': { key: 'rsa', digest: 'sha3-512' },
  '1.3.101.112': { key: 'ed25519', digest: null },
  '1.3.101.113': { key: 'ed448', digest: null },
}

const rsaEncryption = '1.2.840.113549.1.1.1'
/** The key's own identifier, and ecdsa-with-Specified: some signers leave the digest to the structure around. */
const ecdsaOfNoDigest = new Set(['1.2.840.10045.2.1', '1.2.840.10045.4.3'])
const rsassaPss = '1.2.840.113549.1.1.10'
const mgf1 = '1.2.840.113549.1.1.8'

/**
 * Verifies a signature over `data`.
 * @param publicKey DER of the SubjectPublicKeyInfo.
 * @param digest the digest the surrounding structure names, for CMS signers that state only the kind of key (RFC 5754 §3.2).
 * @returns false also where the algorithm is unknown, weak, of odd parameters, or does not fit the key.
 */
export function verifySignature(
  algorithm: AlgorithmIdentifier,
  publicKey: Uint8Array,
  data: Uint8Array,
  signature: Uint8Array,
  digest?: AlgorithmIdentifier,
): boolean {
  return onceAnswered({ algorithm, digest, publicKey, data, signature }, () => verifies(algorithm, publicKey, data, signature, digest))
}

function verifies(...[algorithm, publicKey, data, signature, digest]: Parameters<typeof verifySignature>): boolean {
  const key = publicKeyOf(publicKey)
  if (!key) return false
  try {
    const scheme = schemeOf(algorithm, digest)
    if (!scheme) return false
    const fits = key.asymmetricKeyType === scheme.key || (scheme.key === 'rsa-pss' && key.asymmetricKeyType === 'rsa')
    const pss = scheme.key === 'rsa-pss' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: scheme.saltLength } : {}
    const plain = scheme.isPlain ? { dsaEncoding: 'ieee-p1363' as const } : {}
    if (!fits || !hasItsLength(key, signature) || !hasCurve(publicKey, scheme.curve)) return false
    return verify(scheme.digest, data, { key, ...pss, ...plain }, signature) || isRightWithoutNull(scheme, key, data, signature)
  } catch {
    return false // parameters that are not what they should be; OpenSSL, too, throws on some malformed signatures instead of answering no
  }
}

/** Where a signer repeats the curve of the key in a CMS, as the one of Pdftools does, it is that of the key. @throws DerError */
function hasCurve(publicKey: Uint8Array, stated: Uint8Array | undefined): boolean {
  if (!stated) return true
  const curve = children(children(parse(publicKey))[0]!)[1]
  return curve !== undefined && Buffer.compare(curve.whole, stated) === 0
}

function isRightWithoutNull({ key: kind, digest: name }: Scheme, key: KeyObject, data: Uint8Array, signature: Uint8Array): boolean {
  const id = kind === 'rsa' && name ? digestIds.get(name) : undefined
  return id !== undefined && statesDigestWithoutNull({ name: name!, id }, key, data, signature)
}

/** An RSA signature is as long as the modulus (RFC 8017 §8.1.2 and §8.2.2, step 1). OpenSSL takes a PSS signature whose leading zeros are missing. */
function hasItsLength(key: KeyObject, signature: Uint8Array): boolean {
  if (!key.asymmetricKeyType?.startsWith('rsa')) return true
  const bits = key.asymmetricKeyDetails?.modulusLength
  return bits === undefined || signature.length === Math.ceil(bits / 8)
}

/** Whether `verifySignature` takes signatures of this algorithm from some key: what is unknown or weak, such as SHA-1, it takes from none. */
export function isAcceptedSignature(algorithm: AlgorithmIdentifier, digest?: AlgorithmIdentifier): boolean {
  try {
    return schemeOf(algorithm, digest) !== undefined
  } catch {
    return false // parameters that are not what they should be
  }
}

const weakSchemes: Record<string, Scheme> = {
  '1.2.840.113549.1.1.4': { key: 'rsa', digest: 'md5' },
  '1.2.840.113549.1.1.5': { key: 'rsa', digest: 'sha1' },
  '1.2.840.113549.1.1.14': { key: 'rsa', digest: 'sha224' },
  '1.2.840.10045.4.1': { key: 'ec', digest: 'sha1' },
  '1.2.840.10045.4.3.1': { key: 'ec', digest: 'sha224' },
}

const digestIds = new Map([digests, weakDigests].flatMap((some) => Object.entries(some).map(([oid, name]) => [name, oid])))

/** The digest that is meant where one is named: some signers name there the algorithm of the whole signature, such as sha256WithRSAEncryption. */
export function meantDigest(algorithm: AlgorithmIdentifier): AlgorithmIdentifier {
  const known = [schemes, weakSchemes].find((some) => Object.hasOwn(some, algorithm.oid))
  const oid = digestIds.get(known?.[algorithm.oid]?.digest ?? '')
  return oid === undefined ? algorithm : { ...algorithm, oid }
}

function weakSchemeOf({ oid }: AlgorithmIdentifier, digest?: AlgorithmIdentifier): Scheme | undefined {
  const name = digest && weakDigestName(digest)
  if (name && oid === rsaEncryption) return { key: 'rsa', digest: name }
  if (name && ecdsaOfNoDigest.has(oid)) return { key: 'ec', digest: name }
  return Object.hasOwn(weakSchemes, oid) ? weakSchemes[oid] : undefined
}

/**
 * What a signature over a weak digest tells. One that is right proves nothing; one that is wrong was made by another key, or over other data.
 * @param publicKey DER of the SubjectPublicKeyInfo.
 * @param digest the digest the surrounding structure names, if it does.
 * @returns undefined where that cannot be told: the algorithm is unknown, or not weak, or does not fit the key
 */
export function isRightThoughWeak(
  algorithm: AlgorithmIdentifier,
  publicKey: Uint8Array,
  data: Uint8Array,
  signature: Uint8Array,
  digest?: AlgorithmIdentifier,
): boolean | undefined {
  const scheme = weakSchemeOf(algorithm, digest)
  const key = publicKeyOf(publicKey)
  if (!scheme || key?.asymmetricKeyType !== scheme.key) return undefined
  try {
    return onceAnswered(
      { algorithm, digest, publicKey, data, signature, thoughWeak: true },
      () => verify(scheme.digest, data, key, signature) || isRightWithoutNull(scheme, key, data, signature),
    )
  } catch {
    return undefined // this OpenSSL does not know the digest any more
  }
}

/** Keys of authorities are asked for with every file; larger ones than any authority has are read each time. */
const mostKeys = 256
const largestKey = 1_024
const keys = new Map<string, KeyObject | undefined>()

/** The key, or undefined where OpenSSL cannot read it. */
export function publicKeyOf(spki: Uint8Array): KeyObject | undefined {
  const octets = Buffer.from(spki.buffer, spki.byteOffset, spki.byteLength)
  if (octets.length > largestKey) return readKey(octets)
  const name = octets.toString('latin1')
  const key = keys.has(name) ? keys.get(name) : readKey(octets)
  keys.delete(name)
  keys.set(name, key)
  if (keys.size > mostKeys) keys.delete(keys.keys().next().value!)
  return key
}

function readKey(spki: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: spki, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

const isNull = (parameters: Uint8Array | undefined) => parameters?.length === 2 && parameters[0] === 0x05
const noParameters = ({ parameters }: AlgorithmIdentifier) => parameters === undefined || isNull(parameters)

function schemeOf(algorithm: AlgorithmIdentifier, digest?: AlgorithmIdentifier): Scheme | undefined {
  if (algorithm.oid === rsassaPss) return pssScheme(algorithm)
  if (algorithm.oid === rsaEncryption) {
    const name = digest && digestName(digest)
    return name && noParameters(algorithm) ? { key: 'rsa', digest: name } : undefined
  }
  if (digest && ecdsaOfNoDigest.has(algorithm.oid)) {
    const name = digestName(digest)
    return name ? { key: 'ec', digest: name } : undefined
  }
  const scheme = Object.hasOwn(schemes, algorithm.oid) ? schemes[algorithm.oid] : undefined
  if (!scheme) return undefined
  if (scheme.isPlain) return scheme // signers repeat the key's curve there
  // RFC 4055 §5: PKCS #1 must carry NULL, but absent parameters are to be accepted too; the others must have none.
  // A CMS around it is not what is signed, and some signers write NULL there.
  const mayBeNull = scheme.key === 'rsa' || digest !== undefined
  if (scheme.key === 'ec' && digest && algorithm.parameters?.[0] === 0x06) return { ...scheme, curve: algorithm.parameters }
  return (mayBeNull ? noParameters(algorithm) : !algorithm.parameters) ? scheme : undefined
}

/** RSASSA-PSS-params (RFC 4055 §3.1). Only one digest for both the message and the mask is accepted. */
function pssScheme({ parameters }: AlgorithmIdentifier): Scheme | undefined {
  if (!parameters) return undefined
  const fields = new Map(children(expectTag(parse(parameters), 0x30, 'RSASSA-PSS-params')).map((field) => [field.tag, children(field)[0]]))
  const hash = fields.get(0xa0)
  const mask = fields.get(0xa1)
  const salt = fields.get(0xa2)
  if (!hash || !mask || !salt) return undefined // the defaults are SHA-1
  const digest = digestName(algorithmOf(hash))
  const maskAlgorithm = algorithmOf(mask)
  if (!digest || maskAlgorithm.oid !== mgf1 || !maskAlgorithm.parameters) return undefined
  if (digestName(algorithmOf(parse(maskAlgorithm.parameters))) !== digest) return undefined
  return { key: 'rsa-pss', digest, saltLength: Number(integerOf(salt)) }
}
