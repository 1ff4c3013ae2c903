import { comparisonWords, pageAsItIs, pageAsSigned } from '#contract/changedPages.ts'
import { isolate } from '#server/platform/isolate.ts'
import { riyadhTime } from '#server/platform/typeset/dates.ts'
import { renderSheet, type SheetSection } from '#server/platform/typeset/sheet.ts'
import type { DrawnPage } from '#server/signing/revisions/drawRevisions.ts'

/** The verdict in the words of EN 319 102-1 §5.1.3; only INDETERMINATE and TOTAL-FAILED have a sub-indication. */
export type Verdict = { indication: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED'; subIndication?: string }

/** Pages on which changes after a signature are seen. */
export type ChangedPages = {
  /** As they were signed and as they are now: null where there is no such page, undefined where it could not be drawn. */
  shown: readonly { page: number; sides: readonly (DrawnPage | null)[] | undefined }[]
  /** How many more there are. */
  more: number
}

export type ReportedSignature = {
  verdict: Verdict
  /** One plain sentence in the report's language. */
  sentence: string
  signer: string
  /** Best-signature-time. */
  signedAt?: Date
  timestampAuthority?: string
  /** Such as 'PAdES B-LT'. */
  level?: string
  /** How much of the file the signature covers, in the report's language. */
  coverage: string
  /** What changed after the signature, in the report's language; none when empty. */
  changesSince: readonly string[]
  changedPages?: ChangedPages
  /** From the signer's certificate to the trust anchor. */
  chain: readonly { subject: string; issuer: string; serialNumber: string; notBefore: Date; notAfter: Date }[]
}

export type VerificationReport = {
  language: 'ar' | 'en'
  fileName: string
  sha256: string
  verdict: Verdict
  sentence: string
  checkedAt: Date
  /** Where the check can be repeated; shown as a QR code. */
  verifyUrl?: string
  signatures: readonly ReportedSignature[]
}

const words = {
  ar: {
    title: 'تقرير التحقق من التوقيع',
    file: 'الملف',
    fileName: 'اسم الملف',
    sha256: 'بصمة SHA-256',
    checkedAt: 'وقت التحقق',
    signature: 'التوقيع',
    signer: 'الموقّع',
    signedAt: 'وقت التوقيع',
    timestampAuthority: 'جهة الختم الزمني',
    level: 'مستوى التوقيع',
    coverage: 'نطاق التوقيع',
    changes: 'التغييرات بعد التوقيع',
    noChanges: 'لا توجد',
    more: (count: number) => `وتغيّرت صفحات أخرى عددها ${count}؛ تعرضها صفحة التحقق.`,
    unknown: 'غير معروف',
    certificate: 'الشهادة',
    issuer: 'المُصدر',
    serial: 'الرقم التسلسلي',
    valid: 'الصلاحية',
    validity: (from: string, to: string) => `من ${from} إلى ${to}`,
    repeat: 'أعد التحقق',
    verdict: { 'TOTAL-PASSED': 'صحيح', INDETERMINATE: 'غير محسوم', 'TOTAL-FAILED': 'غير صحيح' },
  },
  en: {
    title: 'Signature verification report',
    file: 'File',
    fileName: 'File name',
    sha256: 'SHA-256',
    checkedAt: 'Checked at',
    signature: 'Signature',
    signer: 'Signer',
    signedAt: 'Signed at',
    timestampAuthority: 'Time-stamp authority',
    level: 'Signature level',
    coverage: 'Coverage',
    changes: 'Changes since',
    noChanges: 'None',
    more: (count: number) => `More pages changed (${count}); the verification page shows them.`,
    unknown: 'Unknown',
    certificate: 'Certificate',
    issuer: 'Issuer',
    serial: 'Serial number',
    valid: 'Valid',
    validity: (from: string, to: string) => `${from} to ${to}`,
    repeat: 'Check again',
    verdict: { 'TOTAL-PASSED': 'Valid', INDETERMINATE: 'Cannot be decided', 'TOTAL-FAILED': 'Not valid' },
  },
}

const colours = {
  'TOTAL-PASSED': [0.05, 0.42, 0.25],
  INDETERMINATE: [0.6, 0.38, 0],
  'TOTAL-FAILED': [0.7, 0.1, 0.1],
} as const
/** The report as an A4 PDF in one language, right to left for Arabic. */
export function renderVerificationReport(report: VerificationReport): Uint8Array {
  const { language, fileName, checkedAt, verifyUrl } = report
  const { title, repeat } = words[language]
  const sections = sectionsOf(report)
  return renderSheet({
    language,
    title,
    about: fileName,
    createdAt: checkedAt,
    qr: verifyUrl ? { url: verifyUrl, alt: repeat } : undefined,
    sections,
  })
}

function markOf({ indication, subIndication }: Verdict, language: 'ar' | 'en'): SheetSection['mark'] {
  const codes = subIndication ? `${indication} / ${subIndication}` : indication
  return { text: `${words[language].verdict[indication]} – ${isolate(codes, 'ltr')}`, colour: colours[indication] }
}

function sectionsOf(report: VerificationReport): SheetSection[] {
  const say = words[report.language]
  const file: SheetSection = {
    title: say.file,
    mark: markOf(report.verdict, report.language),
    sentence: report.sentence,
    rows: [
      { label: say.fileName, value: isolate(report.fileName) },
      { label: say.sha256, value: isolate(report.sha256, 'ltr'), small: true },
      { label: say.checkedAt, value: riyadhTime(report.checkedAt) },
    ],
  }
  return [file, ...report.signatures.flatMap((signature, i) => signatureSections(signature, `${say.signature} ${i + 1}`, report.language))]
}

function signatureSections(signature: ReportedSignature, title: string, language: 'ar' | 'en'): SheetSection[] {
  const say = words[language]
  const main: SheetSection = {
    title,
    mark: markOf(signature.verdict, language),
    sentence: signature.sentence,
    rows: [
      { label: say.signer, value: isolate(signature.signer) },
      { label: say.signedAt, value: signature.signedAt ? riyadhTime(signature.signedAt) : say.unknown },
      { label: say.timestampAuthority, value: signature.timestampAuthority ? isolate(signature.timestampAuthority) : say.unknown },
      { label: say.level, value: signature.level ? isolate(signature.level, 'ltr') : say.unknown },
      { label: say.coverage, value: signature.coverage },
      { label: say.changes, value: signature.changesSince.join('\n') || say.noChanges },
    ],
  }
  const certificates = signature.chain.map((certificate, i) => ({
    title: `${title} – ${say.certificate} ${i + 1}`,
    rows: [
      { label: say.certificate, value: isolate(certificate.subject), small: true },
      { label: say.issuer, value: isolate(certificate.issuer), small: true },
      { label: say.serial, value: isolate(certificate.serialNumber, 'ltr'), small: true },
      { label: say.valid, value: say.validity(riyadhTime(certificate.notBefore), riyadhTime(certificate.notAfter)), small: true },
    ],
  }))
  return [main, ...(signature.changedPages ? pageSections(signature.changedPages, title, language) : []), ...certificates]
}

function pageSections({ shown, more }: ChangedPages, title: string, language: 'ar' | 'en'): SheetSection[] {
  const say = words[language]
  const { title: pages, marked, whole, notDrawn, noPage } = comparisonWords
  const heading = `${title} – ${pages[language]}`
  if (shown.length === 0) return more > 0 ? [{ title: heading, sentence: say.more(more), rows: [] }] : []
  return shown.map(({ page, sides }, i) => {
    const isMarked = sides?.some((side) => side !== null && side.marks.length > 0)
    const sentences = [sides && (isMarked ? marked : whole)[language], i === shown.length - 1 && more > 0 && say.more(more)]
    return {
      title: heading,
      sentence: sentences.filter(Boolean).join(' '),
      rows: [],
      pictures: [pageAsSigned(String(page)), pageAsItIs(String(page))].map((caption, side) => ({
        caption: caption[language],
        shown: sides === undefined ? notDrawn[language] : (sides[side] ?? noPage[language]),
      })),
    }
  })
}
