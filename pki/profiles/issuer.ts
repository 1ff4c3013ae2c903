import type { SignatureAlgorithm } from '#pki/signer.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import type { Certificate } from '#pki/x509/certificate.ts'

/** Where relying parties find what the issuer publishes: http addresses. */
export type Addresses = { readonly ocsp?: string; readonly caIssuers?: string; readonly crl?: string }

/** Who signs. `certificate` is null where the certificate signs itself. */
export type Issuer = {
  readonly certificate: Certificate | null
  /** The algorithm the issuer's key signs with. */
  readonly algorithm: SignatureAlgorithm
  readonly addresses: Addresses
}

/** An issuer from its own certificate, DER. Keep the value: the constant parts of certificates are encoded once for each. @throws DerError */
export const issuerOf = (certificate: Uint8Array, algorithm: SignatureAlgorithm, addresses: Addresses): Issuer =>
  Object.freeze({ certificate: readCertificate(certificate.slice()), algorithm, addresses: Object.freeze({ ...addresses }) })

export const selfIssuer = (algorithm: SignatureAlgorithm): Issuer => Object.freeze({ certificate: null, algorithm, addresses: {} })
