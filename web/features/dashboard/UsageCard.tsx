import { type readMyDashboard, usageSteps, type UsageStep } from '#contract/dashboard.ts'
import type { Output } from '#contract/kit.ts'
import { transactionStatuses } from '#contract/transactions.ts'
import { useTranslation } from 'react-i18next'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useShown } from '../../kit/shown.ts'
import { useWords } from '../../kit/useWords.ts'
import { type Bar, BarChart, type Series } from '../../ui/BarChart.tsx'
import { type CalendarName, dateFormat, daysText } from '../../ui/calendars.ts'
import { Card, EmptyState, FailedState } from '../../ui/display.tsx'
import { SegmentedControl } from '../../ui/fields.tsx'
import { Waiting } from '../../ui/Progress.tsx'

export type Usage = Output<typeof readMyDashboard>['usage']
export type ChosenUsage = { fromDate?: string; toDate?: string; per?: UsageStep }

type Props = {
  /** Whose usage it is. */
  title?: string
  usage: Usage | undefined
  failed: string | null
  isStale: boolean
  chosen: ChosenUsage
  onChoose: (next: ChosenUsage) => void
  onRetry: () => void
}

/** How many signings were begun in each step of a period, and how they ended. */
export function UsageCard({ title, usage, failed, isStale, chosen, onChoose, onRetry }: Props) {
  const { t } = useTranslation('dashboard')
  const name = title ?? t('usage')
  return (
    <Card title={name}>
      <div className="usage-choice">
        <PeriodFilter
          list={{ filters: chosen, chooseTogether: (days) => onChoose({ fromDate: days.fromDate, toDate: days.toDate }) }}
          otherwise={t('last30Days')}
        />
        <SegmentedControl
          label={t('usageStep')}
          choices={usageSteps.map((step) => ({ id: step, label: t(`per.${step}`) }))}
          value={usage?.per ?? chosen.per ?? 'day'}
          onChange={(step) => onChoose({ ...chosen, per: step as UsageStep })}
        />
      </div>
      <div data-stale={isStale || undefined}>
        {failed ? <FailedState message={failed} onRetry={onRetry} /> : usage ? <Chart name={name} usage={usage} /> : <Waiting />}
      </div>
    </Card>
  )
}

function Chart({ name, usage: { bars, per, fromDate, toDate } }: { name: string; usage: Usage }) {
  const { t, i18n } = useTranslation('dashboard')
  const say = useWords()
  const { calendar: own } = useShown()
  if (bars.every(({ success, failed, pending }) => success + failed + pending === 0))
    return <EmptyState title={t('noUsage')}>{t('noUsageText')}</EmptyState>
  const series: Series[] = [
    { id: 'success', label: say(transactionStatuses.success), tone: 'good' },
    { id: 'failed', label: say(transactionStatuses.failed), tone: 'bad' },
    { id: 'pending', label: say(transactionStatuses.pending), tone: 'open' },
  ]
  const inBoth = (of: (calendar: CalendarName) => string): [string, string] => {
    const [gregorian, hijri] = [of('gregory'), of('islamic-umalqura')]
    return own === 'gregory' ? [gregorian, hijri] : [hijri, gregorian]
  }
  const words = (from: string, to: string) => inBoth((calendar) => daysText(i18n.language, calendar, from, to))
  return (
    <BarChart
      label={`${name}: ${words(fromDate, toDate)[0]}`}
      columns={[t('period'), t(own === 'gregory' ? 'inHijri' : 'inGregorian')]}
      total={t('usageTotal')}
      series={series}
      bars={bars.map((bar): Bar => ({
        key: bar.fromDate,
        short: inBoth((calendar) => shortDay(i18n.language, calendar, per, bar.fromDate)),
        long: words(bar.fromDate, bar.toDate),
        values: [bar.success, bar.failed, bar.pending],
      }))}
    />
  )
}

/** Where a bar begins; a month is named whole. */
function shortDay(language: string, calendar: CalendarName, per: UsageStep, from: string): string {
  const parts: Intl.DateTimeFormatOptions = per === 'month' ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' }
  return dateFormat(language, calendar, { timeZone: 'UTC', ...parts }).format(new Date(from))
}
