import { listEsignPlans } from '#contract/catalogue.ts'
import type { Output } from '#contract/kit.ts'
import { startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { Notice } from '../../ui/Notice.tsx'

/** The plans on sale with the server's prices; undefined while they are fetched. The public pages have no store of answers. */
export function useOffers() {
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
  return { offers, retry }
}

export function OffersFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('catalogue')
  return (
    <Notice tone="error">
      {t('pricing.failed')}{' '}
      <button type="button" className="btn btn-secondary" onClick={onRetry}>
        {t('pricing.retry')}
      </button>
    </Notice>
  )
}
