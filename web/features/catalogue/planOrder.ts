import { buyPlan, type paymentReturns } from '#contract/payments.ts'
import { send } from '../../kit/client.ts'
import { useConsent } from '../../ui/Consent.tsx'
import { usePaymentPage } from '../payments/paymentPage.ts'
import type { Plan } from './PlanCard.tsx'

/** The order of a plan: once its terms are agreed to, the payment page opens. @param returnTo where the gateway sends the person back to */
export function usePlanOrder({ productPricingDetailsSlno }: Plan, returnTo?: (typeof paymentReturns)[number]) {
  const { isLeaving, open } = usePaymentPage()
  const consent = useConsent()
  const pay = () => {
    if (!consent.ask()) return
    void open(String(productPricingDetailsSlno), (options) =>
      send(buyPlan, { productPricingDetailsSlno, acceptTerms: true, returnTo }, options),
    )
  }
  return { consent, pay, isLeaving }
}

export type PlanOrder = ReturnType<typeof usePlanOrder>
