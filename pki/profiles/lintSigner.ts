import { createECDH, hash } from 'node:crypto'
import { encode, integer } from '#pki/der/write.ts'
import type { Signer } from '#pki/signer.ts'
import { p256KeyOf } from '#pki/x509/keys.ts'

const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
/** The curve's base point, whose first coordinate is the r of a signature with the nonce 1 (SEC 2 §2.4.2). */
const baseX = 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n

/**
 * A throw-away P-256 key for the copies that lints read. It signs every copy with the nonce 1: s is then the digest plus a constant
 * (SEC 1 §4.1.3), an addition instead of a curve operation, and the first signature gives the key away: nothing may ever trust it.
 * The signatures verify under `publicKey`.
 * @param scalar 32 octets of randomness. @throws RangeError in the rare case that it is out of range
 */
export function lintSigner(scalar: Uint8Array): Signer {
  const d = number(scalar)
  if (scalar.length !== 32 || d === 0n || d >= p256Order) throw new RangeError('not a P-256 scalar')
  const key = createECDH('prime256v1')
  key.setPrivateKey(scalar)
  const r = integer(octetsOf(baseX))
  const constant = octetsOf((baseX * d) % p256Order)
  return {
    algorithm: 'ecdsa-with-SHA256',
    publicKey: p256KeyOf(key.getPublicKey()),
    sign: (data) => encode([0x30, r, integer(sumModuloOrder(hash('sha256', data, 'binary'), constant))]),
  }
}

const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
const octetsOf = (value: bigint) => new Uint8Array(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'))
const order = octetsOf(p256Order)

/**
 * The sum modulo the curve's order, of 32 octets each, big-endian.
 * @param digest as text of one character an octet; it may be above the order. @param addend below the order
 */
function sumModuloOrder(digest: string, addend: Uint8Array): Uint8Array {
  const sum = new Uint8Array(32)
  let carry = 0
  for (let i = 31; i >= 0; i--) {
    carry += digest.charCodeAt(i) + addend[i]!
    sum[i] = carry & 0xff
    carry >>= 8
  }
  // the digest is below twice the order and the addend below the order: twice is enough
  for (let times = 0; times < 2 && (carry > 0 || !isBelowOrder(sum)); times++) carry -= subtractOrder(sum)
  return sum
}

function isBelowOrder(value: Uint8Array): boolean {
  for (let i = 0; i < 32; i++) if (value[i] !== order[i]) return value[i]! < order[i]!
  return false
}

/** @returns what was borrowed from above the highest octet */
function subtractOrder(value: Uint8Array): number {
  let borrow = 0
  for (let i = 31; i >= 0; i--) {
    const difference = value[i]! - order[i]! - borrow
    value[i] = difference & 0xff
    borrow = difference < 0 ? 1 : 0
  }
  return borrow
}
