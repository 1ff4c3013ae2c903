import { createDocument } from '#server/platform/typeset/document.ts'
import { hijriDate, riyadhTime } from '#server/platform/typeset/dates.ts'
import { Flow, type Text } from '#server/platform/typeset/flow.ts'
import { isolate, withoutControls } from '#server/platform/isolate.ts'
import type { PublishedText } from './agreementTexts.ts'

/** The record of an acceptance, as it stands under the text. */
export type AcceptanceRecord = {
  personName: string
  nationalIdMasked: string
  userType: string
  organisation: string
  acceptedAt: Date
  how: string
  address: string
  device: string
}

const soft = 0.4
const hair = 0.82
const accent = [0.05, 0.42, 0.25] as const

const words = {
  ar: {
    version: (version: number, from: string) => `الإصدار ${version} – يسري من ${from}`,
    record: 'سجل القبول',
    person: 'قَبِلها',
    nationalId: 'رقم الهوية',
    as: 'بصفته',
    organisation: 'المنشأة',
    at: 'وقت القبول',
    how: 'طريقة القبول',
    from: 'عنوان الشبكة',
    device: 'الجهاز',
    fingerprint: 'بصمة النص SHA-256',
    page: 'صفحة',
  },
  en: {
    version: (version: number, from: string) => `Version ${version} – in force from ${from}`,
    record: 'Record of acceptance',
    person: 'Accepted by',
    nationalId: 'National ID',
    as: 'As',
    organisation: 'Organisation',
    at: 'Accepted at',
    how: 'How',
    from: 'IP address',
    device: 'Device',
    fingerprint: 'SHA-256 of the text',
    page: 'Page',
  },
}

/** An agreement as an A4 PDF in its own language; with `record`, as the evidence of one acceptance. */
export function renderAgreement(text: PublishedText, record?: AcceptanceRecord): Uint8Array {
  const { language } = text
  const say = words[language]
  const inForceFrom = new Date(`${text.effectiveOn}T00:00:00+03:00`)
  const document = createDocument({ lang: language, title: text.title, createdAt: record?.acceptedAt ?? inForceFrom })
  const flow = new Flow(document)
  const style: Pick<Text, 'direction'> = { direction: language === 'ar' ? 'rtl' : 'ltr' }
  flow.text('H1', { text: text.title, size: 18, weight: 'bold', ...style })
  const from = `${isolate(text.effectiveOn, 'ltr')} – ${hijriDate(inForceFrom, language)}`
  flow.text('P', { text: say.version(text.version, from), size: 9.5, colour: soft, ...style })
  flow.space(10)
  flow.text('P', { text: text.introduction, size: 10.5, ...style })
  for (const { heading, paragraphs } of text.sections) {
    flow.space(10)
    flow.ensure(60)
    flow.text('H2', { text: heading, size: 12, weight: 'bold', colour: accent, ...style })
    for (const { text: said, isBullet, isTitle } of paragraphs) {
      flow.space(isTitle ? 8 : 3)
      if (isTitle) {
        flow.ensure(40)
        flow.text('H3', { text: said, size: 10.5, weight: 'bold', ...style })
      } else flow.text('P', { text: isBullet ? `• ${said}` : said, size: 10.5, ...style })
    }
  }
  if (record) drawRecord(flow, text, record)
  flow.footer((page, count) => ({
    text: `${withoutControls(text.title)}  –  ${say.page} ${isolate(`${page} / ${count}`, 'ltr')}`,
    size: 8,
    colour: soft,
    align: 'center',
    ...style,
  }))
  return document.finish()
}

function drawRecord(flow: Flow, { language, sha256 }: PublishedText, record: AcceptanceRecord): void {
  const say = words[language]
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const rows = [
    [say.person, isolate(record.personName)],
    [say.nationalId, isolate(record.nationalIdMasked, 'ltr')],
    [say.as, record.userType],
    ...(record.organisation ? [[say.organisation, isolate(record.organisation)]] : []),
    [say.at, `${riyadhTime(record.acceptedAt)} – ${hijriDate(record.acceptedAt, language)}`],
    [say.how, record.how],
    [say.from, isolate(record.address, 'ltr')],
    [say.device, isolate(record.device, 'ltr')],
    [say.fingerprint, isolate(sha256.toString('hex'), 'ltr')],
  ] as const
  flow.space(16)
  flow.ensure(60 + rows.length * 20)
  flow.text('H2', { text: say.record, size: 12, weight: 'bold', direction })
  flow.space(4)
  flow.document.element('Table', () => {
    for (const [label, value] of rows) {
      const cells: Text[] = [
        { text: label, size: 9, colour: soft, direction },
        { text: value, size: 9, direction },
      ]
      const shares = [1, 3.4]
      if (direction === 'rtl') [cells, shares].forEach((one) => one.reverse())
      flow.row({ cells, shares, under: hair, padding: 3 })
    }
  })
}
