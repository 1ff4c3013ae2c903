import { buyPlan } from '#contract/payments.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { send } from '../../kit/client.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { usePaymentPage } from '../payments/paymentPage.ts'
import { type Plan, PriceLines } from './PlanCard.tsx'
import { PlanTerms } from './PlanTerms.tsx'
import { usePlanNames } from './planNames.ts'

/** What is bought, at which price and on which terms, before the payment page opens. */
export function OrderSummary({ plan, vat, onClose }: { plan: Plan; vat: string; onClose: () => void }) {
  const { t } = useTranslation(['catalogue', 'ui'])
  const names = usePlanNames()
  const [agreed, setAgreed] = useState(false)
  const [asked, setAsked] = useState(false)
  const payment = usePaymentPage()
  const { productPricingDetailsSlno } = plan
  const pay = () => {
    setAsked(true)
    if (!agreed) return
    void payment.open(String(productPricingDetailsSlno), (options) =>
      send(buyPlan, { productPricingDetailsSlno, acceptTerms: true }, options),
    )
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(open) => !open && onClose()}
      title={t('catalogue:summary')}
      footer={(close) => (
        <>
          <Button isDisabled={payment.isLeaving} onPress={close}>
            {t('ui:cancel')}
          </Button>
          <Button kind="primary" icon="card" isPending={payment.isLeaving} onPress={pay}>
            {payment.isLeaving ? t('catalogue:opening') : t('catalogue:pay')}
          </Button>
        </>
      )}
    >
      <div>
        <strong>{names.planName(plan)}</strong>
        <p className="small quiet">
          {t('catalogue:transactions', { count: plan.transactionLimit })} · {t('catalogue:validity', { count: plan.validity })}
        </p>
      </div>
      <PriceLines plan={plan} vat={vat} />
      <PlanTerms validity={plan.validity} isAgreed={agreed} isMissing={asked && !agreed} onAgree={setAgreed} />
    </Dialog>
  )
}
