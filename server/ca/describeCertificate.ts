import { createHash } from 'node:crypto'
import { certificatesOnly } from '#pki/cms/certificatesOnly.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import type { DistinguishedName } from '#pki/x509/distinguishedName.ts'

/** What lists of certificates show. @param der one of our own */
export function summarize(der: Uint8Array) {
  const { serial, serialHex, issuer, subject, keyUsage } = readCertificate(der)
  return {
    serial: Buffer.from(serial),
    serialDecimal: BigInt(`0x${serialHex}`).toString(),
    issuedBy: commonName(issuer),
    issuedTo: commonName(subject),
    keyUsage: [...(keyUsage ?? [])] as string[],
  }
}

const commonName = (name: DistinguishedName) => name.attributes.find((one) => one.name === 'CN')!.value
const attributesOf = (name: DistinguishedName) => name.attributes.map((one) => ({ name: one.name ?? one.oid, value: one.value }))
const fingerprint = (der: Uint8Array) => createHash('sha256').update(der).digest('hex').toUpperCase()

/** Names of what our authorities sign with. */
const algorithms: Record<string, string> = {
  '1.2.840.10045.4.3.2': 'ecdsa-with-SHA256',
  '1.2.840.10045.4.3.3': 'ecdsa-with-SHA384',
  '1.2.840.113549.1.1.11': 'sha256WithRSAEncryption',
}

/** Everything else that is in it, for people. */
export function describeCertificate(der: Uint8Array) {
  const read = readCertificate(der)
  return {
    subject: attributesOf(read.subject),
    issuer: attributesOf(read.issuer),
    extendedKeyUsage: [...(read.extendedKeyUsage ?? [])],
    policyOid: read.policies[0] ?? null,
    signatureAlgorithm: algorithms[read.signatureAlgorithm.oid] ?? read.signatureAlgorithm.oid,
    sha256: fingerprint(read.der),
    publicKeySha256: fingerprint(read.publicKey),
    ocspUrl: read.ocspUrls[0] ?? null,
    crlUrl: read.crlUrls[0] ?? null,
    pem: pemOf(read.der),
  }
}

const pemOf = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`

/** The forms in which a certificate is handed out, each with the ending of its file's name. @param chain the certificate first, DER */
export const certificateFiles = {
  pem: { ending: 'pem', write: ([own]: readonly Uint8Array[]): Uint8Array => Buffer.from(pemOf(own!)) },
  der: { ending: 'cer', write: ([own]: readonly Uint8Array[]): Uint8Array => own! },
  chain: { ending: 'chain.pem', write: (chain: readonly Uint8Array[]): Uint8Array => Buffer.from(chain.map(pemOf).join('')) },
  p7b: { ending: 'p7b', write: (chain: readonly Uint8Array[]): Uint8Array => certificatesOnly(chain) },
} as const
