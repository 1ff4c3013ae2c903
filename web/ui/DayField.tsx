import { CalendarDate, GregorianCalendar, parseDate, toCalendar, today } from '@internationalized/date'
import { DateField, DateInput, DateSegment } from 'react-aria-components/DateField'
import { FieldError } from 'react-aria-components/FieldError'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { useTranslation } from 'react-i18next'
import { useShown } from '../kit/shown.ts'
import { type CalendarName, daysText, typedLocale } from './calendars.ts'
import './emptyHtml.ts'
import './period.css'

type Props = {
  label: string
  hint?: string
  error?: string | undefined
  /** A Gregorian day as `2026-11-21`; empty for none. */
  value: string
  onChange: (day: string) => void
  onBlur?: () => void
  name?: string
  isRequired?: boolean
}

const lastDay = new CalendarDate(2076, 12, 31) // the tables of Umm al-Qura end in 1500, which is 2077

/** A day after today, typed in the person's own calendar; beneath it the same day in the other one. */
export default function ComingDayField({ label, hint, error, value, onChange, ...behaviour }: Props) {
  const { i18n } = useTranslation()
  const { calendar } = useShown()
  const other: CalendarName = calendar === 'gregory' ? 'islamic-umalqura' : 'gregory'
  return (
    <I18nProvider locale={typedLocale(i18n.language, calendar)}>
      <DateField
        {...behaviour}
        className="field"
        value={value ? parseDate(value) : null}
        onChange={(date) => onChange(date ? toCalendar(date, new GregorianCalendar()).toString() : '')}
        minValue={today('Asia/Riyadh').add({ days: 1 })}
        maxValue={lastDay}
        isInvalid={error !== undefined}
        validationBehavior="aria"
        shouldForceLeadingZeros
      >
        <Label>{label}</Label>
        <DateInput className="input period-end">{(segment) => <DateSegment segment={segment} className="period-segment" />}</DateInput>
        <span className="field-below">
          {error ? (
            <FieldError className="field-error">{error}</FieldError>
          ) : (
            <Text slot="description">{value ? daysText(i18n.language, other, value) : hint}</Text>
          )}
        </span>
      </DateField>
    </I18nProvider>
  )
}
