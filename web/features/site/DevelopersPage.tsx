import { readOpenApi } from '#contract/site.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import '../../ui/app.css'
import './developers.css'
import { Head } from '../../kit/Head.tsx'
import { PlainTable } from '../../ui/display.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Progress.tsx'
import { ApiCallDetails } from './ApiCallDetails.tsx'
import { callsOf, fetchOpenApi, fits, type OpenApi } from './openApi.ts'

/** Every call of the service, read from the document that machines read. */
export default function DevelopersPage() {
  const { t } = useTranslation('developers')
  const [api, setApi] = useState<OpenApi | Error>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isLeft = false
    const show = (found: OpenApi | Error) => !isLeft && setApi(found)
    fetchOpenApi().then(show, show)
    return () => void (isLeft = true)
  }, [attempt])
  const retry = () => {
    setApi(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <div className="wrap developers">
      <Head title={t('title')} description={t('description')} />
      <header>
        <h1>{t('title')}</h1>
        <p className="developers-lead">{t('lead')}</p>
        <p>
          <a href={readOpenApi.path} className="btn btn-secondary">
            <Icon name="file" size={18} />
            {t('document')}
          </a>
        </p>
      </header>
      {!api && <Spinner />}
      {api instanceof Error && (
        <Notice tone="error">
          {t('failed')}{' '}
          <button type="button" className="btn btn-secondary" onClick={retry}>
            {t('retry')}
          </button>
        </Notice>
      )}
      {api && !(api instanceof Error) && <Reference api={api} />}
    </div>
  )
}

function Reference({ api }: { api: OpenApi }) {
  const { t } = useTranslation('developers')
  const named = decodeURIComponent(useLocation().hash.slice(1))
  const [typed, setTyped] = useState('')
  const [calls] = useState(() => callsOf(api))
  const found = Map.groupBy(
    calls.filter((call) => fits(call, typed.trim())),
    ({ area }) => area,
  )
  return (
    <div className="api">
      <nav className="api-areas" aria-label={t('areasLabel')}>
        <ul>
          {[...found].map(([area, of]) => (
            <li key={area}>
              <a href={`#area-${area}`}>
                {t(`areas.${area}`)} <span className="small quiet num">{of.length}</span>
              </a>
            </li>
          ))}
          <li>
            <a href="#problems">{t('problems.title')}</a>
          </li>
        </ul>
      </nav>
      <div className="api-main">
        <Start />
        <label className="field api-search">
          <span>{t('search')}</span>
          <span className="input-box" data-icon="search">
            <Icon name="search" size={18} />
            <input type="search" className="input" dir="auto" value={typed} onChange={(event) => setTyped(event.target.value)} />
          </span>
        </label>
        <p className="small quiet" role="status">
          {t('found', { count: [...found.values()].flat().length })}
        </p>
        {[...found].map(([area, of]) => (
          <section key={area} id={`area-${area}`} className="api-area" aria-labelledby={`title-${area}`}>
            <h2 id={`title-${area}`}>{t(`areas.${area}`)}</h2>
            {of.map((call) => (
              <ApiCallDetails key={call.operationId} call={call} schemas={api.components.schemas} isNamed={named === call.operationId} />
            ))}
          </section>
        ))}
        <Problems api={api} named={named} />
      </div>
    </div>
  )
}

/** What every application has to know before its first call. */
function Start() {
  const { t } = useTranslation('developers')
  return (
    <section className="card api-start" aria-labelledby="start">
      <h2 id="start">{t('start.title')}</h2>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>{t(`start.${rule}`)}</li>
        ))}
      </ul>
    </section>
  )
}
const rules = ['session', 'device', 'repeat', 'values', 'problem'] as const

/** `named`: the address of the page ends in a code, as the `type` of a problem does. */
function Problems({ api, named }: { api: OpenApi; named: string }) {
  const { t, i18n } = useTranslation('developers')
  useEffect(() => {
    if (api['x-problems'].some(({ code }) => code === named)) document.getElementById(named)!.scrollIntoView({ block: 'center' })
  }, [api, named])
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  return (
    <section id="problems" className="api-area" aria-labelledby="title-problems">
      <h2 id="title-problems">{t('problems.title')}</h2>
      <p className="quiet">{t('problems.text')}</p>
      <PlainTable
        label={t('problems.table')}
        columns={[
          {
            title: t('problems.code'),
            cell: ({ code }) => (
              <code id={code} dir="ltr" aria-current={code === named || undefined}>
                {code}
              </code>
            ),
          },
          { title: t('problems.status'), cell: ({ status }) => <span className="num">{status}</span> },
          { title: t('problems.sentence'), cell: (problem) => problem[language] },
        ]}
        rows={api['x-problems']}
        keyOf={({ code }) => code}
      />
    </section>
  )
}
