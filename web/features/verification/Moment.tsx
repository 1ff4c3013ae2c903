import { DateText, Ltr } from '../../ui/values.tsx'

/** The form of a date inside a PDF file (ISO 32000-2 §7.9.4). */
const pdfDate = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z(?:00'00'?)?|([+-]\d\d)'(\d\d)'?)$/

const isoOf = (text: string) =>
  text.replace(
    pdfDate,
    (_all, ...[year, month, day, hour, minute, second, zone = '+00', rest = '00']: string[]) =>
      `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}:${rest}`,
  )

/** What a file states as a time need not be one. */
export function Moment({ text }: { text: string }) {
  const at = new Date(isoOf(text))
  return Number.isNaN(at.getTime()) ? <Ltr>{text}</Ltr> : <DateText at={at} time />
}
