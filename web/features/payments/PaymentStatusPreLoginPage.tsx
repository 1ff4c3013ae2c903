import { screens, to } from '#contract/screens.ts'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { onSession, readSession } from '../../kit/session.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Icon } from '../../ui/Icon.tsx'
import { StepUp } from '../sessions/StepUp.tsx'
import { PaymentOutcome } from './PaymentOutcome.tsx'
import { ReturnedPayment } from './ReturnedPayment.tsx'
import './payments.css'

/** Where the gateway sends those back to who bought with their enrolment, also when their session ended meanwhile. */
export default function PaymentStatusPreLoginPage() {
  const { t } = useTranslation(['payments', 'sessions', 'ui'])
  const title = useTitle()
  const isSignedIn = useSyncExternalStore(onSession, () => readSession() !== undefined)
  return (
    <div className="before-app">
      <Head title={title} />
      <h1>{title}</h1>
      {isSignedIn ? (
        <>
          <PaymentOutcome returnTo={screens.paymentStatusPreLogin.path} />
          <Link className="btn btn-secondary" to={to('my')}>
            <Icon name="home" />
            {t('payments:preLogin.account')}
          </Link>
          <StepUp />
        </>
      ) : (
        <ReturnedPayment />
      )}
    </div>
  )
}
