import { buyPlan } from '#contract/payments.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { send } from '../../kit/client.ts'
import { Button } from '../../ui/Button.tsx'
import { type Plan, PriceLines } from '../catalogue/PlanCard.tsx'
import { PlanTerms } from '../catalogue/PlanTerms.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'
import { usePaymentPage } from './paymentPage.ts'

/** An order as a whole page: what, for how much, on which terms, and the way to pay. */
export function OrderCard({ plan, vat }: { plan: Plan; vat: string }) {
  const { t } = useTranslation(['catalogue', 'payments'])
  const names = usePlanNames()
  const [agreed, setAgreed] = useState(false)
  const [asked, setAsked] = useState(false)
  const payment = usePaymentPage()
  const { productPricingDetailsSlno } = plan
  const pay = () => {
    setAsked(true)
    if (!agreed) return
    void payment.open(String(productPricingDetailsSlno), (options) =>
      send(buyPlan, { productPricingDetailsSlno, acceptTerms: true, returnTo: '/paymentstatus-prelogin' }, options),
    )
  }
  return (
    <section className="card order-card" aria-labelledby="order">
      <div>
        <h2 id="order">{names.planName(plan)}</h2>
        <p className="small quiet">
          {t('catalogue:transactions', { count: plan.transactionLimit })} · {t('catalogue:validity', { count: plan.validity })}
        </p>
      </div>
      <PriceLines plan={plan} vat={vat} />
      <PlanTerms validity={plan.validity} isAgreed={agreed} isMissing={asked && !agreed} onAgree={setAgreed} />
      <Button kind="primary" icon="card" isPending={payment.isLeaving} onPress={pay}>
        {payment.isLeaving ? t('catalogue:opening') : t('catalogue:pay')}
      </Button>
      <Link className="btn btn-quiet" to="/app/my">
        {t('payments:preLogin.later')}
      </Link>
    </section>
  )
}
