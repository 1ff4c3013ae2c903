import { to } from '#contract/screens.ts'
import { listEsignPlans } from '#contract/catalogue.ts'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useCall } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/display.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { PlanCard, PlanCardsWaiting } from './PlanCard.tsx'

export default function BuyPlansPage() {
  const { t } = useTranslation('catalogue')
  return (
    <Page
      text={t('buyLead')}
      actions={
        <Link className="btn btn-secondary" to={to('paymentHistory')}>
          {t('toPayments')}
        </Link>
      }
    >
      <PlansOnSale />
    </Page>
  )
}

/** The chosen plan stands in the address, so that the public prices can link to its summary. */
function PlansOnSale() {
  const { t } = useTranslation('catalogue')
  const [query, setQuery] = useSearchParams()
  const { data, error, refetch } = useCall(listEsignPlans, {})
  if (!data && error) return <FetchFailed of={{ error, refetch }} />
  if (!data) return <PlanCardsWaiting label={t('waiting')} />
  if (data.planDetailsDTOList.length === 0) return <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
  const chosen = data.planDetailsDTOList.find((plan) => plan.encodedPlanSlno === query.get('plan'))
  return (
    <>
      <ul className="plans">
        {data.planDetailsDTOList.map((plan) => (
          <PlanCard key={plan.encodedPlanSlno} plan={plan} vat={data.vat}>
            {(name) => (
              <Button aria-label={t('chooseNamed', { name })} onPress={() => setQuery({ plan: plan.encodedPlanSlno })}>
                {t('choose')}
              </Button>
            )}
          </PlanCard>
        ))}
      </ul>
      {chosen && <OrderSummary plan={chosen} vat={data.vat} onClose={() => setQuery({}, { replace: true })} />}
    </>
  )
}
