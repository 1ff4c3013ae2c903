/**
 * PAdES baseline signatures (EN 319 142-1 §6): B-B, B-T, B-LT and B-LTA in one pass over what is appended.
 * Time and memory do not depend on the size of the file: its bytes come in as facts and a hash state.
 */

import { hash } from 'node:crypto'
import { assembleSignedData, idData, signedAttributesOf, signerLength, withUnsignedAttribute } from '#pki/cms/signedData.ts'
import { oid } from '#pki/der/write.ts'
import type { Signer } from '#pki/signer.ts'
import type { SigningFacts } from './facts.ts'
import { advance, digestAfter } from './hashState.ts'
import type { HashState } from './hashState.ts'
import { fillMac, macAttribute, macAttributeLength, macKeyOf } from './macs.ts'
import { coveredParts, fillContents, prepareSignature, prepareTimestamp } from './prepare.ts'
import type { Prepared, SignatureOptions } from './prepare.ts'
import { appendSecurityStore } from './securityStore.ts'
import type { ValidationMaterial } from './securityStore.ts'

export type Level = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA'

/** A time-stamping authority, in process or not. */
export type Timestamper = {
  /** RFC 3161 TimeStampToken (DER of its ContentInfo) over a SHA-256. */
  readonly request: (imprint: Uint8Array) => Uint8Array | Promise<Uint8Array>
  /** No token is longer, in bytes. */
  readonly maxLength: number
}

/** Who signs: the key, its certificate, and the certificates to embed (the signer's own and its chain). */
export type SigningIdentity = { readonly signer: Signer; readonly certificate: Uint8Array; readonly certificates: readonly Uint8Array[] }

export type SignRequest = SigningIdentity & {
  readonly facts: SigningFacts
  /** The state after the file's last byte. */
  readonly hashState: HashState
  readonly signature: Omit<SignatureOptions, 'contentsLength'>
} & (
    | { readonly level: 'B-B' }
    | { readonly level: 'B-T'; readonly timestamp: Timestamper }
    | {
        readonly level: 'B-LT' | 'B-LTA'
        readonly timestamp: Timestamper
        /** What proves the certificates of signer, time stamp and OCSP responders; asked for once the signature exists. */
        readonly validationMaterial: (signature: {
          cms: Uint8Array
          timestampToken: Uint8Array
        }) => ValidationMaterial | Promise<ValidationMaterial>
      }
  )

export type Signed = {
  /** All that is appended to the file. */
  readonly tail: Uint8Array
  /** The CMS of the signature, without padding. */
  readonly cms: Uint8Array
  /** Facts and hash state of the file with the tail: what the next signer starts from. The state is worked out when it is asked for. */
  readonly facts: SigningFacts
  readonly hashState: HashState
}

const signatureTimeStampToken = oid('1.2.840.113549.1.9.16.2.14')

/** Signs, and goes on to the level asked for. @throws PlacementError; RangeError when a token is longer than announced. */
export async function signPdf(request: SignRequest): Promise<Signed> {
  const timestamp = request.level === 'B-B' ? undefined : request.timestamp
  const macKey = macKeyOf(request.facts.encryption)
  const room = contentsLength(request, timestamp) + (macKey ? macAttributeLength : 0)
  const prepared = prepareSignature(request.facts, { ...request.signature, contentsLength: room })
  const covered = digestAfter(request.hashState, ...coveredParts(prepared))
  const toSign = attributesToSign(covered, request)
  const signature = request.signer.sign(toSign)
  const token = await timestamp?.request(hash('sha256', signature, 'buffer'))
  const cms = assembleCms(request, toSign, signature, token, macKey && macAttribute(macKey, covered, signature))
  const tail = fillContents(prepared, cms)
  const signed: Appended = { hashState: request.hashState, tails: [tail], facts: prepared.after }
  if ((request.level !== 'B-LT' && request.level !== 'B-LTA') || !token) return Object.assign(whole(signed), { cms })
  const material = await request.validationMaterial({ cms, timestampToken: token })
  const stored = withSecurityStore(signed, paddedContents(prepared, cms), material)
  return Object.assign(whole(request.level === 'B-LTA' ? await withTimestamp(stored, request.timestamp) : stored), { cms })
}

/**
 * Renews the archive protection (EN 319 142-1 §5.5): first the material that proves the newest time stamp, then another one over all.
 * `contents` is the /Contents of that time stamp as it stands in the file, zero padding included.
 */
export async function renewPdf(
  file: Pick<Signed, 'facts' | 'hashState'>,
  contents: Uint8Array,
  material: ValidationMaterial,
  timestamp: Timestamper,
): Promise<Omit<Signed, 'cms'>> {
  return whole(await withTimestamp(withSecurityStore({ ...file, tails: [] }, contents, material), timestamp))
}

/**
 * The DER the signer signs, for signing in two steps: send it (or its hash) out, and pass the signature to `assembleCms`.
 * `digest` is the SHA-256 of what the signature covers: `digestAfter(hashState, ...coveredParts(prepared))`.
 */
export function attributesToSign(digest: Uint8Array, identity: Pick<SigningIdentity, 'certificate' | 'certificates'>): Uint8Array {
  return signedAttributesOf({
    contentType: idData,
    messageDigest: digest,
    certificates: identity.certificates,
    signerCertificate: identity.certificate,
  })
}

/**
 * The CMS for `fillContents`; with `timestampToken`, a token over the SHA-256 of the signature value, as signature time stamp (EN 319 122-1 §5.3).
 * `mac` is DER of the attribute that protects an encrypted file.
 */
export function assembleCms(
  identity: Omit<SigningIdentity, 'signer'> & { readonly signer: Pick<Signer, 'algorithm'> },
  toSign: Uint8Array,
  signature: Uint8Array,
  timestampToken?: Uint8Array,
  mac?: Uint8Array,
): Uint8Array {
  return assembleSignedData(
    {
      contentType: idData,
      messageDigest: new Uint8Array(),
      certificates: identity.certificates,
      signerCertificate: identity.certificate,
      signer: identity.signer,
      unsignedAttributes: () => [
        ...(timestampToken ? ([[0x30, signatureTimeStampToken, [0x31, timestampToken]]] as const) : []),
        ...(mac ? [mac] : []),
      ],
    },
    toSign,
    signature,
  )
}

/**
 * Room for the CMS: certificates, a token of the longest kind, a signature (none is longer than its public key), who signed, and some 220
 * octets of structure. Close, because whatever is kept and not needed stands in the file twice, as hexadecimal zeros, and is hashed.
 */
export function contentsLength(identity: SigningIdentity, timestamp?: Timestamper): number {
  let length = 256 + signerLength(identity.certificate) + identity.signer.publicKey.length
  for (const certificate of identity.certificates) length += certificate.length
  return timestamp ? length + timestamp.maxLength : length
}

/** What was appended so far to a file whose hash state was this before; `facts` are those after it. */
type Appended = { readonly hashState: HashState; readonly tails: readonly Uint8Array[]; readonly facts: SigningFacts }

/** Not the state at once: hashing what was appended last costs as much as a signature, and a file that nobody signs again needs none. */
function whole({ hashState, tails, facts }: Appended): Omit<Signed, 'cms'> {
  const tail = Buffer.concat(tails)
  return {
    tail,
    facts,
    get hashState() {
      return advance(hashState, tail)
    },
  }
}

function withSecurityStore(file: Appended, contents: Uint8Array, material: ValidationMaterial): Appended {
  const { tail, after } = appendSecurityStore(file.facts, [{ ...material, contents }])
  const macKey = macKeyOf(file.facts.encryption)
  if (macKey) fillMac(tail, file.facts.size, macKey, (...parts) => digestAfter(file.hashState, ...file.tails, ...parts))
  return { ...file, tails: [...file.tails, tail], facts: after }
}

async function withTimestamp(file: Appended, timestamp: Timestamper): Promise<Appended> {
  const macKey = macKeyOf(file.facts.encryption)
  const prepared = prepareTimestamp(file.facts, timestamp.maxLength + (macKey ? macAttributeLength : 0))
  const covered = digestAfter(file.hashState, ...file.tails, ...coveredParts(prepared))
  const token = await timestamp.request(covered)
  const contents = macKey ? withUnsignedAttribute(token, (value) => macAttribute(macKey, covered, value)) : token
  return { ...file, tails: [...file.tails, fillContents(prepared, contents)], facts: prepared.after }
}

/** The bytes of /Contents, padding included. */
function paddedContents({ gap }: Prepared, cms: Uint8Array): Uint8Array {
  const contents = new Uint8Array((gap[1] - gap[0] - 2) / 2)
  contents.set(cms)
  return contents
}
