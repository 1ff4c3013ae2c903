import { constants, hash, publicDecrypt } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { octetString, oid, sequence } from '#pki/der/write.ts'

/**
 * Whether an RSA signature of PKCS #1 v1.5 states the digest of `data`, and its algorithm without parameters. A signer has to write NULL there, and a
 * reader has to take a digest algorithm with or without it (RFC 8017 appendix B.1); OpenSSL takes the first alone. Cards of InfoCert, Gemalto and
 * Namirial write the second.
 * @param algorithm the digest's name and object identifier
 */
export function statesDigestWithoutNull(
  { name, id }: { name: string; id: string },
  key: KeyObject,
  data: Uint8Array,
  signature: Uint8Array,
): boolean {
  const expected = sequence(sequence(oid(id)), octetString(hash(name, data, 'buffer')))
  try {
    return publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signature).equals(expected)
  } catch {
    return false // its padding is none of PKCS #1
  }
}
