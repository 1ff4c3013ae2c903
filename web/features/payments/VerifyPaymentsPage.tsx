import { to } from '#contract/screens.ts'
import { listEsignPlans } from '#contract/catalogue.ts'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Head } from '../../kit/Head.tsx'
import { useCall } from '../../kit/useCall.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { EmptyArt } from '../../ui/emptyArt.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { State } from '../../ui/State.tsx'
import { StepUp } from '../sessions/StepUp.tsx'
import { OrderCard } from './OrderCard.tsx'
import '../catalogue/catalogue.css'
import PaymentStatusPreLoginPage from './PaymentStatusPreLoginPage.tsx'
import './payments.css'

/** The order of whoever chose a plan first and opened an account for it; after paying, what became of it. */
export default function VerifyPaymentsPage() {
  const [query] = useSearchParams()
  return query.has('payment') ? <PaymentStatusPreLoginPage /> : <ChosenPlan plan={query.get('plan')} />
}

function ChosenPlan({ plan: chosen }: { plan: string | null }) {
  const { t } = useTranslation(['payments', 'catalogue', 'sessions', 'ui'])
  const title = useTitle()
  const { state } = useLocation() as { state: { welcomePack?: unknown } | null }
  const { data, error, refetch } = useCall(listEsignPlans, {})
  const plan = data?.planDetailsDTOList.find((one) => one.encodedPlanSlno === chosen)
  return (
    <div className="before-app">
      <Head title={title} />
      <header>
        <h1>{title}</h1>
        <p className="quiet">{t('payments:preLogin.lead')}</p>
      </header>
      {state && 'welcomePack' in state && <Notice tone="success">{t('payments:preLogin.welcome')}</Notice>}
      {data && plan ? (
        <OrderCard plan={plan} vat={data.vat} />
      ) : data ? (
        <State
          art={<EmptyArt />}
          title={t('payments:preLogin.noPlan')}
          actions={
            <Link className="btn btn-primary" to={to('buyPlans')}>
              {t('payments:preLogin.choose')}
            </Link>
          }
        >
          {t('payments:preLogin.noPlanText')}
        </State>
      ) : error ? (
        <FetchFailed of={{ error, refetch }} />
      ) : (
        <Waiting />
      )}
      <StepUp />
    </div>
  )
}
