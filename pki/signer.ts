/** What our certificates and signatures are made with: ECDSA (RFC 5758 §3.2) on P-256 over SHA-256 and on P-384 over SHA-384, or RSA PKCS #1 v1.5 (RFC 8017 §8.2) over SHA-256. */
export type SignatureAlgorithm = 'ecdsa-with-SHA256' | 'ecdsa-with-SHA384' | 'sha256WithRSAEncryption'

/** A private key in use. The key itself stays behind this interface. */
export interface Signer {
  readonly algorithm: SignatureAlgorithm
  /** DER of the SubjectPublicKeyInfo (RFC 5280 §4.1.2.7). */
  readonly publicKey: Uint8Array
  /** Hashes `data` with the algorithm's digest and signs it. ECDSA signatures are DER (RFC 3279 §2.2.3). Synchronous: run it in a worker where it may take long. */
  sign(data: Uint8Array): Uint8Array
}
