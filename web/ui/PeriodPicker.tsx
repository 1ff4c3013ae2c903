import {
  CalendarDate,
  createCalendar,
  endOfMonth,
  GregorianCalendar,
  parseDate,
  startOfMonth,
  toCalendar,
  today,
} from '@internationalized/date'
import { useState } from 'react'
import { Button as BareButton } from 'react-aria-components/Button'
import { DateInput, DateRangePicker, DateSegment, Group } from 'react-aria-components/DateRangePicker'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  RangeCalendar,
} from 'react-aria-components/RangeCalendar'
import { useTranslation } from 'react-i18next'
import { Button } from './Button.tsx'
import { type CalendarName, typedLocale } from './calendars.ts'
import { SegmentedControl } from './fields.tsx'
import { Icon } from './Icon.tsx'
import './emptyHtml.ts'
import './period.css'

/** Both ends inclusive, each a Gregorian day as `2026-11-21`. */
export type Days = { from: string; to: string }

type Props = {
  value: Days | undefined
  /** Whether there is anything to clear: `value` is there only when both ends are. */
  isNarrowed: boolean
  calendar: CalendarName
  onCalendar: (calendar: CalendarName) => void
  onChoose: (days: Days | undefined) => void
  months: 1 | 2
}

type Range = { start: CalendarDate; end: CalendarDate }

const zone = 'Asia/Riyadh'
const firstDay = new CalendarDate(2000, 1, 1)
const lastDay = new CalendarDate(2076, 12, 31) // the tables of Umm al-Qura end in 1500, which is 2077
const dayText = (date: CalendarDate) => toCalendar(date, new GregorianCalendar()).toString()
const daysOf = ({ start, end }: Range): Days => ({ from: dayText(start), to: dayText(end) })
const isWithin = ({ start, end }: Range) => start.compare(firstDay) >= 0 && start.compare(end) <= 0 && end.compare(lastDay) <= 0

function quickRanges(calendar: CalendarName) {
  const now = today(zone)
  const here = toCalendar(now, createCalendar(calendar))
  return {
    today: { start: now, end: now },
    last7Days: { start: now.subtract({ days: 6 }), end: now },
    last30Days: { start: now.subtract({ days: 29 }), end: now },
    thisMonth: { start: startOfMonth(here), end: endOfMonth(here) },
  } satisfies Record<string, Range>
}
const quickNames = ['today', 'last7Days', 'last30Days', 'thisMonth'] as const

/** A period by a quick choice, by two days of a calendar, or typed; the first two are chosen at once. */
export default function PeriodPicker({ value, isNarrowed, calendar, onCalendar, onChoose, months }: Props) {
  const { t, i18n } = useTranslation('ui')
  const [range, setRange] = useState<Range | null>(() => (value ? { start: parseDate(value.from), end: parseDate(value.to) } : null))
  const quick = quickRanges(calendar)
  const choose = (chosen: Range) => onChoose(daysOf(chosen))
  return (
    <div className="period" data-months={months}>
      <div className="period-quick" role="group" aria-label={t('quickPeriods')}>
        {quickNames.map((name) => (
          <Button key={name} onPress={() => choose(quick[name])}>
            {t(name)}
          </Button>
        ))}
      </div>
      <I18nProvider locale={typedLocale(i18n.language, calendar)}>
        <DateRangePicker
          aria-label={t('period')}
          className="period-picker"
          value={range}
          onChange={setRange}
          firstDayOfWeek="sun"
          minValue={firstDay}
          maxValue={lastDay}
        >
          <div className="period-top">
            <Ends />
            <SegmentedControl
              label={t('calendar')}
              choices={[
                { id: 'gregory', label: t('gregorian') },
                { id: 'islamic-umalqura', label: t('hijri') },
              ]}
              value={calendar}
              onChange={(chosen) => onCalendar(chosen as CalendarName)}
            />
          </div>
          <Months months={months} onChoose={choose} />
        </DateRangePicker>
      </I18nProvider>
      <div className="period-bottom">
        {isNarrowed && (
          <Button kind="quiet" onPress={() => onChoose(undefined)}>
            {t('clearPeriod')}
          </Button>
        )}
        <Button kind="primary" isDisabled={!range || !isWithin(range)} onPress={() => range && choose(range)}>
          {t('apply')}
        </Button>
      </div>
    </div>
  )
}

function Ends() {
  const { t } = useTranslation('ui')
  const segments = (slot: 'start' | 'end') => (
    <DateInput slot={slot} className="input period-end">
      {(segment) => <DateSegment segment={segment} className="period-segment" />}
    </DateInput>
  )
  return (
    <Group className="period-ends">
      <div>
        <span aria-hidden="true">{t('from')}</span>
        {segments('start')}
      </div>
      <div>
        <span aria-hidden="true">{t('to')}</span>
        {segments('end')}
      </div>
    </Group>
  )
}

/** What happened lies in the past, so the month of today, or of the period, stands last. */
function Months({ months, onChoose }: { months: 1 | 2; onChoose: (chosen: Range) => void }) {
  return (
    <RangeCalendar
      className="period-calendar"
      visibleDuration={{ months }}
      pageBehavior="single"
      selectionAlignment="end"
      onChange={(chosen) => onChoose(chosen as Range)}
    >
      <div className="period-head">
        <BareButton slot="previous" className="btn btn-quiet btn-icon">
          <Icon name="chevronStart" />
        </BareButton>
        {Array.from({ length: months }, (_, month) => (
          <CalendarHeading key={month} offset={{ months: month }} />
        ))}
        <BareButton slot="next" className="btn btn-quiet btn-icon">
          <Icon name="chevronEnd" />
        </BareButton>
      </div>
      <div className="period-months">
        {Array.from({ length: months }, (_, month) => (
          <CalendarGrid key={month} offset={{ months: month }} weekdayStyle="narrow">
            <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
            <CalendarGridBody>{(date) => <CalendarCell date={date} className="period-day" />}</CalendarGridBody>
          </CalendarGrid>
        ))}
      </div>
    </RangeCalendar>
  )
}
