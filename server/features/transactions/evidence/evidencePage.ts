import { isolate } from '#server/platform/isolate.ts'
import { riyadhTime } from '#server/platform/typeset/dates.ts'
import { renderSheet, type SheetSection } from '#server/platform/typeset/sheet.ts'

export type Evidence = {
  language: 'ar' | 'en'
  transactionID: string
  createdAt: Date
  /** Where anybody can check it; shown as a QR code. */
  verifyUrl: string
  signer: { name: string; nationalIdMasked: string }
  /** When the person was asked, approved, and what the provider calls the request; none once that record was deleted. */
  approval: { askedAt: Date; number: string; request: string } | null
  approvedAt: Date
  signedAt: Date
  documents: readonly { name: string; sha256: string; signedSha256: string; level: string; signedAt: Date }[]
  certificate: { serial: string; subject: string; issuer: string; policy: string; notBefore: Date; notAfter: Date; isOneTime: boolean }
  timestampAuthority: string
}

const words = {
  ar: {
    title: 'إثبات معاملة توقيع',
    signed: 'اكتمل التوقيع',
    sentence:
      'وقّع الشخص المذكور المستندات المدرجة أدناه، بعد أن وافق عليها في تطبيق نفاذ. وافق على هذه البصمات وحدها، ومُنع التوقيع على غيرها.',
    transaction: 'رمز المعاملة',
    signedAt: 'اكتمل في',
    check: 'عنوان التحقق',
    who: 'الموقّع',
    name: 'الاسم',
    id: 'رقم الهوية',
    how: 'إثبات الهوية',
    means: 'الوسيلة',
    nafath: 'النفاذ الوطني الموحد (نفاذ): موافقة صاحب الهوية في تطبيقه باختيار الرقم المعروض',
    asked: 'وقت الطلب',
    approved: 'وقت الموافقة',
    number: 'الرقم المعروض',
    request: 'رقم الطلب لدى نفاذ',
    document: (number: number, count: number) => `المستند ${isolate(`${number} / ${count}`, 'ltr')}`,
    fileName: 'اسم الملف',
    before: 'بصمة SHA-256 قبل التوقيع',
    after: 'بصمة SHA-256 بعد التوقيع',
    level: 'مستوى التوقيع',
    at: 'وقت التوقيع',
    stamp: 'الختم الزمني من',
    certificate: 'شهادة الموقّع',
    kind: 'النوع',
    oneTime: 'شهادة لمرة واحدة، صدرت لهذه المعاملة وحدها وزال مفتاحها معها',
    own: 'شهادة رقمية يملكها الموقّع',
    subject: 'صاحبها',
    issuer: 'المُصدر',
    serial: 'الرقم التسلسلي',
    policy: 'سياسة الشهادة',
    valid: 'الصلاحية',
    validity: (from: string, to: string) => `من ${from} إلى ${to}`,
    qr: 'تحقق من المعاملة',
  },
  en: {
    title: 'Evidence of a signing transaction',
    signed: 'Signed',
    sentence:
      'The person named here signed the documents listed below, having approved them in the Nafath app. The approval held for these hashes alone; nothing else could be signed with it.',
    transaction: 'Transaction',
    signedAt: 'Completed at',
    check: 'Check it at',
    who: 'Signer',
    name: 'Name',
    id: 'National ID',
    how: 'Identification',
    means: 'Means',
    nafath: 'National Single Sign-On (Nafath): approved in the holder’s app by choosing the number shown',
    asked: 'Asked at',
    approved: 'Approved at',
    number: 'Number shown',
    request: 'Request at Nafath',
    document: (number: number, count: number) => `Document ${number} / ${count}`,
    fileName: 'File name',
    before: 'SHA-256 before signing',
    after: 'SHA-256 after signing',
    level: 'Signature level',
    at: 'Signed at',
    stamp: 'Time stamps by',
    certificate: 'Signer’s certificate',
    kind: 'Kind',
    oneTime: 'One-time certificate, issued for this transaction alone; its key is gone with it',
    own: 'Digital certificate of the signer’s own',
    subject: 'Subject',
    issuer: 'Issuer',
    serial: 'Serial number',
    policy: 'Certificate policy',
    valid: 'Valid',
    validity: (from: string, to: string) => `${from} to ${to}`,
    qr: 'Check the transaction',
  },
}

const green = [0.05, 0.42, 0.25] as const

/** The evidence as an A4 PDF in one language, right to left for Arabic; sealed by whoever hands it out. */
export function renderEvidencePage(evidence: Evidence): Uint8Array {
  const { language, transactionID, createdAt, verifyUrl, documents } = evidence
  const say = words[language]
  const sections = [
    transactionSection(evidence),
    identitySection(evidence),
    ...documents.map((_, i) => documentSection(evidence, i)),
    certificateSection(evidence),
  ]
  return renderSheet({ language, title: say.title, about: transactionID, createdAt, qr: { url: verifyUrl, alt: say.qr }, sections })
}

function transactionSection({ language, transactionID, signedAt, signer, verifyUrl }: Evidence): SheetSection {
  const say = words[language]
  return {
    title: say.who,
    mark: { text: say.signed, colour: green },
    sentence: say.sentence,
    rows: [
      { label: say.name, value: isolate(signer.name) },
      { label: say.id, value: isolate(signer.nationalIdMasked, 'ltr') },
      { label: say.transaction, value: isolate(transactionID, 'ltr') },
      { label: say.signedAt, value: riyadhTime(signedAt) },
      { label: say.check, value: isolate(verifyUrl, 'ltr'), small: true },
    ],
  }
}

function identitySection({ language, approval, approvedAt }: Evidence): SheetSection {
  const say = words[language]
  return {
    title: say.how,
    rows: [
      { label: say.means, value: say.nafath },
      ...(approval ? [{ label: say.asked, value: riyadhTime(approval.askedAt) }] : []),
      { label: say.approved, value: riyadhTime(approvedAt) },
      ...(approval
        ? [
            { label: say.number, value: isolate(approval.number, 'ltr') },
            { label: say.request, value: isolate(approval.request, 'ltr'), small: true },
          ]
        : []),
    ],
  }
}

function documentSection({ language, documents, timestampAuthority }: Evidence, at: number): SheetSection {
  const say = words[language]
  const { name, sha256, signedSha256, level, signedAt } = documents[at]!
  return {
    title: say.document(at + 1, documents.length),
    rows: [
      { label: say.fileName, value: isolate(name) },
      { label: say.before, value: isolate(sha256, 'ltr'), small: true },
      { label: say.after, value: isolate(signedSha256, 'ltr'), small: true },
      { label: say.level, value: isolate(`PAdES ${level}`, 'ltr') },
      { label: say.at, value: riyadhTime(signedAt) },
      { label: say.stamp, value: isolate(timestampAuthority) },
    ],
  }
}

function certificateSection({ language, certificate }: Evidence): SheetSection {
  const say = words[language]
  return {
    title: say.certificate,
    rows: [
      { label: say.kind, value: certificate.isOneTime ? say.oneTime : say.own },
      { label: say.subject, value: isolate(certificate.subject) },
      { label: say.issuer, value: isolate(certificate.issuer) },
      { label: say.serial, value: isolate(certificate.serial, 'ltr'), small: true },
      { label: say.policy, value: isolate(certificate.policy, 'ltr'), small: true },
      { label: say.valid, value: say.validity(riyadhTime(certificate.notBefore), riyadhTime(certificate.notAfter)), small: true },
    ],
  }
}
