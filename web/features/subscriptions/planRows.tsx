import type { SubscriptionPlan } from '#contract/subscriptions.ts'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import type { Cells } from '../../kit/columns.tsx'
import { ProgressBar } from '../../ui/Progress.tsx'
import { CopyId, Money, TwoLines } from '../../ui/values.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'
import { shortId } from '../../ui/shortIds.ts'

export type PlanRow = z.output<typeof SubscriptionPlan>

/** How much of a plan is gone, in words beside the bar. */
export function Usage({ plan }: { plan: PlanRow }) {
  const { t } = useTranslation('subscriptions')
  const unused = plan.transactions - plan.utilized
  return (
    <div className="usage">
      <ProgressBar label={t('used', { used: plan.utilized, all: plan.transactions })} share={plan.utilized / plan.transactions} />
      {plan.statusLabel !== 'refunded' && (
        <span className="small quiet">
          {plan.statusLabel === 'expired' && unused > 0 ? t('lapsed', { count: unused }) : t('left', { count: plan.balance })}
        </span>
      )}
    </div>
  )
}

/** What plans show in every list of them beyond what their columns say. */
export function usePlanCells(): Cells<PlanRow> {
  const { t } = useTranslation('subscriptions')
  const names = usePlanNames()
  return {
    planName: (plan) => <strong>{names.planName(plan)}</strong>,
    utilized: (plan) => <Usage plan={plan} />,
    totalPrice: (plan) => (
      <TwoLines
        below={
          plan.tax > 0 && (
            <>
              {t('ofWhichVat')} <Money halalas={plan.tax} />
            </>
          )
        }
      >
        <Money halalas={plan.totalPrice} />
      </TwoLines>
    ),
    encodedOrderSlno: ({ encodedOrderSlno }) =>
      encodedOrderSlno ? (
        <CopyId value={encodedOrderSlno} shown={shortId(encodedOrderSlno, 'start')} />
      ) : (
        <span className="quiet">{t('gift')}</span>
      ),
  }
}
