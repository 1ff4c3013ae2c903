import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import { hasRefreshToken, readSession } from '../../kit/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PlanCard, PlanCardsWaiting, PlanContents, PriceLines, type Plan } from './PlanCard.tsx'
import { usePlanNames } from './planNames.ts'
import { OffersFailed, useOffers } from './useOffers.tsx'

/** The plans on sale, and the order of the one that is chosen; whoever is signed in goes to the same plan in their own area. */
export default function PlanChoice() {
  const { t } = useTranslation('catalogue')
  const [query, setQuery] = useSearchParams()
  const { offers, retry } = useOffers()
  const plan = query.get('plan')
  if (readSession() || hasRefreshToken()) return <Navigate replace to={buyAddress(plan)} />
  if (offers === 'failed') return <OffersFailed onRetry={retry} />
  const chosen = offers?.planDetailsDTOList.find((one) => one.encodedPlanSlno === plan)
  const choose = (one: Plan) => setQuery({ plan: one.encodedPlanSlno }, { replace: true, preventScrollReset: true })
  return !offers ? (
    <PlanCardsWaiting label={t('waiting')} />
  ) : (
    <>
      {chosen && <Chosen plan={chosen} vat={offers.vat} />}
      <ul className="plans" aria-label={t('purchase.plans')}>
        {offers.planDetailsDTOList.map((one) => (
          <PlanCard key={one.encodedPlanSlno} plan={one} vat={offers.vat}>
            {(name) => (
              <button
                type="button"
                className="btn btn-secondary"
                aria-pressed={one === chosen}
                aria-label={t('chooseNamed', { name })}
                onClick={() => choose(one)}
              >
                {one === chosen && <Icon name="check" />}
                {t('choose')}
              </button>
            )}
          </PlanCard>
        ))}
      </ul>
    </>
  )
}

const buyAddress = (plan: string | null) => to('buyPlans', { plan })

function Chosen({ plan, vat }: { plan: Plan; vat: string }) {
  const { t } = useTranslation('catalogue')
  const names = usePlanNames()
  const { encodedPlanSlno } = plan
  return (
    <section className="card purchase-order" aria-labelledby="chosen">
      <div role="status">
        <h2 id="chosen">{t('purchase.chosen', { name: names.planName(plan) })}</h2>
        <PlanContents plan={plan} />
      </div>
      <PriceLines plan={plan} vat={vat} />
      <div className="purchase-ways">
        <Link className="btn btn-primary btn-large" to={to('createAccount', { plan: encodedPlanSlno })}>
          {t('purchase.goOn')}
        </Link>
        <p className="small quiet">
          {t('purchase.haveAccount')} <Link to={to('login', { from: buyAddress(encodedPlanSlno) })}>{t('purchase.signIn')}</Link>
        </p>
      </div>
    </section>
  )
}
