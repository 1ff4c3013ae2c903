import { lazy, Suspense, useId, useState, useSyncExternalStore } from 'react'
import { Button } from 'react-aria-components/Button'
import { Popover } from 'react-aria-components/Popover'
import { useTranslation } from 'react-i18next'
import { type CalendarName, daysText } from '../ui/calendars.ts'
import { Icon } from '../ui/Icon.tsx'
import { Dialog, DialogTrigger } from '../ui/overlays.tsx'
import { Spinner } from '../ui/Progress.tsx'
import { readShown } from './shown.ts'
import '../ui/periodFilter.css'

const loadPicker = () => import('../ui/PeriodPicker.tsx')
const PeriodPicker = lazy(loadPicker)

const phone = () => matchMedia('(max-width: 639px)')
const usePhone = () =>
  useSyncExternalStore(
    (changed) => {
      const query = phone()
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => phone().matches,
  )

type Narrowed = { filters: object; chooseTogether: (days: { fromDate?: string; toDate?: string }) => void }

/**
 * The period of a list, or of anything else that has one in its address, with both ends. What it is chosen with loads when somebody reaches for it.
 * @param otherwise what is shown while no period is chosen; left out, all time
 */
export function PeriodFilter({ list, otherwise }: { list: Narrowed; otherwise?: string }) {
  const { t } = useTranslation('ui')
  const id = useId()
  const [calendar, setCalendar] = useState<CalendarName>(readShown().calendar)
  const [isOpen, setOpen] = useState(false)
  const isPhone = usePhone()
  const { fromDate: from, toDate: to } = list.filters as { fromDate?: string; toDate?: string }
  const picker = (
    <Suspense fallback={<Waiting />}>
      <PeriodPicker
        value={from && to ? { from, to } : undefined}
        isNarrowed={Boolean(from ?? to)}
        calendar={calendar}
        onCalendar={setCalendar}
        months={isPhone ? 1 : 2}
        onChoose={(days) => {
          list.chooseTogether({ fromDate: days?.from, toDate: days?.to })
          setOpen(false)
        }}
      />
    </Suspense>
  )
  return (
    <div className="field period-filter">
      <span id={`${id}-label`}>{t('period')}</span>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button
          id={id}
          className="input select"
          aria-labelledby={`${id}-label ${id}`}
          onHoverStart={() => void loadPicker()}
          onFocus={() => void loadPicker()}
        >
          <PeriodText from={from} to={to} calendar={calendar} otherwise={otherwise ?? t('anyTime')} />
          <Icon name="chevronDown" size={18} />
        </Button>
        {isPhone ? (
          <Dialog title={t('period')}>{picker}</Dialog>
        ) : (
          <Popover className="popover" placement="bottom end" offset={4} aria-labelledby={`${id}-label`}>
            {picker}
          </Popover>
        )}
      </DialogTrigger>
    </div>
  )
}

const Waiting = () => (
  <div className="waiting">
    <Spinner />
  </div>
)

/** An address may hold one end only. */
function PeriodText({ from, to, calendar, otherwise }: { from?: string; to?: string; calendar: CalendarName; otherwise: string }) {
  const { t, i18n } = useTranslation('ui')
  const text = (first: string, last?: string) => daysText(i18n.language, calendar, first, last)
  return (
    <span className="num">
      {from && to ? text(from, to) : from ? t('sinceDay', { day: text(from) }) : to ? t('untilDay', { day: text(to) }) : otherwise}
    </span>
  )
}
