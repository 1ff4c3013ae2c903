import { listEsignPlans } from '#contract/catalogue.ts'
import i18next from 'i18next'
import { startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Output } from '#contract/kit.ts'
import { send } from '../../kit/client.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PlanCard, PlanCardsWaiting } from './PlanCard.tsx'

// The public pages have no boundary that could wait for texts.
await i18next.loadNamespaces('ui')

/** The plans on sale with the server's prices. */
export default function Offers() {
  const { t } = useTranslation('catalogue')
  const [offers, setOffers] = useState<Output<typeof listEsignPlans> | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const show = (next: typeof offers) => startTransition(() => setOffers(next))
    send(listEsignPlans, {}, { signal: leaving.signal }).then(show, () => !leaving.signal.aborted && show('failed'))
    return () => leaving.abort()
  }, [attempt])
  const retry = () => {
    setOffers(undefined)
    setAttempt(attempt + 1)
  }
  if (!offers) return <PlanCardsWaiting label={t('waiting')} />
  if (offers === 'failed') {
    return (
      <Notice tone="error">
        {t('pricing.failed')}{' '}
        <button type="button" className="btn btn-secondary" onClick={retry}>
          {t('pricing.retry')}
        </button>
      </Notice>
    )
  }
  return (
    <ul className="plans">
      {offers.planDetailsDTOList.map((plan) => (
        <PlanCard key={plan.encodedPlanSlno} plan={plan} vat={offers.vat}>
          {(name) => (
            <Link className="btn btn-secondary" aria-label={t('chooseNamed', { name })} to={`/puchase-plan?plan=${plan.encodedPlanSlno}`}>
              {t('choose')}
            </Link>
          )}
        </PlanCard>
      ))}
    </ul>
  )
}
