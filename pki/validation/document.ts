import { hash } from 'node:crypto'
import type { DecodeJpeg } from '#pki/content/pictures.ts'
import { openPdf } from '#pki/pdf/document.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { limitCodes, packingCodes, PdfError, TooCostly } from '#pki/pdf/error.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { attachmentsOf } from './attachments.ts'
import { changesSince } from './revisionChanges.ts'
import type { Permissions, SoundSignatures } from './changes.ts'
import { checkCryptography } from './cryptography.ts'
import type { Cryptography } from './cryptography.ts'
import { readJpegWith } from './pageMarks.ts'
import { embeddedMaterial, isStoreDamaged, materialOf, storedMaterial } from './material.ts'
import type { GivenMaterial } from './material.ts'
import { lostSignatures } from './lostSignatures.ts'
import type { LostSignatures } from './lostSignatures.ts'
import type { Finding, Forgery, SignatureReport, ValidationReport } from './report.ts'
import { maxSignatures, placedSignatures } from './signatures.ts'
import type { PlacedSignature } from './signatures.ts'
import { timelineOf } from './timeline.ts'
import type { Examined } from './timeline.ts'
import { concludeSignature } from './conclusion.ts'

export type ValidationInput = {
  anchors: readonly Certificate[]
  /** The time of validation. */
  at: Date
  /** For an encrypted file: the user's or the owner's. Left out, the empty one. */
  password?: string | undefined
  /** Certificates, OCSP responses and CRLs from elsewhere. Nothing is fetched. */
  given?: GivenMaterial
  /** Looks into pictures that are JPEG files. Left out: whatever stands over one may hide something. */
  decodeJpeg?: DecodeJpeg
}

/**
 * Validates every signature and document time stamp of a PDF file (EN 319 102-1, EN 319 142-1, ISO 32000-2 §12.8), from the bytes
 * alone and whatever is given beside them. It never throws for anything the file contains. Run it where memory and time are limited.
 */
export function validateDocument(bytes: Uint8Array, input: ValidationInput): ValidationReport {
  try {
    // a file that cannot be opened is not damaged
    return validateOpened(openPdf(bytes, undefined, input.password), bytes, input)
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PASSWORD')
      return emptyReport(bytes, input, { code: input.password ? 'filePasswordWrong' : 'fileEncrypted' })
    if (error instanceof PdfError && (error.code === 'ENCRYPTION' || error.code === 'ENCRYPTION_UNKNOWN'))
      return emptyReport(bytes, input, { code: 'fileEncryptionUnknown' })
    if (error instanceof PdfError && error.code === 'LEADING_BYTES') return afterOtherBytes(bytes, input, error.offset!)
    if (error instanceof PdfError && !limitCodes.has(error.code)) return unreadable(bytes, input, error)
    if (error instanceof PdfError || error instanceof TooCostly) return emptyReport(bytes, input, { code: 'fileTooComplex' })
    throw error
  }
}

function validateOpened(pdf: PdfDocument, bytes: Uint8Array, input: ValidationInput): ValidationReport {
  if (input.decodeJpeg) readJpegWith(pdf, input.decodeJpeg)
  const placed = placedSignatures(pdf, bytes)
  if (placed.length > maxSignatures) return emptyReport(bytes, input, { code: 'fileTooComplex' })
  const stored = storedMaterial(pdf)
  const embedded = embeddedMaterial(stored, placed)
  const given = materialOf(input.given ?? {})
  const known = [...input.anchors, ...embedded.certificates, ...given.certificates]
  const cryptography = placed.map((one) => checkCryptography(bytes, one, known, input.anchors))
  // One that is weak, wrong or not understood says nothing of those before it: it is judged by itself.
  const sound: SoundSignatures = new Map(
    placed.flatMap((one, i) =>
      one.revision === undefined || one.object === 0 || isBroken(one, cryptography[i]!) ? [] : [[one.object, one.kind] as const],
    ),
  )
  const examined = placed.map((one, i) => ({ placed: one, cryptography: cryptography[i]!, ...changesAfter(pdf, bytes, placed, i, sound) }))
  const timeline = timelineOf(examined, { anchors: input.anchors, now: input.at, embedded, given, known })
  const signatures = examined.map((one, i) => concludeSignature(one, timeline[i]!, examined.slice(0, i), bytes.length))
  const lost = lostSignatures(pdf, bytes, placed)
  const report = summarise(bytes, input, { examined, signatures, ...lost, revisions: pdf.revisions.length })
  const attachments = attachmentsOf(pdf, placed)
  if (attachments) report.attachments = attachments
  else report.findings.push({ code: 'attachmentsUnread' })
  if (isStoreDamaged(stored, known, input.anchors)) report.findings.push({ code: 'securityStoreDamaged' })
  return report
}

/** Its form is none that was ever a signature's; a wrong value or digest is its own matter. */
const isBroken = ({ forgeries }: PlacedSignature, { fault }: Cryptography) =>
  forgeries.length > 0 || (fault && !fault.indeterminate && fault.subIndication === 'FORMAT_FAILURE')

/** What later revisions made of what this signature covers. */
function changesAfter(
  pdf: PdfDocument,
  bytes: Uint8Array,
  all: readonly PlacedSignature[],
  index: number,
  sound: SoundSignatures,
): Pick<Examined, 'changes' | 'leftOpen'> {
  const { revision } = all[index]!
  if (revision === undefined) return { changes: [] }
  return changesSince(pdf, bytes, revision, permissionsUntil(all.slice(0, index + 1)), sound)
}

function permissionsUntil(signatures: readonly PlacedSignature[]): Permissions {
  const stated = signatures.flatMap(({ permission }) => (permission ? [permission] : []))
  return {
    permission: stated.toSorted()[0] ?? null,
    locks: signatures.flatMap(({ locks }) => locks),
    certified: signatures.some(({ certifies }) => certifies !== null),
  }
}

type Found = LostSignatures & {
  readonly examined: readonly Examined[]
  readonly signatures: SignatureReport[]
  readonly revisions: number
}

function summarise(
  bytes: Uint8Array,
  input: ValidationInput,
  { examined, signatures, removed, replaced, revisions }: Found,
): ValidationReport {
  const report = emptyReport(bytes, input, ...removed.map((field): Finding => ({ code: 'signatureRemovedLater', detail: field })))
  for (const field of replaced) report.findings.push({ code: 'signatureReplacedLater', detail: field })
  report.signatures = signatures
  const found = new Set<Forgery>(removed.length > 0 ? ['shadowHide'] : [])
  for (const { placed, changes } of examined) {
    for (const forgery of placed.forgeries) found.add(forgery)
    for (const { forgery, allowed } of changes) if (forgery && !allowed) found.add(forgery)
  }
  report.forgeries = [...found]
  report.document = documentState({ examined, signatures, removed, revisions })
  if (signatures.length === 0) {
    report.findings.push({ code: 'noSignatures' })
    if (removed.length > 0) Object.assign(report, { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE', document: 'changed' })
    return report
  }
  const rank = { 'TOTAL-PASSED': 0, INDETERMINATE: 1, 'TOTAL-FAILED': 2 }
  const worst = signatures.toSorted((a, b) => rank[b.indication] - rank[a.indication])[0]!
  report.indication = removed.length > 0 ? 'TOTAL-FAILED' : worst.indication
  report.subIndication = removed.length > 0 ? 'FORMAT_FAILURE' : worst.subIndication
  return report
}

function documentState({ examined, signatures, removed, revisions }: Omit<Found, 'replaced'>): ValidationReport['document'] {
  if (examined.length === 0) return 'unsigned'
  const broken = examined.some(
    ({ placed, cryptography, changes }) =>
      placed.forgeries.length > 0 || changes.some(({ allowed }) => !allowed) || cryptography.fault?.subIndication === 'HASH_FAILURE',
  )
  if (broken || removed.length > 0) return 'changed'
  const unexplained = signatures.some(({ findings }) => findings.some(({ code }) => code === 'uncoveredBytesUnexplained'))
  const uncertain = unexplained || examined.some(({ cryptography, leftOpen }) => leftOpen || cryptography.fault)
  if (uncertain) return 'unproven'
  const { coversWholeFile, revision } = signatures.at(-1)!
  // what stands behind the newest revision is white space: anything else was named before
  return coversWholeFile || revision === revisions ? 'asSigned' : 'extended'
}

const emptyReport = (bytes: Uint8Array, { at }: ValidationInput, ...findings: Finding[]): ValidationReport => ({
  indication: 'INDETERMINATE',
  subIndication: 'SIGNED_DATA_NOT_FOUND',
  document: 'unsigned',
  validatedAt: at.toISOString(),
  sha256: hash('sha256', bytes),
  size: bytes.length,
  signatures: [],
  attachments: [],
  forgeries: [],
  findings,
})

const byteRangeText = /\/ByteRange\s*\[\s*0\s+\d{1,12}\s+(\d{1,12})\s+(\d{1,12})\s*\]/g

/**
 * A file whose structure does not hold together has no reading to judge. Where a signed revision at its beginning does, what
 * follows was put there without being a revision: readers that repair files would show it.
 */
function unreadable(bytes: Uint8Array, input: ValidationInput, error: PdfError): ValidationReport {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  // Other readers open what has no proper header: it is called no PDF only where nothing of one is there.
  const isNone = error.code === 'NOT_PDF' && !/%PDF|startxref|%%EOF/.test(text)
  const report = emptyReport(bytes, input, { code: isNone ? 'fileNotPdf' : 'fileNotReadable', detail: error.code })
  Object.assign(report, { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE', document: 'unproven' })
  const ends = new Set([...text.matchAll(byteRangeText)].map(([, start, length]) => Number(start) + Number(length)))
  for (const end of [...ends].toSorted((a, b) => b - a).slice(0, 5)) {
    if (end >= bytes.length) continue
    const inner = signedPrefix(bytes.subarray(0, end), input)
    if (!inner) continue
    const finding: Finding = { code: 'bytesAfterSignedRevision' }
    const failed = { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE', coversWholeFile: false } as const
    report.signatures = inner.signatures.map((one) => ({ ...one, ...failed, findings: [...one.findings, finding] }))
    // A stream that cannot be expanded stands in a revision, which another reader may well read. The end of a longer file that stood there before is content of nobody.
    const isContent = !packingCodes.has(error.code) && /\bobj\b|trailer/.test(text.slice(end)) && !isUnnamedIndex(text)
    report.forgeries = [...new Set<Forgery>([...inner.forgeries, ...(isContent ? ['incrementalSavingAttack' as const] : [])])]
    report.document = 'changed'
    break
  }
  return report
}

/** Whether a file ends in a cross-reference stream that does not say what it is: PDFium saves so, and some readers make the file up of its objects. */
function isUnnamedIndex(text: string): boolean {
  const last = text.slice(text.lastIndexOf(' obj'))
  const dictionary = last.slice(0, last.indexOf('stream'))
  return /\/W\s*\[/.test(dictionary) && !/\/Type\b/.test(dictionary) && /endstream\s+(?:endobj\s+)?startxref\s+\d+\s+%%EOF\s*$/.test(last)
}

/**
 * A PDF begins at its header (ISO 32000-2 §7.5.2), but some tools that sign count what stands before it, and others leave it away. A signature that
 * holds without it is told, and proves nothing of the whole but what was changed after it; whether one that does not hold would do so with it is left open.
 */
function afterOtherBytes(bytes: Uint8Array, input: ValidationInput, header: number): ValidationReport {
  const report = emptyReport(bytes, input, { code: 'bytesBeforePdf' })
  const inner = validateDocument(bytes.subarray(header), input)
  const findings = [...inner.findings, ...report.findings]
  if (inner.document === 'unsigned') return { ...report, findings }
  if (inner.signatures.some(isWholeAndChangedLater)) return { ...inner, sha256: report.sha256, size: report.size, findings }
  if (inner.indication === 'TOTAL-FAILED') return { ...report, document: 'unproven' }
  const open = { indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE' } as const
  const beside: Finding = { code: 'uncoveredBytesUnexplained' }
  const signatures = inner.signatures.map((one) => ({
    ...one,
    ...(one.indication === 'TOTAL-PASSED' && open),
    coversWholeFile: false,
    findings: [beside, ...one.findings],
  }))
  return { ...report, ...open, document: 'unproven', signatures }
}

/** What it covers ends where a revision ends and is as it was signed, and a later revision is not allowed. */
const isWholeAndChangedLater = ({ revision, subIndication, changesAfter }: SignatureReport): boolean =>
  revision !== null && subIndication === 'FORMAT_FAILURE' && changesAfter.some(({ allowed }) => !allowed)

function signedPrefix(bytes: Uint8Array, input: ValidationInput): ValidationReport | undefined {
  try {
    const report = validateOpened(openPdf(bytes, undefined, input.password), bytes, input)
    return report.signatures.length > 0 ? report : undefined
  } catch (error) {
    if (error instanceof PdfError || error instanceof TooCostly) return undefined
    throw error
  }
}
