import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Consent } from '../../ui/Consent.tsx'
import { type Plan, PlanContents, PriceLines } from './PlanCard.tsx'
import type { PlanOrder } from './planOrder.ts'

type Props = { plan: Plan; vat: string; order: PlanOrder; title: ReactNode }

/** What is bought, at which price and on which terms, and the consent to them. */
export function OrderLines({ plan, vat, order, title }: Props) {
  const { t } = useTranslation('catalogue')
  return (
    <>
      <div>
        {title}
        <PlanContents plan={plan} />
      </div>
      <PriceLines plan={plan} vat={vat} />
      <ul className="terms">
        <li>{t('terms.credit')}</li>
        <li>{t('terms.expiry', { count: plan.validity })}</li>
        <li>{t('terms.use')}</li>
      </ul>
      <Consent consent={order.consent} missing={t('agreeFirst')}>
        {t('agree')}
      </Consent>
    </>
  )
}

export function PayButton({ order: { isLeaving, pay } }: { order: PlanOrder }) {
  const { t } = useTranslation('catalogue')
  return (
    <Button kind="primary" icon="card" isPending={isLeaving} onPress={pay}>
      {isLeaving ? t('opening') : t('pay')}
    </Button>
  )
}
