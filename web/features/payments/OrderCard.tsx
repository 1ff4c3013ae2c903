import { screens, to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { OrderLines, PayButton } from '../catalogue/OrderLines.tsx'
import type { Plan } from '../catalogue/PlanCard.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'
import { usePlanOrder } from '../catalogue/planOrder.ts'

/** The order of a plan that was chosen before the account was opened, as a screen of its own. */
export function OrderCard({ plan, vat }: { plan: Plan; vat: string }) {
  const { t } = useTranslation('payments')
  const names = usePlanNames()
  const order = usePlanOrder(plan, screens.paymentStatusPreLogin.path)
  return (
    <section className="card order-card" aria-labelledby="order">
      <OrderLines plan={plan} vat={vat} order={order} title={<h2 id="order">{names.planName(plan)}</h2>} />
      <PayButton order={order} />
      <Link className="btn btn-quiet" to={to('my')}>
        {t('preLogin.later')}
      </Link>
    </section>
  )
}
