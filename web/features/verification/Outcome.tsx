import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { sizeText } from '../../ui/FileDrop.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { State } from './check.ts'

const Proof = lazy(() => import('./Proof.tsx'))
const Report = lazy(() => import('./Report.tsx'))

type Props = { code: string; state: State; onState: (state: State) => void; onPassword: (file: File, password: string) => Promise<void> }

/** What becomes of a code and of a file, as far as it is known. */
export default function Outcome({ code, state, onState, onPassword }: Props) {
  const { t } = useTranslation('verification')
  return (
    <>
      {code && (
        <Suspense fallback={<progress aria-label={t('checking')} />}>
          <Proof code={code.trim()} fileSha256={state.step === 'checked' ? state.report.sha256 : undefined} />
        </Suspense>
      )}
      {state.step === 'checking' && <Checking file={state.file} share={state.share} />}
      {state.step === 'checked' && (
        <Suspense fallback={<Checking file={state.file} share={1} />}>
          <Report
            file={state.file}
            password={state.password}
            report={state.report}
            onAgain={() => onState({ step: 'choose' })}
            onPassword={(password) => void onPassword(state.file, password)}
          />
        </Suspense>
      )}
    </>
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
