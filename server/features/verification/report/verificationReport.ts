import { createDocument } from '#server/platform/typeset/document.ts'
import { riyadhTime } from '#server/platform/typeset/dates.ts'
import { Flow, type Text } from '#server/platform/typeset/flow.ts'
import { isolate, withoutControls } from '#server/platform/isolate.ts'

/** The verdict in the words of EN 319 102-1 §5.1.3; only INDETERMINATE and TOTAL-FAILED have a sub-indication. */
export type Verdict = { indication: 'TOTAL-PASSED' | 'INDETERMINATE' | 'TOTAL-FAILED'; subIndication?: string }

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

type Section = { title: string; verdict?: Verdict; sentence?: string; rows: { label: string; value: string; small?: boolean }[] }

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
    timestampAuthority: 'جهة ختم الوقت',
    level: 'مستوى التوقيع',
    coverage: 'نطاق التوقيع',
    changes: 'التغييرات بعد التوقيع',
    noChanges: 'لا توجد',
    unknown: 'غير معروف',
    certificate: 'الشهادة',
    issuer: 'المُصدر',
    serial: 'الرقم التسلسلي',
    valid: 'الصلاحية',
    validity: (from: string, to: string) => `من ${from} إلى ${to}`,
    repeat: 'أعد التحقق',
    page: 'صفحة',
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
    unknown: 'Unknown',
    certificate: 'Certificate',
    issuer: 'Issuer',
    serial: 'Serial number',
    valid: 'Valid',
    validity: (from: string, to: string) => `${from} to ${to}`,
    repeat: 'Check again',
    page: 'Page',
    verdict: { 'TOTAL-PASSED': 'Valid', INDETERMINATE: 'Cannot be decided', 'TOTAL-FAILED': 'Not valid' },
  },
}

const colours = {
  'TOTAL-PASSED': [0.05, 0.42, 0.25],
  INDETERMINATE: [0.6, 0.38, 0],
  'TOTAL-FAILED': [0.7, 0.1, 0.1],
} as const
const soft = 0.4
const hair = 0.82

/** The report as an A4 PDF in one language, right to left for Arabic. */
export function renderVerificationReport(report: VerificationReport): Uint8Array {
  const { language, checkedAt } = report
  const say = words[language]
  const document = createDocument({ lang: language, title: `${say.title} – ${withoutControls(report.fileName)}`, createdAt: checkedAt })
  const flow = new Flow(document)
  const style: Pick<Text, 'direction'> = { direction: language === 'ar' ? 'rtl' : 'ltr' }
  if (report.verifyUrl) drawQr(flow, report.verifyUrl, language, say.repeat)
  flow.text('H1', { text: say.title, size: 18, weight: 'bold', ...style })
  flow.space(8)
  for (const section of sectionsOf(report)) drawSection(flow, section, language)
  flow.footer((page, count) => ({
    text: `${say.page} ${isolate(`${page} / ${count}`, 'ltr')}`,
    size: 8,
    colour: soft,
    align: 'center',
    ...style,
  }))
  return document.finish()
}

function drawQr(flow: Flow, url: string, language: 'ar' | 'en', alt: string): void {
  const side = 84
  const x = language === 'ar' ? flow.x - 8 : flow.x + flow.width - side + 8
  flow.document.element('Figure', () => flow.page.qr(url, x, flow.y - 22, side), `${alt}: ${url}`)
}

function sectionsOf(report: VerificationReport): Section[] {
  const say = words[report.language]
  const file: Section = {
    title: say.file,
    verdict: report.verdict,
    sentence: report.sentence,
    rows: [
      { label: say.fileName, value: isolate(report.fileName) },
      { label: say.sha256, value: isolate(report.sha256, 'ltr'), small: true },
      { label: say.checkedAt, value: riyadhTime(report.checkedAt) },
    ],
  }
  return [file, ...report.signatures.flatMap((signature, i) => signatureSections(signature, `${say.signature} ${i + 1}`, report.language))]
}

function signatureSections(signature: ReportedSignature, title: string, language: 'ar' | 'en'): Section[] {
  const say = words[language]
  const main: Section = {
    title,
    verdict: signature.verdict,
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
  return [main, ...certificates]
}

function drawSection(flow: Flow, { title, verdict, sentence, rows }: Section, language: 'ar' | 'en'): void {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  // A heading must not stand alone at the foot of a page.
  flow.ensure(verdict ? 130 : 70)
  flow.space(8)
  flow.text('H2', { text: title, size: verdict ? 13 : 10, weight: 'bold', direction })
  if (verdict) {
    const { indication, subIndication } = verdict
    const codes = subIndication ? `${indication} / ${subIndication}` : indication
    const text = `${words[language].verdict[indication]} – ${isolate(codes, 'ltr')}`
    flow.text('P', { text, size: 11.5, weight: 'bold', direction, colour: colours[indication] })
  }
  if (sentence) flow.text('P', { text: withoutControls(sentence), size: 10.5, direction })
  flow.space(4)
  flow.document.element('Table', () => {
    for (const { label, value, small } of rows) {
      const cells: Text[] = [
        { text: label, size: 9, colour: soft, direction },
        { text: value, size: small ? 8.5 : 9.5, direction },
      ]
      const shares = [1, 3.4]
      flow.row(
        direction === 'rtl'
          ? { cells: cells.reverse(), shares: shares.reverse(), under: hair, padding: 3 }
          : { cells, shares, under: hair, padding: 3 },
      )
    }
  })
}
