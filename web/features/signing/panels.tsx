import { to } from '#contract/screens.ts'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

const BuyHere = lazy(() => import('./BuyHere.tsx'))

/** Signing rests until the identity is confirmed again. */
export function RenewIdentity() {
  const { t } = useTranslation('signing')
  return (
    <Notice tone="warning">
      {t('kycDue')} <Link to={to('kycRenewal')}>{t('renew')}</Link>
    </Notice>
  )
}

/** Nothing left to sign with: a plan is bought here, and what was chosen stays. */
export function NoBalance() {
  const { t } = useTranslation('signing')
  const [isBuying, setBuying] = useState(false)
  return (
    <Notice tone="warning">
      <p>
        <strong>{t('noBalance.title')}</strong>
      </p>
      <p>{t('noBalance.text')}</p>
      <Button kind="primary" icon="card" onPress={() => setBuying(true)}>
        {t('noBalance.buy')}
      </Button>
      {isBuying && (
        <Suspense fallback={null}>
          <BuyHere onClose={() => setBuying(false)} />
        </Suspense>
      )}
    </Notice>
  )
}
