import { maxUploadMegabytes, roomForSignatures } from '#contract/limits.ts'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../../ui/app.css'
import './verification.css'
import { Head } from '../../kit/Head.tsx'
import { FileDrop, sizeText } from '../../ui/FileDrop.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Checked } from './check.ts'

const Report = lazy(() => import('./Report.tsx'))

type State =
  | { step: 'choose'; error?: string }
  | { step: 'checking'; file: File; share: number }
  | { step: 'checked'; file: File; checked: Checked; password?: string | undefined }

/** Anybody may see whether a signed file still holds. Readable without scripts; what examines a file loads when there is one. */
export default function VerifyPage() {
  const { t } = useTranslation(['verification', 'ui'])
  const [state, setState] = useState<State>({ step: 'choose' })
  const leaving = useRef<AbortController>(undefined)
  const check = async (file: File, password?: string) => {
    leaving.current?.abort()
    const stop = (leaving.current = new AbortController())
    setState({ step: 'checking', file, share: 0 })
    const { checkFile } = await import('./check.ts')
    const answer = await checkFile(file, {
      password,
      signal: stop.signal,
      onProgress: (share) => stop.signal.aborted || setState({ step: 'checking', file, share }),
    })
    if (stop.signal.aborted) return
    setState(
      'report' in answer
        ? { step: 'checked', file, checked: answer, password }
        : { step: 'choose', error: answer.error || t('ui:somethingWrong') },
    )
  }
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The page is there before its scripts: a file may have been chosen meanwhile.
    const early = page.current?.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0]
    if (early) void check(early)
  }, []) // eslint-disable-line react-hooks/exhaustive-deps -- once, when the scripts take over
  return (
    <div className="wrap verify" ref={page}>
      <Head title={t('verification:title')} description={t('verification:description')} />
      <header>
        <h1>{t('verification:title')}</h1>
        <p className="verify-lead">{t('verification:lead')}</p>
      </header>
      {state.step === 'choose' && (
        <>
          {state.error && <Notice tone="error">{state.error}</Notice>}
          <FileDrop
            label={t('verification:drop')}
            hint={t('verification:dropHint')}
            accept={['application/pdf']}
            maxBytes={maxUploadMegabytes * 1_000_000 + roomForSignatures}
            files={[]}
            onFiles={([file]) => file && void check(file)}
          />
          <noscript>{t('verification:noScript')}</noscript>
          <About />
        </>
      )}
      {state.step === 'checking' && <Checking file={state.file} share={state.share} />}
      {state.step === 'checked' && (
        <Suspense fallback={<progress aria-label={t('verification:checking')} />}>
          <Report
            file={state.file}
            password={state.password}
            report={state.checked.report}
            onAgain={() => setState({ step: 'choose' })}
            onPassword={(password) => void check(state.file, password)}
          />
        </Suspense>
      )}
      <p className="small quiet">{t('verification:testTrust')}</p>
    </div>
  )
}

function Checking({ file, share }: { file: File; share: number }) {
  const { t } = useTranslation('verification')
  const isSent = share >= 1
  return (
    <section className="card verify-checking">
      <p>
        <Icon name="file" /> <bdi dir="auto">{file.name}</bdi> <span className="small quiet num">{sizeText(file.size)}</span>
      </p>
      <progress max={1} value={isSent ? undefined : share} aria-label={t('checking')} />
      <p className="small quiet" role="status">
        {t(isSent ? 'examining' : 'sending')}
      </p>
    </section>
  )
}

const questions = ['who', 'when', 'unchanged', 'kept'] as const
const icons = { who: 'user', when: 'clock', unchanged: 'shield', kept: 'info' } as const

function About() {
  const { t } = useTranslation('verification')
  return (
    <ul className="verify-about">
      {questions.map((question) => (
        <li key={question}>
          <Icon name={icons[question]} size={24} />
          <div>
            <h2>{t(`about.${question}`)}</h2>
            <p>{t(`about.${question}Text`)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
