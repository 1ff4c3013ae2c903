import { hash } from 'node:crypto'
import {
  boolean,
  context,
  contextPrimitive,
  element,
  ia5String,
  integer,
  namedBits,
  nullValue,
  octetString,
  oid,
  printableString,
  sequence,
} from '#pki/der/write.ts'

/** Object identifiers of the extensions we write and read (RFC 5280 §4.2, RFC 6960 §4.2.2.2.1, RFC 3739 §3.2.6). */
export const extensionIds = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  certificatePolicies: '2.5.29.32',
  crlDistributionPoints: '2.5.29.31',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  qcStatements: '1.3.6.1.5.5.7.1.3',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
} as const

export const purposes = {
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  clientAuth: '1.3.6.1.5.5.7.3.2',
  /** id-kp-documentSigning, RFC 9336 */
  documentSigning: '1.3.6.1.5.5.7.3.36',
  emailProtection: '1.3.6.1.5.5.7.3.4',
} as const

/** Bit numbers are the positions (RFC 5280 §4.2.1.3). */
export const keyUsageBits = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const
export type KeyUsage = (typeof keyUsageBits)[number]

/** One Extension. `value` is the DER that goes inside the OCTET STRING. */
export const extension = (id: string, critical: boolean, value: Uint8Array): Uint8Array =>
  sequence(oid(id), ...(critical ? [boolean(true)] : []), octetString(value)) // DER leaves the default FALSE out

/** `pathLength` null: no limit. */
export const basicConstraints = (ca: { pathLength: number | null } | false): Uint8Array =>
  extension(
    extensionIds.basicConstraints,
    true,
    ca ? sequence(boolean(true), ...(ca.pathLength === null ? [] : [integer(ca.pathLength)])) : sequence(),
  )

export const keyUsage = (...usages: KeyUsage[]): Uint8Array =>
  extension(extensionIds.keyUsage, true, namedBits(...usages.map((usage) => keyUsageBits.indexOf(usage))))

export const extendedKeyUsage = (critical: boolean, ...oids: string[]): Uint8Array =>
  extension(extensionIds.extendedKeyUsage, critical, sequence(...oids.map(oid)))

export type Policy = { oid: string; /** Address of the practice statement. */ cps?: string }

const cpsQualifier = oid('1.3.6.1.5.5.7.2.1')

export const certificatePolicies = (...policies: Policy[]): Uint8Array =>
  extension(
    extensionIds.certificatePolicies,
    false,
    sequence(
      ...policies.map(({ oid: id, cps }) =>
        sequence(oid(id), ...(cps === undefined ? [] : [sequence(sequence(cpsQualifier, ia5String(cps)))])),
      ),
    ),
  )

const mailbox = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i

/** Whether an address fits into rfc822Name: without a name, in ASCII (RFC 5280 §4.2.1.6), the host as DNS has it (§7.5). */
export const isMailbox = (address: string): boolean => address.length <= 254 && mailbox.test(address)

/** The subject's mail address, one that `isMailbox`; the subject itself is never empty here, so it is not critical (RFC 5280 §4.2.1.6). */
export const emailAlternativeName = (address: string): Uint8Array =>
  extension(extensionIds.subjectAltName, false, sequence(contextPrimitive(1, Buffer.from(address))))

function uri(address: string): Uint8Array {
  if (!/^[\x21-\x7e]+$/.test(address)) throw new TypeError(`not an address in ASCII: ${address}`)
  return contextPrimitive(6, Buffer.from(address))
}

const accessMethods = { ocsp: oid('1.3.6.1.5.5.7.48.1'), caIssuers: oid('1.3.6.1.5.5.7.48.2') }

export const authorityInfoAccess = (addresses: { ocsp?: string; caIssuers?: string }): Uint8Array =>
  extension(
    extensionIds.authorityInfoAccess,
    false,
    sequence(
      ...(addresses.ocsp === undefined ? [] : [sequence(accessMethods.ocsp, uri(addresses.ocsp))]),
      ...(addresses.caIssuers === undefined ? [] : [sequence(accessMethods.caIssuers, uri(addresses.caIssuers))]),
    ),
  )

/** DistributionPointName with one full name, as CDP and issuingDistributionPoint carry it. */
export const distributionPointName = (address: string): Uint8Array => context(0, context(0, uri(address)))

export const crlDistributionPoints = (address: string): Uint8Array =>
  extension(extensionIds.crlDistributionPoints, false, sequence(sequence(distributionPointName(address))))

/**
 * The key identifier of a SubjectPublicKeyInfo: the leftmost 160 bits of the SHA-256 of the key's BIT STRING (RFC 7093 §2, method 1).
 * @param publicKeyBits contents of the subjectPublicKey BIT STRING.
 */
export function keyIdentifierOf(publicKeyBits: Uint8Array): Uint8Array {
  const digest = hash('sha256', publicKeyBits, 'binary') // as text, because a Buffer for it costs as much as the hash
  const identifier = new Uint8Array(20)
  for (let i = 0; i < identifier.length; i++) identifier[i] = digest.charCodeAt(i)
  return identifier
}

const subjectKeyIdentifierStart = oid(extensionIds.subjectKeyIdentifier)
export const subjectKeyIdentifier = (keyIdentifier: Uint8Array): Uint8Array =>
  sequence(subjectKeyIdentifierStart, octetString(octetString(keyIdentifier)))

export const authorityKeyIdentifier = (keyIdentifier: Uint8Array): Uint8Array =>
  extension(extensionIds.authorityKeyIdentifier, false, sequence(contextPrimitive(0, keyIdentifier)))

/** The responder's certificate needs no revocation check for its short life (RFC 6960 §4.2.2.2.1). */
export const ocspNoCheck = (): Uint8Array => extension(extensionIds.ocspNoCheck, false, nullValue)

/** Statements of EN 319 412-5, and the identifier semantics of EN 319 412-1 §5.1. Which ones a class makes is the operator's to configure. */
export type QcStatements = {
  /** id-etsi-qcs-QcCompliance: qualified under Regulation (EU) 910/2014, or under `countries`' law where given. */
  compliance?: boolean
  /** id-etsi-qcs-QcCClegislation: ISO 3166-1 codes. */
  countries?: string[]
  sscd?: boolean
  type?: 'esign' | 'eseal'
  retentionYears?: number
  /** Disclosure statements: address and ISO 639-1 language. */
  disclosures?: { url: string; language: string }[]
  semantics?: 'natural' | 'legal'
  /** Addresses of who gives out identifiers of a scheme that is not a national one (EN 319 412-1 §5.1.3, §5.1.4). */
  nameRegistrationAuthorities?: string[]
}

export const qcIds = {
  semantics: '1.3.6.1.5.5.7.11.2',
  compliance: '0.4.0.1862.1.1',
  retention: '0.4.0.1862.1.3',
  sscd: '0.4.0.1862.1.4',
  disclosures: '0.4.0.1862.1.5',
  type: '0.4.0.1862.1.6',
  legislation: '0.4.0.1862.1.7',
} as const

const semanticsIds = { natural: oid('0.4.0.194121.1.1'), legal: oid('0.4.0.194121.1.2') }
const typeIds = { esign: oid('0.4.0.1862.1.6.1'), eseal: oid('0.4.0.1862.1.6.2') }

export const qcStatements = (statements: QcStatements): Uint8Array =>
  extension(
    extensionIds.qcStatements,
    false,
    sequence(
      ...(statements.semantics ? [semanticsInformation(statements.semantics, statements.nameRegistrationAuthorities ?? [])] : []),
      ...(statements.compliance ? [sequence(oid(qcIds.compliance))] : []),
      ...(statements.countries ? [sequence(oid(qcIds.legislation), sequence(...statements.countries.map(printableString)))] : []),
      ...(statements.sscd ? [sequence(oid(qcIds.sscd))] : []),
      ...(statements.type ? [sequence(oid(qcIds.type), sequence(typeIds[statements.type]))] : []),
      ...(statements.retentionYears === undefined ? [] : [sequence(oid(qcIds.retention), integer(statements.retentionYears))]),
      ...(statements.disclosures
        ? [
            sequence(
              oid(qcIds.disclosures),
              sequence(...statements.disclosures.map(({ url, language }) => sequence(ia5String(url), printableString(language)))),
            ),
          ]
        : []),
    ),
  )

/** RFC 3739 §3.2.6.1 */
const semanticsInformation = (semantics: 'natural' | 'legal', authorities: readonly string[]) =>
  sequence(oid(qcIds.semantics), sequence(semanticsIds[semantics], ...(authorities.length > 0 ? [sequence(...authorities.map(uri))] : [])))

/** The Extensions field of a certificate. */
export const extensionsField = (...extensions: Uint8Array[]): Uint8Array => context(3, element(0x30, ...extensions))
