import type { Output } from '#contract/kit.ts'
import { readStatus, statusDays } from '#contract/site.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { Notice } from '../../ui/Notice.tsx'
import { DateText } from '../../ui/values.tsx'

type Status = Output<typeof readStatus>
type Record = NonNullable<Status['record']>
type Fault = Record['faults'][number]

const lookEveryMs = 30_000

export default function StatusNow() {
  const { t } = useTranslation('status')
  const { status, hasFailed } = useStatus()
  if (!status) return hasFailed ? <Notice tone="error">{t('unreachable')}</Notice> : <span className="spinner" aria-hidden="true" />
  return (
    <>
      {hasFailed ? <Notice tone="error">{t('unreachable')}</Notice> : <Whole status={status} />}
      <div className="status-parts card">
        <ul>
          {status.components.map(({ component, state }) => (
            <li key={component}>
              <strong>{t(`component.${component}`)}</strong>
              <span className={`chip tone-${tones[state]}`}>{t(`state.${state}`)}</span>
              {status.record && <Days component={component} record={status.record} lookedAt={status.lookedAt} />}
            </li>
          ))}
        </ul>
        {status.record && <Legend />}
      </div>
      <History record={status.record} />
    </>
  )
}
const tones = { well: 'success', unwell: 'error', unknown: 'neutral' } as const

/** Looked at again while somebody looks. */
function useStatus() {
  const [status, setStatus] = useState<Status>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const look = () => {
      if (document.hidden) return
      send(readStatus, {}, { signal: leaving.signal }).then(
        (read) => {
          setStatus(read)
          setFailed(false)
        },
        () => !leaving.signal.aborted && setFailed(true),
      )
    }
    look()
    const beat = setInterval(look, lookEveryMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      leaving.abort()
      clearInterval(beat)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return { status, hasFailed }
}

function Whole({ status: { components, lookedAt } }: { status: Status }) {
  const { t } = useTranslation('status')
  const unwell = components.filter(({ state }) => state === 'unwell').map(({ component }) => t(`component.${component}`))
  return (
    <div className="status-whole" role="status">
      {unwell.length === 0 ? (
        <Notice tone="success">{t('allWell')}</Notice>
      ) : (
        <Notice tone="warning">{t('notAll', { what: unwell.join(t('and')) })}</Notice>
      )}
      <p className="small quiet">
        {t('lookedAt')} <DateText at={lookedAt} time hijri={false} />
      </p>
    </div>
  )
}

const dayMs = 86_400_000
const minutesOf = ({ beganAt, endedAt }: Fault, until: Date) => Math.ceil(((endedAt ?? until).getTime() - beganAt.getTime()) / 60_000) + 1

/** The days of the record, the newest at the end: which of them had a minute in which it did not work, or in which nobody looked. */
function Days({ component, record, lookedAt }: { component: string; record: Record; lookedAt: Date }) {
  const { t } = useTranslation('status')
  const begin = lookedAt.getTime() - statusDays * dayMs
  const dayOf = (at: Date) => Math.max(0, Math.min(statusDays - 1, Math.floor((at.getTime() - begin) / dayMs)))
  const of = (name: string) => record.faults.filter((fault) => fault.component === name)
  const daysOf = (faults: Fault[]) => new Set(faults.flatMap(({ beganAt, endedAt }) => range(dayOf(beganAt), dayOf(endedAt ?? lookedAt))))
  const own = of(component)
  const minutes = own.reduce((sum, fault) => sum + minutesOf(fault, lookedAt), 0)
  const first = record.since ? dayOf(record.since) : statusDays
  const said = minutes === 0 ? t('noneRecorded') : t('minutes', { count: minutes })
  return (
    <>
      <svg className="status-days" viewBox={`0 0 ${statusDays} 4`} preserveAspectRatio="none" aria-hidden="true">
        <rect className="days-none" width={first} height="4" />
        <rect className="days-well" x={first} width={statusDays - first} height="4" />
        {[...daysOf(of('watch'))].map((day) => (
          <rect className="days-unwatched" key={day} x={day} width="1" height="4" />
        ))}
        {[...daysOf(own)].map((day) => (
          <rect className="days-unwell" key={day} x={day} width="1" height="4" />
        ))}
      </svg>
      <span className="small quiet status-said">{said}</span>
    </>
  )
}

/** How the bars of days are read. */
function Legend() {
  const { t } = useTranslation('status')
  return (
    <div className="status-legend small quiet">
      <p className="status-looks">
        {looks.map((look) => (
          <span key={look}>
            <svg viewBox="0 0 12 12" aria-hidden="true">
              <rect className={`days-${look}`} width="12" height="12" />
            </svg>
            {t(`legend.${look}`)}
          </span>
        ))}
      </p>
      <p className="status-axis">
        <span>{t('legend.first')}</span>
        <span>{t('legend.last')}</span>
      </p>
    </div>
  )
}
const looks = ['well', 'unwell', 'unwatched', 'none'] as const

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

const mostShown = 20

function History({ record }: { record: Status['record'] }) {
  const { t } = useTranslation('status')
  return (
    <section className="card">
      <h2>{t('history.title')}</h2>
      {!record && <p>{t('history.unread')}</p>}
      {record?.since && (
        <p className="small quiet">
          {t('history.since')} <DateText at={record.since} time hijri={false} />
        </p>
      )}
      {record?.faults.length === 0 && <p>{t('history.none')}</p>}
      {record && record.faults.length > 0 && (
        <ul className="status-faults">
          {record.faults.slice(0, mostShown).map((fault) => (
            <li key={`${fault.component} ${fault.beganAt.toISOString()}`}>
              <strong>{t(fault.component === 'watch' ? 'history.watch' : `component.${fault.component}`)}</strong>
              <span>
                {t('history.from')} <DateText at={fault.beganAt} time hijri={false} />
              </span>
              <span>
                {fault.endedAt ? (
                  <>
                    {t('history.to')} <DateText at={fault.endedAt} time hijri={false} />
                  </>
                ) : (
                  t('history.going')
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
