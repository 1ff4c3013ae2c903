import { to } from '#contract/screens.ts'
import { opaqueId } from '#contract/kit.ts'
import { lazy, startTransition, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import '../sessions/sessions.css'
import './enrolment.css'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Head } from '../../kit/Head.tsx'
import { hasRefreshToken, readSession } from '../../kit/session.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { forgetEnrolment, useEnrolment } from './ownEnrolment.ts'
import { EnrolmentSteps } from './EnrolmentSteps.tsx'

const IdentityStep = lazy(() => import('./IdentityStep.tsx').then((loaded) => ({ default: loaded.IdentityStep })))
const DetailsForm = lazy(() => import('./DetailsForm.tsx').then((loaded) => ({ default: loaded.DetailsForm })))

/** From the national ID to the details; whoever left goes on where they were. */
export default function CreateAccountPage() {
  const { t } = useTranslation(['enrolment', 'sessions', 'ui'])
  const title = useTitle()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const plan = opaqueId.safeParse(query.get('plan')).data
  const { enrolment, left, error, refetch } = useEnrolment()
  // The page is sent with its words; where this tab stands, and what takes a national ID, comes with the script.
  const [isHere, setHere] = useState(false)
  useEffect(() => startTransition(() => setHere(true)), [])

  if (isHere && left && (readSession() || hasRefreshToken())) return <Navigate replace to={plan ? to('buyPlans', { plan }) : to('start')} />
  if (enrolment?.state === 'detailed' && !query.has('edit')) return <Navigate replace to={to('codeVerification')} />

  return (
    <div className="sign-in enrol">
      <Head title={title} description={t('enrolment:text')} />
      <header>
        <h1>{title}</h1>
        <p className="quiet">{t('enrolment:text')}</p>
      </header>
      <EnrolmentSteps at={enrolment ? 'details' : 'identity'} />
      {left === 'ended' && <Notice tone="warning">{t('enrolment:ended')}</Notice>}
      {left === 'completed' && <Notice tone="success">{t('enrolment:completed')}</Notice>}
      {error ? (
        <FetchFailed of={{ error, refetch }} />
      ) : enrolment ? (
        <Suspense fallback={<Waiting />}>
          <DetailsForm enrolment={enrolment} plan={plan} onGiven={() => void navigate(to('codeVerification'))} onOther={forgetEnrolment} />
        </Suspense>
      ) : left ? (
        <>
          <div className="card">
            <Suspense fallback={<p>{t('enrolment:identityNote')}</p>}>
              {isHere ? <IdentityStep plan={plan} /> : <p>{t('enrolment:identityNote')}</p>}
            </Suspense>
            <noscript>{t('enrolment:noScript')}</noscript>
          </div>
          <p className="sign-in-other quiet">
            {t('enrolment:haveAccount')} <Link to={to('login', { from: plan && to('buyPlans', { plan }) })}>{t('enrolment:signIn')}</Link>
          </p>
        </>
      ) : (
        <Waiting />
      )}
    </div>
  )
}
