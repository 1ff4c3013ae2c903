import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import './signing.css'
import { isOver } from '../../kit/idle.ts'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { tell } from '../../kit/tell.ts'
import { Waiting } from '../../ui/Progress.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { ApproveStep } from './ApproveStep.tsx'
import { ChooseStep } from './ChooseStep.tsx'
import { readDrafts, takeUpAgain, useDrafts } from './drafts.ts'
import { RenewIdentity } from './panels.tsx'
import { PlaceStep } from './PlaceStep.tsx'

const steps = ['choose', 'place', 'approve'] as const
export type Step = (typeof steps)[number]

/** Choose files, place the signature, approve. Where the person stands is in the address; the files are in this tab. */
export default function SignPage() {
  const { t } = useTranslation('signing')
  const [query, setQuery] = useSearchParams()
  const isLoading = useTakenUp(query.get('again'))
  const drafts = useDrafts()
  useLeavingAsks(drafts.length > 0)
  const { kycDue } = useSession()
  const wanted = steps.find((step) => step === query.get('step')) ?? 'choose'
  const step = drafts.length > 0 && drafts.every(({ state }) => state === 'ready') ? wanted : 'choose'
  const go = (to: Step) => setQuery(to === 'choose' ? {} : { step: to })

  if (isLoading) return <Waiting>{t('takingUp')}</Waiting>
  return (
    <Page text={t('lead')}>
      <Steps label={t('steps.label')} steps={[...steps, 'nafath' as const].map((id) => ({ id, title: t(`steps.${id}`) }))} current={step} />
      {kycDue && <RenewIdentity />}
      {step === 'choose' && <ChooseStep onNext={() => go('place')} />}
      {step === 'place' && <PlaceStep onBack={() => go('choose')} onNext={() => go('approve')} />}
      {step === 'approve' && <ApproveStep onBack={() => go('place')} />}
    </Page>
  )
}

/** The files are in this tab alone, so closing or reloading it asks first. A session that is over ends without a question. */
function useLeavingAsks(hasFiles: boolean) {
  useEffect(() => {
    if (!hasFiles) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isOver()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasFiles])
}

/** After a reload the files of a signing that came to nothing are fetched again. */
function useTakenUp(transactionID: string | null): boolean {
  const [, setQuery] = useSearchParams()
  const [isLoading, setLoading] = useState(transactionID !== null && readDrafts().length === 0)
  useEffect(() => {
    if (!isLoading || transactionID === null) return
    const leaving = new AbortController()
    takeUpAgain(transactionID, leaving.signal)
      .then(() => setQuery({ step: 'place' }, { replace: true }))
      .catch(tell)
      .finally(() => leaving.signal.aborted || setLoading(false))
    return () => leaving.abort()
  }, [isLoading, transactionID]) // eslint-disable-line react-hooks/exhaustive-deps -- the address changes once, at the end
  return isLoading
}
