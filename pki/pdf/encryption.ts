/** The encryption dictionary of the standard security handler (ISO 32000-2 §7.6.2–7.6.5; revisions 2 to 4 also in ISO 32000-1 §7.6). */

import { PdfError } from './error.ts'
import { isDict, isInteger, isString, nameOf } from './values.ts'
import type { Dict, Value } from './values.ts'

/** How octets are encrypted: not at all, with RC4, with AES-128 or with AES-256, both in CBC. */
export type CipherMethod = 'none' | 'RC4' | 'AESV2' | 'AESV3'

export type Encryption = {
  /** /R: 2 and 3 with RC4, 4 with crypt filters, 5 (Adobe's extension level 3) and 6 with AES-256. */
  readonly revision: 2 | 3 | 4 | 5 | 6
  /** Octets of the file's key. */
  readonly keyLength: number
  readonly o: Uint8Array
  readonly u: Uint8Array
  /** Revisions 5 and 6. */
  readonly oe: Uint8Array
  readonly ue: Uint8Array
  readonly perms: Uint8Array
  /** /P as a signed 32-bit number (ISO 32000-2 table 22). */
  readonly permissions: number
  readonly encryptsMetadata: boolean
  readonly strings: CipherMethod
  readonly streams: CipherMethod
  /** Streams of files inside the file. */
  readonly embedded: CipherMethod
  /** What a stream's own /Crypt filter may name. */
  readonly named: ReadonlyMap<string, CipherMethod>
}

const malformed = (what: string) => new PdfError('ENCRYPTION', `the encryption dictionary is malformed: ${what}`)
const unknown = (what: string) => new PdfError('ENCRYPTION_UNKNOWN', `the file is encrypted in a way that is not read: ${what}`)

/**
 * Reads /Encrypt. Its values stand in it directly, or lead to objects through `get`, which are not encrypted themselves.
 * @throws PdfError ENCRYPTION_UNKNOWN another handler (as for certificates) or version; ENCRYPTION one that does not hold together
 */
export function readEncryption(dict: Dict, get: (dict: Dict, key: string) => Value): Encryption {
  const handler = nameOf(get(dict, 'Filter'))
  if (handler !== 'Standard') throw unknown(`handler ${handler ?? 'without a name'}`)
  if (dict.repeated) throw malformed(`/${[...dict.repeated.keys()].join(', /')} stands twice`)
  const version = get(dict, 'V') ?? 0
  const revision = get(dict, 'R')
  if (!isInteger(version) || !isInteger(revision)) throw malformed('/V or /R')
  const rule = revisions[version]
  if (!rule?.includes(revision)) throw unknown(`version ${version}, revision ${revision}`)
  const long = revision >= 5
  const permissions = get(dict, 'P')
  if (!isInteger(permissions) || permissions < -0x80000000 || permissions > 0xffffffff) throw malformed('/P')
  return {
    revision: revision as Encryption['revision'],
    keyLength: long ? 32 : version === 4 ? 16 : version === 1 ? 5 : keyLengthOf(get(dict, 'Length')),
    o: octets(get(dict, 'O'), long ? 48 : 32, '/O'),
    u: octets(get(dict, 'U'), long ? 48 : 32, '/U'),
    oe: long ? octets(get(dict, 'OE'), 32, '/OE') : none,
    ue: long ? octets(get(dict, 'UE'), 32, '/UE') : none,
    perms: long ? octets(get(dict, 'Perms'), 16, '/Perms') : none,
    permissions: permissions | 0,
    encryptsMetadata: version < 4 || get(dict, 'EncryptMetadata') !== false,
    ...(version < 4 ? { strings: 'RC4', streams: 'RC4', embedded: 'RC4', named: new Map() } : cryptFilters(dict, get, version)),
  }
}

/** Which revisions go with a /V; 3 is unpublished. */
const revisions: Record<number, readonly number[]> = { 1: [2, 3], 2: [2, 3], 4: [4], 5: [5, 6] }
const none = new Uint8Array()

/** Bits, of which some writers count octets. */
function keyLengthOf(value: Value): number {
  const bits = value ?? 40
  if (!isInteger(bits) || bits < 5 || bits > 128 || (bits > 16 && bits % 8 !== 0)) throw malformed('/Length')
  return bits > 16 ? Math.max(5, bits / 8) : bits
}

/** Writers pad these to 127 octets with zeros; what counts is the beginning. */
function octets(value: Value, length: number, what: string): Uint8Array {
  if (!isString(value) || value.bytes.length < length || value.bytes.length > 256) throw malformed(what)
  return value.bytes.subarray(0, length)
}

const mostFilters = 50

function cryptFilters(dict: Dict, get: (dict: Dict, key: string) => Value, version: number) {
  const named = new Map<string, CipherMethod>([['Identity', 'none']])
  const filters = get(dict, 'CF')
  if (isDict(filters)) {
    if (filters.entries.size > mostFilters) throw malformed('/CF')
    for (const name of filters.entries.keys()) {
      const filter = get(filters, name)
      if (name !== 'Identity' && isDict(filter)) named.set(name, methodOf(nameOf(get(filter, 'CFM')), version))
    }
  }
  const methodFor = (key: string, otherwise: CipherMethod): CipherMethod => {
    const name = nameOf(get(dict, key))
    if (name === undefined) return otherwise
    const method = named.get(name)
    if (!method) throw malformed(`/${key} names a crypt filter that is not there`)
    return method
  }
  const streams = methodFor('StmF', 'none')
  return { named, streams, strings: methodFor('StrF', 'none'), embedded: methodFor('EFF', streams) }
}

function methodOf(name: string | undefined, version: number): CipherMethod {
  if (name === undefined || name === 'None') return 'none'
  if (version === 4 && name === 'V2') return 'RC4'
  if ((version === 4 && name === 'AESV2') || (version === 5 && name === 'AESV3')) return name
  throw unknown(`crypt filter ${name}`)
}
