import { createECDH, hash } from 'node:crypto'
import { integer, oid, sequence, bitString } from '#pki/der/write.ts'
import type { Signer } from '#pki/signer.ts'

const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const spkiStart = sequence(oid('1.2.840.10045.2.1'), oid('1.2.840.10045.3.1.7'))

/**
 * A throw-away P-256 key for the copies that lints read. It signs every copy with one nonce, which makes a signature cost a
 * multiplication instead of a curve operation, and which gives the key away after two: nothing may ever trust it.
 * The signatures verify under `publicKey`.
 * @param scalar @param nonce 32 octets of randomness each. @throws RangeError in the rare case that one is out of range
 */
export function lintSigner(scalar: Uint8Array, nonce: Uint8Array): Signer {
  const d = scalarOf(scalar)
  const k = scalarOf(nonce)
  const key = createECDH('prime256v1')
  key.setPrivateKey(scalar)
  const point = createECDH('prime256v1')
  point.setPrivateKey(nonce)
  const r = number(point.getPublicKey().subarray(1, 33)) % p256Order
  const inverse = power(k, p256Order - 2n)
  const encodedR = integer(r)
  const rd = (r * d) % p256Order
  return {
    algorithm: 'ecdsa-with-SHA256',
    publicKey: sequence(spkiStart, bitString(key.getPublicKey())),
    sign: (data) => {
      const s = (inverse * (BigInt(`0x${hash('sha256', data, 'hex')}`) + rd)) % p256Order
      return sequence(encodedR, integer(octetsOf(s)))
    },
  }
}

/** 32 octets, big-endian, by hand: the way through a Buffer costs more. */
function octetsOf(value: bigint): Uint8Array {
  const hex = value.toString(16).padStart(64, '0')
  const out = new Uint8Array(32)
  for (let i = 0; i < 32; i++) out[i] = (digitOf(hex.charCodeAt(2 * i)) << 4) | digitOf(hex.charCodeAt(2 * i + 1))
  return out
}

const digitOf = (code: number) => (code < 0x3a ? code - 0x30 : code - 0x57)

const number = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)

function scalarOf(bytes: Uint8Array): bigint {
  const value = number(bytes)
  if (bytes.length !== 32 || value === 0n || value >= p256Order) throw new RangeError('not a P-256 scalar')
  return value
}

/** base to the exponent, modulo the curve's order (Fermat's inverse). */
function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let square = base, rest = exponent; rest > 0n; rest >>= 1n, square = (square * square) % p256Order)
    if (rest & 1n) result = (result * square) % p256Order
  return result
}
