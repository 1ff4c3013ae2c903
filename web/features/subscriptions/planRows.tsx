import type { PlanStatus, SubscriptionPlan } from '#contract/subscriptions.ts'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { type ChipTone, StatusChip } from '../../ui/display.tsx'
import type { Column } from '../../ui/PlainTable.tsx'
import { ProgressBar } from '../../ui/Progress.tsx'
import { CopyId, DateText, Money } from '../../ui/values.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'

export type PlanRow = z.output<typeof SubscriptionPlan>

const tones: Record<PlanStatus, ChipTone> = { active: 'success', used: 'neutral', expired: 'warning' }

export function PlanStatusChip({ status }: { status: PlanStatus }) {
  const { t } = useTranslation('subscriptions')
  return <StatusChip tone={tones[status]}>{t(`status.${status}`)}</StatusChip>
}

/** How much of a plan is gone, in words beside the bar. */
export function Usage({ plan }: { plan: PlanRow }) {
  const { t } = useTranslation('subscriptions')
  const unused = plan.transactions - plan.utilized
  return (
    <div className="usage">
      <ProgressBar label={t('used', { used: plan.utilized, all: plan.transactions })} share={plan.utilized / plan.transactions} />
      <span className="small quiet">
        {plan.statusLabel === 'expired' && unused > 0 ? t('lapsed', { count: unused }) : t('left', { count: plan.balance })}
      </span>
    </div>
  )
}

/** The columns that plans have in every list of them. */
export function usePlanColumns(): Column<PlanRow>[] {
  const { t } = useTranslation('subscriptions')
  const names = usePlanNames()
  return [
    {
      title: t('plan'),
      cell: (plan) => (
        <span className="two-lines">
          <strong>{names.planName(plan)}</strong>
          <span className="small quiet">{names.productName(plan)}</span>
        </span>
      ),
    },
    { title: t('usage'), cell: (plan) => <Usage plan={plan} /> },
    { title: t('validFrom'), cell: (plan) => <DateText at={plan.validFrom} /> },
    { title: t('validTo'), cell: (plan) => <DateText at={plan.validTo} /> },
    {
      title: t('total'),
      end: true,
      cell: (plan) => (
        <span className="two-lines">
          <Money halalas={plan.totalPrice} />
          {plan.tax > 0 && (
            <span className="small quiet">
              {t('ofWhichVat')} <Money halalas={plan.tax} />
            </span>
          )}
        </span>
      ),
    },
    {
      title: t('order'),
      cell: ({ encodedOrderSlno }) =>
        encodedOrderSlno ? (
          <CopyId value={encodedOrderSlno} shown={encodedOrderSlno.slice(0, 8)} />
        ) : (
          <span className="quiet">{t('gift')}</span>
        ),
    },
    { title: t('state'), cell: (plan) => <PlanStatusChip status={plan.statusLabel} /> },
  ]
}
