import { screens } from '#contract/screens.ts'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import './signing.css'
import { isOver } from '../../kit/idle.ts'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { Waiting } from '../../ui/Progress.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { Balance } from './Balance.tsx'
import { ChooseStep } from './ChooseStep.tsx'
import { useDrafts } from './drafts.ts'
import { RenewIdentity } from './panels.tsx'
import { useSavedDraft, wouldLose } from './savedDraft.ts'

const PlaceStep = lazy(() => import('./PlaceStep.tsx'))

/** What became of a plan that was bought from here. */
const PaymentOutcome = lazy(() => import('../payments/PaymentOutcome.tsx').then((loaded) => ({ default: loaded.PaymentOutcome })))

const steps = ['choose', 'place'] as const
export type Step = (typeof steps)[number]

/** Choose files; place the signature and approve. Where the person stands is in the address; what was chosen is on the server. */
export default function SignPage() {
  const { t } = useTranslation('signing')
  const [query, setQuery] = useSearchParams()
  const isLoading = useSavedDraft(query.get('again'))
  const drafts = useDrafts()
  useLeavingAsks()
  const { kycDue } = useSession()
  const wanted = steps.find((step) => step === query.get('step')) ?? 'choose'
  const step = drafts.length > 0 && drafts.every(({ state }) => state === 'ready') ? wanted : 'choose'
  const go = (to: Step) => setQuery(to === 'choose' ? {} : { step: to })

  const isFetching = wanted !== 'choose' && drafts.some(({ state, upload }) => state === 'sending' && upload)
  if (isLoading || isFetching) return <Waiting>{t('takingUp')}</Waiting>
  return (
    <Page text={t('lead')}>
      <Steps label={t('steps.label')} steps={[...steps, 'nafath' as const].map((id) => ({ id, title: t(`steps.${id}`) }))} current={step} />
      {kycDue && <RenewIdentity />}
      {step === 'choose' && (
        <>
          {query.has('payment') && (
            <Suspense fallback={<Waiting />}>
              <PaymentOutcome returnTo={screens.sign.path} />
            </Suspense>
          )}
          <Balance />
          <ChooseStep onNext={() => go('place')} />
        </>
      )}
      {step === 'place' && (
        <Suspense fallback={<Waiting />}>
          <PlaceStep onBack={() => go('choose')} />
        </Suspense>
      )}
    </Page>
  )
}

/** Closing or reloading asks first where something is not on the server yet. A session that is over ends without a question. */
function useLeavingAsks() {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (wouldLose() && !isOver()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
}
