import { bitsOf, children, DerError, expectTag, integerOf, oidOf, parse } from '#pki/der/read.ts'
import { algorithmOf } from './algorithms.ts'

/** Curves of 112 bits of strength and more: P-224 to P-521, secp256k1, Brainpool r1 and t1 from 224 bits, FRP256v1. */
const curves = new Set([
  '1.3.132.0.33',
  '1.2.840.10045.3.1.7',
  '1.3.132.0.34',
  '1.3.132.0.35',
  '1.3.132.0.10',
  ...Array.from({ length: 10 }, (_, i) => `1.3.36.3.3.2.8.1.1.${i + 5}`),
  '1.2.250.1.223.101.256.1',
])

/**
 * Why nothing may rest on signatures by a key (ETSI TS 119 312, RFC 5480 §2.1.1); undefined where nothing speaks against it.
 * A key that is not canonical is taken for weak: other readers may see another key in it.
 * @param spki DER of the SubjectPublicKeyInfo
 */
export function weakness(spki: Uint8Array): string | undefined {
  try {
    const [algorithm, bits] = children(expectTag(parse(spki), 0x30, 'SubjectPublicKeyInfo'))
    const { oid, parameters } = algorithmOf(algorithm)
    if (oid === '1.2.840.10045.2.1') return weakCurve(parameters)
    return oid === '1.2.840.113549.1.1.1' || oid === '1.2.840.113549.1.1.10' ? weakRsa(bitsOf(bits)) : undefined
  } catch (error) {
    if (error instanceof DerError) return 'a key that is not well formed'
    throw error
  }
}

/** A curve by its parameters is one that the sender chose: with a generator of its own, anybody makes a key that signs for another's (CVE-2020-0601). */
function weakCurve(parameters: Uint8Array | undefined): string | undefined {
  if (parameters?.[0] !== 0x06) return 'explicit curve parameters'
  const curve = oidOf(parse(parameters))
  return curves.has(curve) ? undefined : `the curve ${curve}`
}

function weakRsa(key: Uint8Array): string | undefined {
  const [n, e] = children(expectTag(parse(key), 0x30, 'RSAPublicKey'))
  const bits = integerOf(n).toString(2).length
  if (bits < 2048) return `RSA of ${bits} bits`
  const exponent = integerOf(e)
  return exponent < 3n || exponent % 2n === 0n ? `the RSA exponent ${exponent.toString(16)}` : undefined
}
