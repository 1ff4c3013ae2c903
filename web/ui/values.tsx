import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsText, numberText, useShown } from '../kit/shown.ts'
import { type CalendarName, dateFormat } from './calendars.ts'
import { Icon } from './Icon.tsx'

const day = { timeZone: 'Asia/Riyadh', day: 'numeric', month: 'short', year: 'numeric' } as const
const moment = { ...day, hour: 'numeric', minute: '2-digit' } as const

/** Stands in a cell that has nothing to say; a card's line goes without it. */
export const nothing = '—'

/** A moment, or a day as `2026-11-21`, in Riyadh; under it the day by the other calendar. The person's own calendar comes first. */
export function DateText({ at, time = false, hijri = true }: { at: Date | string | null; time?: boolean; hijri?: boolean }) {
  const { i18n } = useTranslation()
  const { calendar } = useShown()
  if (!at) return <>{nothing}</>
  const date = typeof at === 'string' ? new Date(`${at}T00:00:00+03:00`) : at
  const other = calendar === 'gregory' ? 'islamic-umalqura' : 'gregory'
  const text = (of: CalendarName, parts: Intl.DateTimeFormatOptions) => dateFormat(i18n.language, of, parts).format(date)
  return (
    <time className="date num" dateTime={typeof at === 'string' ? at : at.toISOString()}>
      {time ? <Moment text={text(calendar, moment)} ofDay={text(calendar, day)} /> : <span>{text(calendar, day)}</span>}
      {hijri && <span className="date-second">{text(other, day)}</span>}
    </time>
  )
}

/** Where a line is too short, the time goes to the next one as a whole, and not its last word alone. */
function Moment({ text, ofDay }: { text: string; ofDay: string }) {
  const [, joint, time] = /^(\S*\s)(.*)$/.exec(text.slice(ofDay.length)) ?? []
  if (!text.startsWith(ofDay) || !time) return <span>{text}</span>
  return (
    <span>
      <span className="whole">
        {ofDay}
        {joint!.trim()}
      </span>{' '}
      <span className="whole">{time}</span>
    </span>
  )
}

export function NumberText({ value }: { value: number }) {
  useShown()
  return <span className="num">{numberText(value)}</span>
}

export const riyalText = (halalas: number) => numberText(halalas / 100, { decimals: 2 })

/** Whole halalas as riyals. The sign stands left of the number in both languages (SAMA's rule for the riyal sign). */
export function Money({ halalas }: { halalas: number }) {
  const { t } = useTranslation('ui')
  useShown()
  const amount = riyalText(halalas)
  return (
    <span className="money">
      <span className="sr-only">{t('riyals', { amount })}</span>
      <span className="money-shown num" dir="ltr" aria-hidden="true">
        <RiyalSign />
        {amount}
      </span>
    </span>
  )
}

function RiyalSign() {
  return (
    <svg className="riyal" viewBox="0 0 1124 1257" fill="currentColor">
      <path d="M699.6 1113.020c-20.060 44.480-33.320 92.750-38.4 143.370l424.510-90.240c20.060-44.470 33.310-92.750 38.4-143.370l-424.510 90.240Z" />
      <path d="M1085.730 895.8c20.060-44.470 33.320-92.750 38.4-143.370l-330.680 70.330v-135.2l292.270-62.110c20.060-44.470 33.320-92.750 38.4-143.370l-330.680 70.270V66.130c-50.670 28.450-95.670 66.320-132.250 110.990v403.350l-132.250 28.110V0c-50.670 28.440-95.670 66.320-132.250 110.990v525.690l-295.910 62.880c-20.060 44.470-33.330 92.750-38.420 143.370l334.330-71.050v170.260l-358.3 76.140c-20.060 44.470-33.320 92.750-38.4 143.370l375.040-79.7c30.530-6.350 56.770-24.4 73.830-49.240l68.780-101.970v-.020c7.140-10.550 11.3-23.270 11.3-36.970v-149.980l132.250-28.110v270.4l424.530-90.280Z" />
    </svg>
  )
}

/** Identifiers, e-mails, phones and serial numbers run left to right inside Arabic. */
export const Ltr = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr" className="num">
    {typeof children === 'string' && children.includes('@') ? inParts(children) : children}
  </bdi>
)

/** An e-mail address that is too long for its line goes on at its `@` or a dot, never within a word. */
const inParts = (address: string) => address.split(/(?=[@.])/).flatMap((part, at) => (at === 0 ? [part] : [<wbr key={at} />, part]))

/** A file's name runs as its own words do: one in Arabic from the right, with its ending after it. */
export const FileName = ({ children }: { children: string }) => <bdi dir="auto">{children}</bdi>

/** People's names follow their own script. */
export const Name = ({ children }: { children: ReactNode }) => <bdi dir="auto">{children}</bdi>

/** What a cell says, and below it, in small print, what belongs to it. */
export const TwoLines = ({ below, children }: { below: ReactNode; children: ReactNode }) => (
  <span className="two-lines">
    <span>{children}</span>
    {below && <span className="small quiet">{below}</span>}
  </span>
)

/** An identifier that a press copies. `shown` may be a shortened form. */
export function CopyId({ value, shown = value }: { value: string; shown?: string }) {
  const { t } = useTranslation('ui')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <button
      type="button"
      className="copy"
      aria-label={t('copy', { value: shown })}
      onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}
    >
      <Ltr>{shown}</Ltr>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
      <span className="sr-only" role="status">
        {copied && t('copied')}
      </span>
    </button>
  )
}

/** Minutes and seconds until a moment; the spoken form does not repeat every second. */
export function Countdown({ until, onEnd }: { until: Date; onEnd?: () => void }) {
  const { t } = useTranslation('ui')
  const [left, setLeft] = useState(() => secondsUntil(until))
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsUntil(until)), 500)
    return () => clearInterval(timer)
  }, [until])
  const ended = left === 0
  useEffect(() => {
    if (ended) onEnd?.()
  }, [ended]) // eslint-disable-line react-hooks/exhaustive-deps -- the end is told once, whichever function is passed by then
  return (
    <span role="timer" aria-live="off" className="num" dir="ltr" aria-label={t('timeLeft')}>
      {digitsText(`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`)}
    </span>
  )
}

const secondsUntil = (moment: Date) => Math.max(0, Math.ceil((moment.getTime() - Date.now()) / 1000))
