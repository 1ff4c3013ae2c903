import { listEsignPlans } from '#contract/catalogue.ts'
import type { Output } from '#contract/kit.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useSearchParams } from 'react-router'
import '../../ui/app.css'
import { Head } from '../../kit/Head.tsx'
import { send } from '../../kit/client.ts'
import { hasRefreshToken, readSession } from '../../kit/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PlanCard, PlanCardsWaiting, PlanContents, PriceLines, type Plan } from './PlanCard.tsx'
import { usePlanNames } from './planNames.ts'

/** A visitor chooses, then enrols and pays; whoever is signed in goes to the same plan in their own area. */
export default function PurchasePlanPage() {
  const { t } = useTranslation('catalogue')
  const [query, setQuery] = useSearchParams()
  const { offers, hasFailed, retry } = useOffers()
  const plan = query.get('plan')
  if (readSession() || hasRefreshToken()) return <Navigate replace to={buyAddress(plan)} />
  const chosen = offers?.planDetailsDTOList.find((one) => one.encodedPlanSlno === plan)
  const choose = (one: Plan) => setQuery({ plan: one.encodedPlanSlno }, { replace: true, preventScrollReset: true })
  return (
    <section className="band">
      <Head title={t('purchase.title')} description={t('purchase.description')} />
      <div className="wrap purchase">
        <header>
          <h1>{t('purchase.headline')}</h1>
          <p className="sub">{t('purchase.lead')}</p>
        </header>
        {hasFailed ? (
          <Notice tone="error">
            {t('pricing.failed')}{' '}
            <button type="button" className="btn btn-secondary" onClick={retry}>
              {t('pricing.retry')}
            </button>
          </Notice>
        ) : !offers ? (
          <>
            {!plan && <p className="quiet">{t('purchase.chooseFirst')}</p>}
            <PlanCardsWaiting label={t('waiting')} />
          </>
        ) : (
          <>
            {chosen ? <Chosen plan={chosen} vat={offers.vat} /> : <p className="quiet">{t('purchase.chooseFirst')}</p>}
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
        )}
      </div>
    </section>
  )
}

const buyAddress = (plan: string | null) => `/app/my/esign/buy/plans${plan ? `?${new URLSearchParams({ plan }).toString()}` : ''}`

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
        <Link className="btn btn-primary btn-large" to={`/create-account?plan=${encodedPlanSlno}`}>
          {t('purchase.goOn')}
        </Link>
        <p className="small quiet">
          {t('purchase.haveAccount')}{' '}
          <Link to={`/app/login?from=${encodeURIComponent(buyAddress(encodedPlanSlno))}`}>{t('purchase.signIn')}</Link>
        </p>
      </div>
    </section>
  )
}

/** The public pages have no store of answers. */
function useOffers() {
  const [offers, setOffers] = useState<Output<typeof listEsignPlans>>()
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    send(listEsignPlans, {}, { signal: leaving.signal }).then(setOffers, () => !leaving.signal.aborted && setFailed(true))
    return () => leaving.abort()
  }, [attempt])
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  return { offers, hasFailed, retry }
}
