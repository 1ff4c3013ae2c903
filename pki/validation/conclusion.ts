import { once } from '#pki/once.ts'
import { hash } from 'node:crypto'
import type { Certificate } from '#pki/x509/certificate.ts'
import { unjudgedChanges } from './report.ts'
import type { CertificateReport, Finding, Indication, Level, SignatureReport, SubIndication } from './report.ts'
import type { Examined, Placement } from './timeline.ts'

const signingTime = '1.2.840.113549.1.9.5'

const openFindings = { costly: 'fileTooComplex', damaged: 'laterPartsUnreadable', twofold: 'readersFindOtherPages' } as const

/** Puts together what was found about one signature. The first thing that fails decides, in the order of EN 319 102-1 §5.3. */
export function concludeSignature(one: Examined, placement: Placement, earlier: readonly Examined[], size: number): SignatureReport {
  const { placed, cryptography, changes, leftOpen } = one
  const findings: Finding[] = [...placed.findings]
  let indication: Indication = 'TOTAL-PASSED'
  let subIndication: SubIndication | undefined
  const conclude = (to: Indication, sub: SubIndication | undefined, finding?: Finding) => {
    if (finding && !findings.some(({ code }) => code === finding.code)) findings.push(finding)
    if (indication !== 'TOTAL-PASSED' && !(indication === 'INDETERMINATE' && to === 'TOTAL-FAILED')) return
    if (to === 'TOTAL-PASSED') return
    indication = to
    subIndication = sub
  }
  findings.push(...(cryptography.warnings ?? []))
  const { fault } = cryptography
  if (fault)
    conclude(fault.indeterminate ? 'INDETERMINATE' : 'TOTAL-FAILED', fault.subIndication, { code: fault.code, detail: fault.detail })
  if (placed.forgeries.length > 0) conclude('TOTAL-FAILED', 'FORMAT_FAILURE')
  if (placed.isFilledUp) conclude('INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE', { code: 'uncoveredBytesUnexplained' })
  if (changes.some(({ allowed }) => !allowed)) conclude('TOTAL-FAILED', 'FORMAT_FAILURE', { code: 'changedAfterSigning' })
  if (changes.some(({ code }) => unjudgedChanges.has(code)))
    conclude('INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE', { code: 'shownAfterSigning' })
  if (leftOpen) conclude('INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE', { code: openFindings[leftOpen] })
  if (placed.certifies && earlier.some((other) => other.placed.kind === 'signature'))
    conclude('INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE', { code: 'certificationNotFirst' })
  const { trust } = placement
  if (trust && trust.code) conclude(trust.indication, trust.subIndication, { code: trust.code, detail: trust.detail })
  const unexplained: Finding = { code: 'uncoveredBytesUnexplained' }
  const isUnknown = trust?.code === 'chainNotFound'
  const isExplained = cryptography.explained || (isUnknown && cryptography.strangersAside)
  const isStampUnknown = isUnknown && placement.timestampTrust?.code === 'chainNotFound'
  if (!fault && (!isExplained || placement.timestampAltered)) conclude('INDETERMINATE', 'SIG_CONSTRAINTS_FAILURE', unexplained)
  else if (!fault && !placement.timestampExplained && !isStampUnknown) findings.push(unexplained)
  if (cryptography.signer?.signedAttributes.has(signingTime) && placed.subFilter === 'ETSI.CAdES.detached')
    findings.push({ code: 'signingTimeForbidden' })
  if (placement.proof === 'now' && placed.kind === 'signature' && !fault) findings.push({ code: 'noProofOfExistence' })
  const token = placed.kind === 'documentTimestamp' ? cryptography.token : undefined
  const chain = trust?.chain ?? (cryptography.certificate ? [cryptography.certificate] : [])
  return {
    kind: placed.kind,
    field: placed.field,
    revision: placed.revision === undefined ? null : placed.revision + 1,
    coversWholeFile: placed.end === size,
    signedBytes: placed.revision === undefined ? null : placed.end,
    indication,
    ...(subIndication ? { subIndication } : {}),
    level: levelOf(one, placement, indication),
    certifies: placed.certifies,
    chain: chain.map(certificateReport),
    anchor: trust?.anchor ? trust.anchor.subject.text : null,
    claimed: placed.claimed,
    provenAt: (token && trust?.indication === 'TOTAL-PASSED' ? token.at : placement.provenAt).toISOString(),
    proof: token && trust?.indication === 'TOTAL-PASSED' ? 'documentTimestamp' : placement.proof,
    ...(placement.timestamp ? { timestamp: placement.timestamp } : {}),
    changesAfter: changes,
    findings,
  }
}

/** The level that the file itself reaches, by what of it holds (EN 319 142-1 §6). */
function levelOf(
  { placed, cryptography }: Examined,
  { proof, trust, timestampTrust, archived }: Placement,
  indication: Indication,
): Level | null {
  const baseline = placed.subFilter === 'ETSI.CAdES.detached' && !cryptography.signer?.signedAttributes.has(signingTime)
  if (!baseline || cryptography.fault || indication === 'TOTAL-FAILED') return null
  if (proof === 'now') return 'B-B'
  const provenInFile = trust?.indication === 'TOTAL-PASSED' && trust.provenInFile && (timestampTrust?.provenInFile ?? true)
  if (!provenInFile) return 'B-T'
  return archived ? 'B-LTA' : 'B-LT'
}

const certificateReport = once((certificate: Certificate): CertificateReport => ({
  subject: certificate.subject.text,
  issuer: certificate.issuer.text,
  serialNumber: certificate.serialHex,
  sha256: hash('sha256', certificate.der),
  notBefore: certificate.notBefore.toISOString(),
  notAfter: certificate.notAfter.toISOString(),
}))
