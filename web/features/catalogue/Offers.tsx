import { to } from '#contract/screens.ts'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PlanCard, PlanCardsWaiting } from './PlanCard.tsx'
import { OffersFailed, useOffers } from './useOffers.tsx'

// The public pages have no boundary that could wait for texts.
await i18next.loadNamespaces('ui')

/** The plans on sale with the server's prices. */
export default function Offers() {
  const { t } = useTranslation('catalogue')
  const { offers, retry } = useOffers()
  if (!offers) return <PlanCardsWaiting label={t('waiting')} />
  if (offers === 'failed') return <OffersFailed onRetry={retry} />
  return (
    <ul className="plans">
      {offers.planDetailsDTOList.map((plan) => (
        <PlanCard key={plan.encodedPlanSlno} plan={plan} vat={offers.vat}>
          {(name) => (
            <Link
              className="btn btn-secondary"
              aria-label={t('chooseNamed', { name })}
              to={to('purchasePlan', { plan: plan.encodedPlanSlno })}
            >
              {t('choose')}
            </Link>
          )}
        </PlanCard>
      ))}
    </ul>
  )
}
