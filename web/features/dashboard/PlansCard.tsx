import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Card, EmptyState } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText } from '../../ui/values.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'
import type { Dashboard } from './dashboard.ts'

/** The plans that end first, with how much of each is gone. */
export function PlansCard({ plans }: { plans: Dashboard['soonestPlans'] | undefined }) {
  const { t } = useTranslation('dashboard')
  const names = usePlanNames()
  return (
    <Card title={t('plans')} actions={<Link to={to('mySubscriptions')}>{t('allPlans')}</Link>}>
      {plans === undefined ? (
        <Waiting />
      ) : plans.length === 0 ? (
        <EmptyState
          title={t('noPlans')}
          actions={
            <Link className="btn btn-secondary" to={to('buyPlans')}>
              {t('buy')}
            </Link>
          }
        >
          {t('noPlansText')}
        </EmptyState>
      ) : (
        <ul className="plans-left">
          {plans.map((plan) => (
            <li key={plan.planUniqueID}>
              <span>
                <strong>{names.planName(plan)}</strong>
                <span className="num small">{t('usedOf', { used: plan.utilized, total: plan.transactions })}</span>
              </span>
              <svg viewBox={`0 0 ${plan.transactions} 1`} preserveAspectRatio="none" aria-hidden="true">
                <rect className="mirror" width={plan.utilized} height="1" />
              </svg>
              <span className="small quiet">
                {t('validTo')} <DateText at={plan.validTo} hijri={false} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
