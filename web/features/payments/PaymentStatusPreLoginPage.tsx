import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { useTitle } from '../../kit/useTitle.ts'
import { Icon } from '../../ui/Icon.tsx'
import { StepUp } from '../sessions/StepUp.tsx'
import { PaymentOutcome } from './PaymentOutcome.tsx'
import './payments.css'

/** Where the gateway sends those back to who bought with their enrolment. */
export default function PaymentStatusPreLoginPage() {
  const { t } = useTranslation(['payments', 'sessions', 'ui'])
  const title = useTitle()
  return (
    <div className="before-app">
      <Head title={title} />
      <h1>{title}</h1>
      <PaymentOutcome returnTo="/paymentstatus-prelogin" />
      <Link className="btn btn-secondary" to="/app/my">
        <Icon name="home" />
        {t('payments:preLogin.account')}
      </Link>
      <StepUp />
    </div>
  )
}
