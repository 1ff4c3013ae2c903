import { maxUploadMegabytes, roomForSignatures } from '#contract/limits.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import '../../ui/app.css'
import './verification.css'
import { Head } from '../../kit/Head.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { State } from './check.ts'

const CodeForm = lazy(() => import('./CodeForm.tsx'))
const Outcome = lazy(() => import('./Outcome.tsx'))

/** Anybody may see whether a signed file still holds. Readable without scripts; what examines a file loads when there is one. */
export default function VerifyPage() {
  const { t } = useTranslation(['verification', 'ui']) // those of the parts that come later, too
  const [state, setState] = useState<State>({ step: 'choose' })
  const leaving = useRef<AbortController>(undefined)
  const check = async (file: File, password?: string) => {
    leaving.current?.abort()
    const { signal } = (leaving.current = new AbortController())
    setState({ step: 'checking', file, share: 0 })
    const { checkFile } = await import('./check.ts')
    await checkFile(file, password, { signal, onState: setState })
  }
  const { search } = useLocation()
  const [isAwake, setAwake] = useState(false)
  const code = (isAwake && new URLSearchParams(search).get('code')) || ''
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    setAwake(true) // the page is made without the code, which stands in the address that a signature's picture leads to
    // It is there before its scripts: a file may have been chosen meanwhile.
    const early = page.current?.querySelector<HTMLInputElement>('[type=file]')?.files?.[0]
    if (early) void check(early)
  }, []) // eslint-disable-line react-hooks/exhaustive-deps -- once, when the scripts take over
  return (
    <div className="wrap verify" ref={page}>
      <Head title={t('title')} description={t('description')} />
      <header>
        <h1>{t('title')}</h1>
        <p className="verify-lead">{t('lead')}</p>
      </header>
      {(code || state.step !== 'choose') && (
        <Suspense fallback={<progress aria-label={t('checking')} />}>
          <Outcome code={code} state={state} onState={setState} onPassword={check} />
        </Suspense>
      )}
      {state.step === 'choose' && (
        <>
          {state.error && <Notice tone="error">{state.error}</Notice>}
          <FileDrop
            label={t('drop')}
            hint={t('dropHint')}
            accept={['application/pdf']}
            maxBytes={maxUploadMegabytes * 1_000_000 + roomForSignatures}
            files={[]}
            onFiles={([file]) => file && void check(file)}
          />
          <div className="card verify-code">
            <noscript>{t('noScript')}</noscript>
            {isAwake ? (
              <Suspense fallback={<CodeFormOutline />}>
                <CodeForm code={code} />
              </Suspense>
            ) : (
              <CodeFormOutline />
            )}
          </div>
          <About />
        </>
      )}
      <p className="small quiet">{t('testTrust')}</p>
    </div>
  )
}

/** Looks like the form and takes its room until it is there: nothing below it moves, and nothing typed is lost. */
function CodeFormOutline() {
  const { t } = useTranslation('verification')
  return (
    <div inert>
      <span className="field">
        <label>{t('proof.ask')}</label>
        <input className="input" disabled />
        <span className="field-below">{t('proof.where')}</span>
      </span>
      <span className="btn">{t('proof.show')}</span>
    </div>
  )
}

const questions = [
  ['who', 'user'],
  ['when', 'clock'],
  ['unchanged', 'shield'],
  ['kept', 'info'],
] as const

function About() {
  const { t } = useTranslation('verification')
  return (
    <ul className="verify-about">
      {questions.map(([question, icon]) => (
        <li key={question}>
          <Icon name={icon} size={24} />
          <div>
            <h2>{t(`about.${question}`)}</h2>
            <p>{t(`about.${question}Text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
