import { bitsOf, children, DerError, expectTag, integerOf, parse } from '#pki/der/read.ts'
import { concat, oid, sequence } from '#pki/der/write.ts'
import { algorithmOf } from './algorithms.ts'
import { isOnP256 } from './p256.ts'

/** Why a public key may not be certified. */
export type KeyFault =
  | 'malformed'
  | 'unsupported-algorithm'
  | 'unsupported-curve'
  | 'point-not-on-curve'
  | 'rsa-modulus-size'
  | 'rsa-exponent'
  | 'rsa-small-factor'
  | 'rsa-close-primes'
  | 'rsa-roca'

/** What certificates of ours may hold. */
export type KeyKind = 'P-256' | 'P-384' | 'RSA'

type Curve = { parameters: Uint8Array; kind: KeyKind; size: number; p: bigint; b: bigint }
/** SEC 2 §2.4.2 and §2.5.1; a = -3 in both. */
const curves: Curve[] = [
  {
    parameters: oid('1.2.840.10045.3.1.7'),
    kind: 'P-256',
    size: 32,
    p: 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
    b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
  },
  {
    parameters: oid('1.3.132.0.34'),
    kind: 'P-384',
    size: 48,
    p: 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000ffffffffn,
    b: 0xb3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d8a2ed19d2a85c8edd3ec2aefn,
  },
]

const p256 = curves[0]!
/** What stands before the coordinates in every P-256 key in uncompressed form. */
const p256Start = concat(
  new Uint8Array([0x30, 0x59]),
  sequence(oid('1.2.840.10045.2.1'), p256.parameters),
  new Uint8Array([0x03, 0x42, 0x00]),
)

/** SubjectPublicKeyInfo of a P-256 key. @param point 65 octets: 4, then the coordinates */
export const p256KeyOf = (point: Uint8Array): Uint8Array => concat(p256Start, point)

/** The point of a P-256 key, undefined where the SubjectPublicKeyInfo is any other: by its one form, without taking it to pieces. */
export function p256PointOf(spki: Uint8Array): Uint8Array | undefined {
  if (spki.length !== p256Start.length + 65 || spki[p256Start.length] !== 0x04) return undefined
  for (let i = 0; i < p256Start.length; i++) if (spki[i] !== p256Start[i]) return undefined
  return spki.subarray(p256Start.length)
}

/** Kind and first fault of a SubjectPublicKeyInfo. The blocklist is the caller's: compare the SHA-256 of the same bytes. */
export function checkKey(spki: Uint8Array): { kind?: KeyKind; fault?: KeyFault } {
  const point = p256PointOf(spki)
  if (point) return isOnP256(point) ? { kind: 'P-256' } : { kind: 'P-256', fault: 'point-not-on-curve' }
  try {
    const [algorithm, bits, ...rest] = children(expectTag(parse(spki), 0x30, 'SubjectPublicKeyInfo'))
    if (rest.length > 0) return { fault: 'malformed' }
    const { oid: type, parameters } = algorithmOf(algorithm)
    if (type === '1.2.840.10045.2.1') return checkPoint(parameters, bitsOf(bits))
    if (type === '1.2.840.113549.1.1.1') return { kind: 'RSA', fault: parameters?.[0] === 0x05 ? rsaFault(bitsOf(bits)) : 'malformed' }
    return { fault: 'unsupported-algorithm' }
  } catch (cause) {
    if (cause instanceof DerError) return { fault: 'malformed' }
    throw cause
  }
}

function checkPoint(parameters: Uint8Array | undefined, point: Uint8Array): { kind?: KeyKind; fault?: KeyFault } {
  const curve = parameters && curves.find((known) => Buffer.compare(known.parameters, parameters) === 0)
  if (!curve) return { fault: 'unsupported-curve' }
  const { kind, size } = curve
  if (point.length !== 1 + 2 * size || point[0] !== 0x04) return { kind, fault: 'malformed' } // uncompressed only (RFC 5480 §2.2)
  return checkCoordinates(curve, point)
}

function checkCoordinates({ kind, size, p, b }: Curve, point: Uint8Array): { kind: KeyKind; fault?: KeyFault } {
  const hex = Buffer.from(point.buffer, point.byteOffset, point.byteLength).toString('hex')
  const x = BigInt(`0x${hex.slice(2, 2 + 2 * size)}`)
  const y = BigInt(`0x${hex.slice(2 + 2 * size)}`)
  const onCurve = x < p && y < p && (y * y - (x * x - 3n) * x - b) % p === 0n
  return onCurve ? { kind } : { kind, fault: 'point-not-on-curve' }
}

function rsaFault(key: Uint8Array): KeyFault | undefined {
  const [n, e, ...rest] = children(expectTag(parse(key), 0x30, 'RSAPublicKey'))
  if (rest.length > 0) return 'malformed'
  const modulus = integerOf(n)
  const exponent = integerOf(e)
  const bits = modulus > 0n ? modulus.toString(2).length : 0
  if (bits < 3072 || bits > 8192 || bits % 8 !== 0) return 'rsa-modulus-size'
  if (exponent !== 65537n) return 'rsa-exponent'
  if (smallPrimes.some((prime) => modulus % prime === 0n)) return 'rsa-small-factor'
  if (hasRocaFingerprint(modulus)) return 'rsa-roca'
  return hasClosePrimes(modulus) ? 'rsa-close-primes' : undefined
}

const primesUpTo = (limit: number) =>
  Array.from({ length: limit - 1 }, (_, i) => i + 2).filter((n) => {
    for (let d = 2; d * d <= n; d++) if (n % d === 0) return false
    return true
  })

const smallPrimes = primesUpTo(751).map(BigInt)

/** For each prime of the ROCA generator, the residues a vulnerable modulus can leave: the powers of 65537. */
const rocaResidues = primesUpTo(167)
  .filter((prime) => prime > 2)
  .map((prime) => {
    const powers = new Set<bigint>()
    for (let power = 1; !powers.has(BigInt(power)); power = (power * 65537) % prime) powers.add(BigInt(power))
    return { prime: BigInt(prime), powers }
  })

/** CVE-2017-15361: primes were k·M + (65537^a mod M), so the modulus is a power of 65537 modulo every prime in M. */
const hasRocaFingerprint = (modulus: bigint) => rocaResidues.every(({ prime, powers }) => powers.has(modulus % prime))

/** Fermat's factorisation, 100 rounds: finds primes that agree in more than their upper half (CVE-2022-26320). */
function hasClosePrimes(modulus: bigint): boolean {
  let a = squareRoot(modulus)
  if (a * a < modulus) a++
  for (let round = 0; round < 100; round++, a++) {
    const rest = a * a - modulus
    if (!squareResidues.has(Number(rest % 5040n))) continue
    const root = squareRoot(rest)
    if (root * root === rest) return true
  }
  return false
}

/** Squares modulo 5040 = 16·9·5·7: 48 of them, so that 99 in 100 numbers need no root. */
const squareResidues = new Set(Array.from({ length: 5040 }, (_, n) => (n * n) % 5040))

/** The integer square root, by Newton's method from above. */
function squareRoot(n: bigint): bigint {
  if (n < 2n) return n
  let root = 1n << BigInt((n.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + n / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
