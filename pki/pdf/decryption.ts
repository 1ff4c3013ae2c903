/** Opens an encrypted file with a password: who reads, what they may do, and what decrypts each object. */

import { decrypt } from './cipher.ts'
import type { FileKey } from './cipher.ts'
import { readEncryption } from './encryption.ts'
import type { CipherMethod, Encryption } from './encryption.ts'
import { PdfError } from './error.ts'
import { latin1 } from './latin1.ts'
import { unlock } from './password.ts'
import type { Opener } from './password.ts'
import { isArray, isDict, isRef, isString, nameOf } from './values.ts'
import type { Dict, ObjectCipher, Value } from './values.ts'
import type { Revision } from './revisions.ts'

export type Decryption = {
  readonly encryption: Encryption
  readonly fileKey: FileKey
  /** With the owner's password everything is allowed. */
  readonly openedAs: 'owner' | 'user'
  /** The file's key and /KDFSalt, where a MAC may protect it (ISO/TS 32004). */
  readonly macKey: { readonly fileKey: Uint8Array; readonly salt: Uint8Array } | undefined
  /** Undefined for the encryption dictionary, which is not encrypted. */
  cipherOf(number: number, generation: number): ObjectCipher | undefined
}

/**
 * Undefined for a file that is not encrypted. One key opens all of a file: revisions that state different encryptions have none.
 * @throws PdfError PASSWORD, ENCRYPTION_UNKNOWN, ENCRYPTION
 */
export function openEncryption(
  revisions: readonly Revision[],
  document: { resolve(value: Value | undefined, at?: number): Value; get(dict: Dict, key: string): Value },
  opener: Opener,
): Decryption | undefined {
  const newest = revisions.at(-1)!.trailer
  const stated = revisions.map(({ trailer }) => trailer.entries.get('Encrypt') ?? undefined)
  if (stated.every((value) => value === undefined)) return undefined
  const read = (value: Value | undefined, at?: number): Encryption => {
    const dict = document.resolve(value, at)
    if (!isDict(dict)) throw new PdfError('ENCRYPTION', 'the encryption dictionary is none')
    return readEncryption(dict, (inside, key) => document.get(inside, key))
  }
  const encryption = read(stated.at(-1))
  checkSame(revisions, stated, (value, at) => textOf(read(value, at)) === textOf(encryption))
  const identifiers = document.get(newest, 'ID')
  const first = isArray(identifiers) ? document.resolve(identifiers[0]) : null
  const unlocked = unlock(encryption, isString(first) ? first.bytes : new Uint8Array(), opener)
  if (!unlocked) throw new PdfError('PASSWORD', 'the password does not open the file')
  const { key, as } = unlocked
  const place = stated.at(-1)
  const dictionary = isRef(place) ? place.number : undefined
  const salt = macSaltOf(document, document.resolve(place))
  return {
    encryption,
    fileKey: { key: Buffer.from(key).toString('hex'), strings: encryption.strings, streams: encryption.streams },
    openedAs: as,
    macKey: salt && { fileKey: key, salt },
    cipherOf: (number, generation) =>
      number === dictionary
        ? undefined
        : {
            string: (sealed) => decrypt(encryption.strings, key, number, generation, sealed),
            stream: (dict, sealed) => decrypt(methodOf(encryption, dict, sealed), key, number, generation, sealed),
          },
  }
}

function macSaltOf(document: { get(dict: Dict, key: string): Value }, encryption: Value): Uint8Array | undefined {
  const salt = isDict(encryption) ? document.get(encryption, 'KDFSalt') : null
  return isString(salt) && salt.bytes.length === 32 ? salt.bytes : undefined
}

const textOf = (encryption: Encryption) => JSON.stringify({ ...encryption, named: [...encryption.named] })

/** @throws PdfError ENCRYPTION */
function checkSame(
  revisions: readonly Revision[],
  stated: readonly (Value | undefined)[],
  isSame: (value: Value | undefined, at: number) => boolean,
) {
  const changed = () => new PdfError('ENCRYPTION', 'a later revision changes how the file is encrypted')
  const [number, ...others] = new Set(stated.map((value) => (isRef(value) ? value.number : undefined)))
  const isStatedOnce = number !== undefined && others.length === 0 && revisions.filter(({ entries }) => entries.has(number)).length === 1
  if (isStatedOnce) return
  // HexaPDF writes it again with every revision
  for (const [at, value] of stated.entries()) if (value === undefined || !isSame(value, at)) throw changed()
}

/** What a stream is encrypted with: what its own /Crypt filter names (§7.6.6), or what is meant for its kind. */
function methodOf(encryption: Encryption, { entries }: Dict, sealed: Uint8Array): CipherMethod {
  const first = (value: Value | undefined) => (isArray(value) ? value[0] : value)
  if (nameOf(first(entries.get('Filter'))) === 'Crypt') {
    const parameters = first(entries.get('DecodeParms'))
    const method = encryption.named.get((isDict(parameters) ? nameOf(parameters.entries.get('Name')) : undefined) ?? 'Identity')
    if (!method) throw new PdfError('ENCRYPTION', 'a stream names a crypt filter that is not there')
    return method
  }
  const type = nameOf(entries.get('Type'))
  // some writers leave metadata in clear and do not say so
  if (type === 'Metadata' && (!encryption.encryptsMetadata || latin1(sealed.subarray(0, 9)) === '<?xpacket')) return 'none'
  return type === 'EmbeddedFile' ? encryption.embedded : encryption.streams
}
