import type { Output } from '#contract/kit.ts'
import { readSystemState } from '#contract/systemState.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { digitsIn, numberText } from '../../kit/shown.ts'
import { Card, Facts, StatusChip } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText, Ltr, Name, TwoLines } from '../../ui/values.tsx'
import './operations.css'

type State = Output<typeof readSystemState>

const lookEveryMs = 10_000

/** How the product is, looked at again and again. */
export default function SystemStatePage() {
  const { t } = useTranslation('operations')
  const { data, error, refetch } = useQuery({
    queryKey: [readSystemState.path],
    queryFn: ({ signal }) => send(readSystemState, {}, { signal }),
    refetchInterval: lookEveryMs,
  })
  return <Page text={t('state.lead')}>{data ? <Shown state={data} /> : error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
}

function Shown({ state }: { state: State }) {
  const { t } = useTranslation('operations')
  const faults = [
    ...state.checks.filter(({ isWell }) => !isWell).map(({ check }) => t(`state.check.${check}`)),
    ...(state.knowsTime ? [] : [t('state.time')]),
    ...(state.publishing.ocsp ? [] : [t('state.ocsp')]),
    ...(state.publishing.lists ? [] : [t('state.lists')]),
    ...(state.storesDocuments ? [] : [t('state.storage')]),
    ...state.outside.filter((one) => stateOf(one) === 'silent').map(({ party }) => t(`state.party.${party}`)),
    ...state.sweeps.filter(({ isWell }) => !isWell).map(({ sweep }) => t(`state.sweep.${sweep}`)),
  ]
  return (
    <div className="stack">
      {faults.length === 0 ? (
        <Notice tone="success">{t('state.allWell')}</Notice>
      ) : (
        <Notice tone="error">{t('state.notAll', { what: faults.join(' · ') })}</Notice>
      )}
      <div className="state-cards">
        <Readiness state={state} />
        <Outside parties={state.outside} />
        <UnderWay state={state} />
        <Authority authorities={state.authorities} />
        <Sweeps sweeps={state.sweeps} />
      </div>
    </div>
  )
}

function Well({ isWell }: { isWell: boolean }) {
  const { t } = useTranslation('operations')
  return <StatusChip tone={isWell ? 'success' : 'error'}>{t(isWell ? 'state.well' : 'state.faulty')}</StatusChip>
}

type Party = State['outside'][number]

/** One that cannot be reached does not answer, whatever it did before. */
function stateOf({ isReached, isWell }: Party): 'answers' | 'silent' | 'unknown' {
  if (isReached === false) return 'silent'
  if (isWell === false) return 'silent'
  return isReached || isWell ? 'answers' : 'unknown'
}
const partyTones = { answers: 'success', silent: 'error', unknown: 'neutral' } as const

function Outside({ parties }: { parties: readonly Party[] }) {
  const { t } = useTranslation('operations')
  return (
    <Card title={t('state.outside')}>
      <p className="small quiet">{t('state.outsideText')}</p>
      <Facts
        facts={parties.map((one): [string, React.ReactNode] => [
          t(`state.party.${one.party}`),
          <span key={one.party} className="two-lines">
            <span>
              <StatusChip tone={partyTones[stateOf(one)]}>{t(`state.partyState.${stateOf(one)}`)}</StatusChip>
            </span>
            {one.answeredDate && (
              <span className="small quiet">
                {t('state.answered')} <DateText at={one.answeredDate} time hijri={false} />
              </span>
            )}
            {one.failedDate && one.fault && (
              <span className="small quiet">
                {t('state.failed')} <DateText at={one.failedDate} time hijri={false} />: {t(`state.reason.${one.fault}`)}
              </span>
            )}
          </span>,
        ])}
      />
    </Card>
  )
}

function Readiness({ state: { checks, freeBytes, knowsTime, publishing, storesDocuments } }: { state: State }) {
  const { t } = useTranslation('operations')
  return (
    <Card title={t('state.checks')}>
      <Facts
        facts={[
          ...checks.map(({ check, isWell }): [string, React.ReactNode] => [
            t(`state.check.${check}`),
            <Well key={check} isWell={isWell} />,
          ]),
          [t('state.free'), freeBytes === null ? '—' : t('state.gigabytes', { number: numberText(Math.floor(freeBytes / 1e9)) })],
          [t('state.storage'), <Well key="storage" isWell={storesDocuments} />],
          [t('state.ocsp'), <Well key="ocsp" isWell={publishing.ocsp} />],
          [t('state.lists'), <Well key="lists" isWell={publishing.lists} />],
          [
            t('state.time'),
            <StatusChip key="time" tone={knowsTime ? 'success' : 'error'}>
              {t(knowsTime ? 'state.given' : 'state.notGiven')}
            </StatusChip>,
          ],
        ]}
      />
    </Card>
  )
}

function UnderWay({ state: { waiting, undelivered } }: { state: State }) {
  const { t } = useTranslation('operations')
  return (
    <Card title={t('state.waiting')}>
      <Facts
        facts={[
          ...waiting.map(({ work, count, since }): [string, React.ReactNode] => [
            t(`state.work.${work}`),
            since ? (
              <TwoLines
                key={work}
                below={
                  <>
                    {t('state.since')} <DateText at={since} time hijri={false} />
                  </>
                }
              >
                {numberText(count)}
              </TwoLines>
            ) : (
              t('state.nothing')
            ),
          ]),
          [t('state.undelivered'), numberText(undelivered)],
        ]}
      />
    </Card>
  )
}

/** What the authority keeps a key for. */
const keys = ['root', 'people', 'seals', 'tsa', 'documents'] as const

function Authority({ authorities }: { authorities: State['authorities'] }) {
  const { t } = useTranslation('operations')
  const named = (key: string) => {
    const known = keys.find((one) => one === key)
    return known ? t(`state.key.${known}`) : key
  }
  return (
    <Card title={t('state.authority')}>
      <Facts
        facts={authorities.map(({ authorityKey, issuedTo, validTo, listUpdated, listNextUpdate }): [string, React.ReactNode] => [
          named(authorityKey),
          <span key={authorityKey} className="two-lines">
            <Ltr>
              <Name>{issuedTo}</Name>
            </Ltr>
            <span className="small quiet">
              {t('state.validTo')} <DateText at={validTo} hijri={false} />
            </span>
            {listUpdated && listNextUpdate && (
              <span className="small quiet">
                {t('state.listUpdated')} <DateText at={listUpdated} time hijri={false} /> · {t('state.listNextUpdate')}{' '}
                <DateText at={listNextUpdate} time hijri={false} />
              </span>
            )}
          </span>,
        ])}
      />
    </Card>
  )
}

/** The largest unit that needs no fraction. */
function intervalText(seconds: number, language: string): string {
  const [unit, count] =
    seconds % 3_600 === 0
      ? (['hour', seconds / 3_600] as const)
      : seconds % 60 === 0
        ? (['minute', seconds / 60] as const)
        : (['second', seconds] as const)
  const parts = new Intl.NumberFormat(`${language}-u-nu-${digitsIn(language)}`, { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(
    count,
  )
  return count === 1 ? parts.find(({ type }) => type === 'unit')!.value : parts.map(({ value }) => value).join('')
}

function Sweeps({ sweeps }: { sweeps: State['sweeps'] }) {
  const { t, i18n } = useTranslation('operations')
  return (
    <Card title={t('state.sweeps')}>
      <p className="small quiet">{t('state.sweepsText')}</p>
      <Facts
        facts={sweeps.map(({ sweep, everySeconds, lastRun, isWell }): [string, React.ReactNode] => [
          t(`state.sweep.${sweep}`),
          <TwoLines key={sweep} below={lastRun ? <DateText at={lastRun} time hijri={false} /> : t('state.notYet')}>
            <Well isWell={isWell} />{' '}
            <span className="small quiet">{t('state.every', { every: intervalText(everySeconds, i18n.language) })}</span>
          </TwoLines>,
        ])}
      />
    </Card>
  )
}
