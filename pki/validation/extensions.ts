import { children, DerError, expectTag, oidOf, parse } from '#pki/der/read.ts'

/** The extensions that only path validation reads (RFC 5280 §4.2), each from its value: the octets inside extnValue. */
export const validationExtensions = {
  issuerAltName: '2.5.29.18',
  nameConstraints: '2.5.29.30',
  policyMappings: '2.5.29.33',
  policyConstraints: '2.5.29.36',
  inhibitAnyPolicy: '2.5.29.54',
} as const

/** @throws DerError */
export const policyMappingsOf = (value: Uint8Array): { issuer: string; subject: string }[] =>
  children(expectTag(parse(value), 0x30, 'policyMappings')).map((item) => {
    const [issuer, subject] = children(expectTag(item, 0x30, 'a policy mapping'))
    return { issuer: oidOf(issuer), subject: oidOf(subject) }
  })

/** @throws DerError */
export function policyConstraintsOf(value: Uint8Array): { requireExplicitPolicy?: number; inhibitPolicyMapping?: number } {
  const fields = new Map(children(expectTag(parse(value), 0x30, 'PolicyConstraints')).map((field) => [field.tag, field.contents]))
  if (fields.size === 0) throw new DerError('empty PolicyConstraints')
  return { requireExplicitPolicy: skipCerts(fields.get(0x80)), inhibitPolicyMapping: skipCerts(fields.get(0x81)) }
}

/** @throws DerError */
export const inhibitAnyPolicyOf = (value: Uint8Array): number => skipCerts(expectTag(parse(value), 0x02, 'inhibitAnyPolicy').contents)!

/** SkipCerts, an INTEGER from 0; beyond 2^31 it is as good as infinite. */
function skipCerts(contents: Uint8Array | undefined): number | undefined {
  if (!contents) return undefined
  if (contents.length === 0 || contents[0]! & 0x80) throw new DerError('SkipCerts below 0')
  return contents.reduce((sum, octet) => Math.min(2 ** 31, sum * 256 + octet), 0)
}

/** PKIX (RFC 3739 §3.2.6), EN 319 412-5 and, for payment services, TS 119 495. */
const statementArcs = ['1.3.6.1.5.5.7.11.', '0.4.0.1862.1.', '0.4.0.19495.']

/**
 * Whether all QCStatements are of the standards. Where the extension is critical (of A-Trust, say), so is each of them (RFC 3739 §3.2.6); these declare
 * what a certificate is, and none of them bounds the paths it stands in.
 * @throws DerError
 */
export const areStatementsKnown = (value: Uint8Array): boolean =>
  children(expectTag(parse(value), 0x30, 'QCStatements')).every((statement) => {
    const id = oidOf(children(expectTag(statement, 0x30, 'a QCStatement'))[0])
    return statementArcs.some((arc) => id.startsWith(arc))
  })
