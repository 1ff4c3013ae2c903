/** Encrypts and decrypts the strings and streams of a file (ISO 32000-2 §7.6.3). */

import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto'
import type { CipherMethod } from './encryption.ts'
import { PdfError } from './error.ts'
import { rc4 } from './rc4.ts'
import { isArray, isDict, isStream, isString, nameOf } from './values.ts'
import type { Dict, ObjectCipher, Stream, Value } from './values.ts'

/** What it takes to continue an encrypted file: a plain value. */
export type FileKey = {
  /** In hexadecimal. */
  readonly key: string
  readonly strings: CipherMethod
  readonly streams: CipherMethod
}

/** The cipher of one object: before AES-256, each has a key of its own. */
export function encrypterOf(file: FileKey, number: number, generation: number) {
  const key = Buffer.from(file.key, 'hex')
  return {
    string: (plain: Uint8Array) => encrypt(file.strings, key, number, generation, plain),
    stream: (plain: Uint8Array) => encrypt(file.streams, key, number, generation, plain),
  }
}

/** The strings of an object stream are not encrypted: the stream is (ISO 32000-2 §7.5.7). */
export const asItStands: ObjectCipher = { string: (octets) => octets, stream: (_dict, octets) => octets }

/** Algorithm 1; algorithm 1.A has the file's key itself. */
function objectKey(method: CipherMethod, key: Uint8Array, number: number, generation: number): Uint8Array {
  if (method === 'AESV3') return key
  const object = [number & 0xff, (number >> 8) & 0xff, (number >> 16) & 0xff, generation & 0xff, (generation >> 8) & 0xff]
  const state = createHash('md5').update(key).update(Uint8Array.from(object))
  if (method === 'AESV2') state.update('sAlT')
  return state.digest().subarray(0, Math.min(key.length + 5, 16))
}

/**
 * The initialisation vector is a MAC of what is encrypted and where it stands: nobody without the key can foretell it, and it needs no
 * randomness. The same text in the same object encrypts alike, and tells no more than that it is the same.
 */
function encrypt(method: CipherMethod, fileKey: Uint8Array, number: number, generation: number, plain: Uint8Array): Uint8Array {
  if (method === 'none') return plain
  const key = objectKey(method, fileKey, number, generation)
  if (method === 'RC4') return rc4(key, plain)
  const vector = createHmac('sha256', fileKey).update(`${number} ${generation} `).update(plain).digest().subarray(0, 16)
  const cipher = createCipheriv(method === 'AESV2' ? 'aes-128-cbc' : 'aes-256-cbc', key, vector)
  return Buffer.concat([vector, cipher.update(plain), cipher.final()])
}

const vectorLength = 16

/** @throws PdfError ENCRYPTION for what AES could not have made */
export function decrypt(method: CipherMethod, fileKey: Uint8Array, number: number, generation: number, sealed: Uint8Array): Uint8Array {
  if (method === 'none' || sealed.length === 0) return sealed
  const key = objectKey(method, fileKey, number, generation)
  if (method === 'RC4') return rc4(key, sealed)
  // nothing, of which AES makes two blocks: Acrobat writes the initialisation vector alone, and others not even that
  if (sealed.length === vectorLength) return sealed.subarray(vectorLength)
  try {
    const decipher = createDecipheriv(method === 'AESV2' ? 'aes-128-cbc' : 'aes-256-cbc', key, sealed.subarray(0, vectorLength))
    return Buffer.concat([decipher.update(sealed.subarray(vectorLength)), decipher.final()])
  } catch {
    throw new PdfError('ENCRYPTION', `something in object ${number} cannot be decrypted`)
  }
}

/**
 * An object's value with its strings decrypted, and with what decrypts its streams. Left as they are: cross-reference streams (§7.5.8.2) and
 * the /Contents of a signature (§7.6.2), which is told by its /Type or, where that is left out, by its /ByteRange.
 */
export function decrypted(value: Value, cipher: ObjectCipher): Value {
  if (isStream(value)) {
    if (nameOf(value.dict.entries.get('Type')) === 'XRef') return value
    return { ...value, dict: decryptedDict(value.dict, cipher) } satisfies Stream
  }
  if (isString(value)) return { ...value, bytes: openString(value.bytes, cipher) }
  if (isDict(value)) return decryptedDict(value, cipher)
  return isArray(value) ? value.map((item) => decrypted(item, cipher)) : value
}

/** Some writers leave a text in clear, as that of /Info; one that is not encrypted is read as it stands, and not written again. */
function openString(sealed: Uint8Array, cipher: ObjectCipher): Uint8Array {
  try {
    return cipher.string(sealed)
  } catch (error) {
    if (error instanceof PdfError) return sealed
    throw error
  }
}

function decryptedDict(dict: Dict, cipher: ObjectCipher): Dict {
  const entries = new Map<string, Value>()
  const plain = isSignature(dict) ? dict.entries.get('Contents') : undefined
  for (const [key, value] of dict.entries) entries.set(key, value === plain ? value : decrypted(value, cipher))
  return { ...dict, entries, text: { ...dict.text, cipher } }
}

/** Whether /Contents stands in it as it is. */
export const isSignature = ({ entries }: Dict) => {
  const type = nameOf(entries.get('Type'))
  return type === 'Sig' || type === 'DocTimeStamp' || (type === undefined && isArray(entries.get('ByteRange')))
}
