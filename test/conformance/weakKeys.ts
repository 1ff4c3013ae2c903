/** RSA keys that look like any other and are broken, each whole, so that OpenSSL signs a request with it. */
import { checkPrimeSync, createPrivateKey, generatePrimeSync, randomBytes, type KeyObject } from 'node:crypto'

const half = 1_536
const exponent = 65_537n

/** Primes that agree in all but their last 700 bits: a few steps of Fermat's method part them (CVE-2022-26320). */
export function closePrimes(): KeyObject {
  const p = topPrime()
  let q = p + (1n << 700n)
  while (!checkPrimeSync(q) || (q - 1n) % exponent === 0n) q += 2n
  return keyOf(p, q)
}

/** As the chips with Infineon's library made primes: a multiple of M and a power of 65537 modulo M (CVE-2017-15361). */
export const rocaKey = (): KeyObject => keyOf(rocaPrime(), rocaPrime())

/** The product of the first 126 primes: what the library took for moduli of 1,985 to 3,968 bits. */
const M = Array.from({ length: 700 }, (_, i) => i + 2)
  .filter((n) => checkPrimeSync(BigInt(n)))
  .map(BigInt)
  .reduce((product, prime) => product * prime, 1n)

function rocaPrime(): bigint {
  const most = 1n << BigInt(half)
  for (;;) {
    const multiple = (most - 1n - (bigOf(randomBytes(180)) % (most >> 2n))) / M
    const prime = multiple * M + power(exponent, bigOf(randomBytes(40)), M)
    if (prime < most && prime >> BigInt(half - 2) === 3n && (prime - 1n) % exponent !== 0n && checkPrimeSync(prime)) return prime
  }
}

/** A modulus with a factor that anybody finds at once. */
export function smallFactor(): KeyObject {
  const p = 733n
  for (;;) {
    const q = generatePrimeSync(2 * half - 10, { bigint: true })
    if ((p * q).toString(2).length === 2 * half) return keyOf(p, q)
  }
}

/** Of the upper half of its size, so that a product of two has the whole size. */
function topPrime(): bigint {
  for (;;) {
    const prime = generatePrimeSync(half, { bigint: true })
    if (prime >> BigInt(half - 2) === 3n && (prime - 1n) % exponent !== 0n) return prime
  }
}

const bigOf = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`)

function power(base: bigint, to: bigint, modulus: bigint): bigint {
  let result = 1n
  for (let square = base % modulus, left = to; left > 0n; square = (square * square) % modulus, left >>= 1n)
    if (left & 1n) result = (result * square) % modulus
  return result
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [value % modulus, modulus, 1n, 0n]
  while (b > 0n) [a, b, x, y] = [b, a % b, y, x - (a / b) * y]
  return ((x % modulus) + modulus) % modulus
}

function keyOf(p: bigint, q: bigint): KeyObject {
  const d = inverse(exponent, (p - 1n) * (q - 1n))
  const text = (value: bigint) => {
    const hex = value.toString(16)
    return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex').toString('base64url')
  }
  const numbers = { n: p * q, e: exponent, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) }
  const jwk = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, text(value)]))
  return createPrivateKey({ key: { kty: 'RSA', ...jwk }, format: 'jwk' })
}
