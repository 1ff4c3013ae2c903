import { to } from '#contract/publicScreens.ts'
import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import '../../ui/app.css'
import './developers.css'
import { Head } from '../../kit/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { FoundCalls } from './openApi.ts'

/** Stands in the page as it is sent, and answers to the address when its script has come. */
const ProblemCodes = lazy(() => import('./ProblemCodes.tsx'))

/** Every call of the service, read from the document that machines read; before it has come, what must be known of all of them. */
export default function DevelopersPage() {
  const { t } = useTranslation(['developers', 'ui']) // those of the parts that come later, too
  const { reference, hasFailed, retry } = useReference()
  const named = useNamed()
  const [typed, setTyped] = useState('')
  const found = reference?.search(typed)
  return (
    <div className="wrap developers">
      <Head title={t('title')} description={t('description')} />
      <header>
        <h1>{t('title')}</h1>
        <p className="developers-lead">{t('lead')}</p>
        <p className="actions-row">
          <Link to={to('quickStart')} className="btn btn-primary">
            {t('quickStart')}
          </Link>
          <a href="/api/openapi.json" className="btn btn-secondary">
            <Icon name="file" size={18} />
            {t('document')}
          </a>
        </p>
      </header>
      <div className="api">
        <Start />
        {reference && found ? (
          <>
            <Areas found={found} />
            <reference.Calls found={found} schemas={reference.schemas} named={named} typed={typed} onType={setTyped} />
          </>
        ) : (
          <Coming hasFailed={hasFailed} onRetry={retry} />
        )}
        <Suspense>
          <ProblemCodes named={named} isWhole={reference !== undefined} />
        </Suspense>
      </div>
    </div>
  )
}

/** What the address names behind `#`, which the server did not know when the page was made. */
function useNamed(): string {
  const { hash } = useLocation()
  const [named, setNamed] = useState('')
  // A transition, or React would make anew what of the page its script has not come for.
  useEffect(() => startTransition(() => setNamed(hash.slice(1))), [hash])
  return named
}

/** The calls come after the page, with the scripts that show them. */
const loadReference = () => import('./ApiCalls.tsx').then(({ loadReference: load }) => load())

function useReference() {
  const [reference, setReference] = useState<Awaited<ReturnType<typeof loadReference>>>()
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isLeft = false
    loadReference().then(
      (loaded) => !isLeft && startTransition(() => setReference(loaded)),
      () => !isLeft && setFailed(true),
    )
    return () => void (isLeft = true)
  }, [attempt])
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  return { reference, hasFailed, retry }
}

/** Instead of the calls, in room enough that they push nothing out of sight that was in it. */
function Coming({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  const { t } = useTranslation('developers')
  return (
    <div className="api-coming">
      <noscript>
        <p className="notice">{t('noScript')}</p>
      </noscript>
      {hasFailed ? (
        <Notice tone="error">
          {t('failed')}{' '}
          <button type="button" className="btn btn-secondary" onClick={onRetry}>
            {t('retry')}
          </button>
        </Notice>
      ) : (
        <span className="spinner" aria-hidden="true" />
      )}
    </div>
  )
}

/** The areas in which something was found, with how much. */
function Areas({ found }: { found: FoundCalls }) {
  const { t } = useTranslation('developers')
  return (
    <nav className="api-areas" aria-label={t('areasLabel')}>
      <ul>
        {[...found].map(([area, calls]) => (
          <li key={area}>
            <a href={`#area-${area}`}>
              {t(`areas.${area}`)} <span className="small quiet num">{calls.length}</span>
            </a>
          </li>
        ))}
        <li>
          <a href="#problems">{t('problems.title')}</a>
        </li>
      </ul>
    </nav>
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
