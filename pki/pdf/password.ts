/** From a password to the key of an encrypted file (ISO 32000-2 §7.6.4.3–7.6.4.4). */

import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import type { Encryption } from './encryption.ts'
import { PdfError } from './error.ts'
import { rc4 } from './rc4.ts'

/** What opens an encrypted file: a password, the empty one too, or the key that one led to, in hexadecimal. */
export type Opener = string | { readonly key: string }

/** What a password opened. Its owner may do everything; a user what /P allows. */
export type Unlocked = { readonly key: Uint8Array; readonly as: 'owner' | 'user' }

/**
 * Tries a password as the user's and as the owner's: undefined where it is neither. A key is taken as it is, for whoever had it may do everything. The empty one is what readers try without asking.
 * `identifier` is the first value of the trailer's /ID, empty where there is none.
 * It costs at most eight runs of algorithm 2.B, each of at most 287 rounds over 15 kilobytes, whatever the file says.
 * @throws PdfError ENCRYPTION where the key opens something else than the dictionary states (algorithm 13)
 */
export function unlock(encryption: Encryption, identifier: Uint8Array, opener: Opener): Unlocked | undefined {
  if (typeof opener !== 'string') return { key: Buffer.from(opener.key, 'hex'), as: 'owner' }
  for (const octets of spellings(opener, encryption.revision)) {
    const unlocked = encryption.revision >= 5 ? unlockLong(encryption, octets) : unlockShort(encryption, identifier, octets)
    if (unlocked) return unlocked
  }
  return undefined
}

/** Spaces of other alphabets, which SASLprep makes plain ones, and what it leaves out, variants of emoji among that (RFC 3454, tables C.1.2 and B.1). */
const otherSpaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g
const leftOut = /\u00ad|\u034f|\u1806|[\u180b-\u180d]|[\u200b-\u200d]|\u2060|[\ufe00-\ufe0f]|\ufeff/g
/** Stands in both tables: some programs make a space of it, some nothing. */
const spaceOfNoWidth = /\u200b/g

const prepare = (password: string) => password.replace(otherSpaces, ' ').replace(leftOut, '').normalize('NFKC')

/**
 * The octets of a password: in UTF-8 after SASLprep (RFC 4013), for AES-256; before that in PDFDocEncoding, which has no Arabic: writers then take
 * UTF-8, too.
 */
function spellings(password: string, revision: number): Uint8Array[] {
  if (password === '') return [new Uint8Array()]
  const texts = [...new Set([prepare(password), prepare(password.replace(spaceOfNoWidth, ' ')), password])]
  const most = revision >= 5 ? 127 : 32
  const unicode = texts.map((text) => Buffer.from(text, 'utf8').subarray(0, most))
  if (revision >= 5 || !/^[\u0020-\u007e\u00a1-\u00ff]*$/.test(password)) return unicode
  return [Buffer.from(password, 'latin1').subarray(0, most), ...unicode]
}

const md5 = (...parts: readonly Uint8Array[]): Uint8Array => digest('md5', parts)
const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => digest('sha256', parts)
function digest(name: string, parts: readonly Uint8Array[]): Uint8Array {
  const state = createHash(name)
  for (const part of parts) state.update(part)
  return state.digest()
}

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** What a short password is filled up with (algorithm 2, step a). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const padded = (password: Uint8Array) => Buffer.concat([password, padding]).subarray(0, 32)

function unlockShort(encryption: Encryption, identifier: Uint8Array, password: Uint8Array): Unlocked | undefined {
  const key = userKey(encryption, identifier, password)
  if (opensAsUser(encryption, identifier, key)) return { key, as: 'user' }
  const asUser = userKey(encryption, identifier, userPasswordOf(encryption, password))
  return opensAsUser(encryption, identifier, asUser) ? { key: asUser, as: 'owner' } : undefined
}

/** Algorithm 2. */
function userKey({ revision, keyLength, o, permissions, encryptsMetadata }: Encryption, identifier: Uint8Array, password: Uint8Array) {
  const stated = Buffer.alloc(4)
  stated.writeInt32LE(permissions)
  let key = md5(padded(password), o, stated, identifier, revision >= 4 && !encryptsMetadata ? Buffer.alloc(4, 0xff) : new Uint8Array())
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key.subarray(0, keyLength))
  return key.subarray(0, keyLength)
}

/** Algorithms 4 to 6. */
function opensAsUser({ revision, u }: Encryption, identifier: Uint8Array, key: Uint8Array): boolean {
  if (revision === 2) return same(rc4(key, padding), u)
  let value = md5(padding, identifier)
  for (let i = 0; i < 20; i++)
    value = rc4(
      key.map((octet) => octet ^ i),
      value,
    )
  return same(value, u.subarray(0, 16))
}

/** Algorithm 7: the user's password, which the owner's opens. */
function userPasswordOf({ revision, keyLength, o }: Encryption, owner: Uint8Array): Uint8Array {
  let hashed = md5(padded(owner))
  if (revision >= 3) for (let i = 0; i < 50; i++) hashed = md5(hashed)
  const key = hashed.subarray(0, keyLength)
  let value = o
  for (let i = revision === 2 ? 0 : 19; i >= 0; i--)
    value = rc4(
      key.map((octet) => octet ^ i),
      value,
    )
  return value
}

/** Algorithm 2.A; /U and /O are a hash of 32 octets, a salt of 8 to try the password, and one of 8 for the key. */
function unlockLong(encryption: Encryption, password: Uint8Array): Unlocked | undefined {
  const { u, o, ue, oe } = encryption
  const of = encryption.revision === 5 ? sha256 : hardened
  const opened = (as: Unlocked['as'], stored: Uint8Array, sealed: Uint8Array, more: Uint8Array): Unlocked | undefined => {
    if (!same(of(password, stored.subarray(32, 40), more), stored.subarray(0, 32))) return undefined
    const decipher = createDecipheriv('aes-256-cbc', of(password, stored.subarray(40, 48), more), Buffer.alloc(16)).setAutoPadding(false)
    const key = Buffer.concat([decipher.update(sealed), decipher.final()])
    checkPermissions(encryption, key)
    return { key, as }
  }
  // as both where it is both: readers differ about which they try first, and only one key has sealed the permissions
  const [asOwner, asUser] = [opened('owner', o, oe, u), opened('user', u, ue, new Uint8Array())]
  return asOwner ?? asUser
}

/** Algorithm 13: /P and /EncryptMetadata could be changed by anybody, were they not sealed under the key. */
function checkPermissions({ perms, permissions, encryptsMetadata }: Encryption, key: Uint8Array): void {
  const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  const opened = Buffer.concat([decipher.update(perms), decipher.final()])
  if (opened.toString('latin1', 9, 12) !== 'adb' || opened.readInt32LE(0) !== permissions || (opened[8] === 0x54) !== encryptsMetadata)
    throw new PdfError('ENCRYPTION', 'the permissions of the file are not those that were sealed in it')
}

/** Algorithm 2.B, in revision 6. It ends after round 64 at the earliest and, as no octet is above 255, after round 287. */
function hardened(password: Uint8Array, salt: Uint8Array, more: Uint8Array): Uint8Array {
  let key = sha256(password, salt, more)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const once = Buffer.concat([password, key, more])
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = cipher.update(Buffer.alloc(64 * once.length, once))
    // 256 is 1 modulo 3, so that the sum of the octets has the remainder of the number they write
    const remainder = encrypted.subarray(0, 16).reduce((sum, octet) => sum + octet, 0) % 3
    key = digest(['sha256', 'sha384', 'sha512'][remainder]!, [encrypted])
    last = encrypted.at(-1)!
  }
  return key.subarray(0, 32)
}
