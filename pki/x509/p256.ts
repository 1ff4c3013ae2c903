/**
 * Whether a point lies on P-256 (SEC 2 §2.4.2): y² = x³ - 3x + b. In limbs of 16 bits, whose products a number holds exactly, because every
 * certificate of a person needs this once and big integers cost more than half of what is left after the signature. Nothing here is secret.
 */

const limbs = 16
const octetsOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const prime = octetsOf('ffffffff00000001000000000000000000000000ffffffffffffffffffffffff')

function limbsOf(octets: Uint8Array, start: number, into: Float64Array): Float64Array {
  for (let i = 0; i < limbs; i++) into[i] = octets[start + 30 - 2 * i]! * 256 + octets[start + 31 - 2 * i]!
  return into
}

const primeLimbs = limbsOf(prime, 0, new Float64Array(limbs))
const b = limbsOf(octetsOf('5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b'), 0, new Float64Array(limbs))
const x = new Float64Array(limbs)
const y = new Float64Array(limbs)
const square = new Float64Array(2 * limbs)
const sum = new Float64Array(2 * limbs)

/** @param point 65 octets: 4, then the coordinates */
export function isOnP256(point: Uint8Array): boolean {
  if (!isBelowPrime(point, 1) || !isBelowPrime(point, 33)) return false
  limbsOf(point, 1, x)
  limbsOf(point, 33, y)
  square.fill(0)
  addSquare(square, x)
  reduce(square)
  sum.fill(0)
  addSquare(sum, y)
  subtractProduct(sum, square, x)
  for (let i = 0; i < limbs; i++) sum[i] = sum[i]! + 3 * x[i]! - b[i]!
  reduce(sum)
  return equals(sum, undefined) || equals(sum, primeLimbs)
}

function isBelowPrime(octets: Uint8Array, start: number): boolean {
  for (let i = 0; i < 32; i++) if (octets[start + i] !== prime[i]) return octets[start + i]! < prime[i]!
  return false
}

function addSquare(to: Float64Array, a: Float64Array): void {
  for (let i = 0; i < limbs; i++) {
    const factor = a[i]!
    to[2 * i] = to[2 * i]! + factor * factor
    for (let j = i + 1; j < limbs; j++) to[i + j] = to[i + j]! + 2 * factor * a[j]!
  }
}

function subtractProduct(from: Float64Array, a: Float64Array, c: Float64Array): void {
  for (let i = 0; i < limbs; i++) {
    const factor = a[i]!
    for (let j = 0; j < limbs; j++) from[i + j] = from[i + j]! - factor * c[j]!
  }
}

/** Brings 32 limbs of either sign to the lower 16, each from 0 to 2^16 - 1: congruent, and below 2^256. */
function reduce(value: Float64Array): void {
  for (let i = 2 * limbs - 1; i >= limbs; i--) fold(value, i)
  do {
    let carry = 0
    for (let i = 0; i < limbs; i++) {
      const whole = value[i]! + carry
      carry = Math.floor(whole / 65_536)
      value[i] = whole - carry * 65_536
    }
    value[limbs] = carry
    if (carry !== 0) fold(value, limbs)
  } while (!isNormal(value))
}

/** 2^256 = 2^224 - 2^192 - 2^96 + 1 modulo the prime. */
function fold(value: Float64Array, i: number): void {
  const high = value[i]!
  value[i] = 0
  value[i - 2] = value[i - 2]! + high
  value[i - 4] = value[i - 4]! - high
  value[i - 10] = value[i - 10]! - high
  value[i - 16] = value[i - 16]! + high
}

function isNormal(value: Float64Array): boolean {
  for (let i = 0; i < limbs; i++) if (value[i]! < 0 || value[i]! > 65_535) return false
  return true
}

function equals(value: Float64Array, other: Float64Array | undefined): boolean {
  for (let i = 0; i < limbs; i++) if (value[i] !== (other ? other[i] : 0)) return false
  return true
}
