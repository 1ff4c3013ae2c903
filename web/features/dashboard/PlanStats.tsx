import { useTranslation } from 'react-i18next'
import { Stat, Stats } from '../../ui/display.tsx'
import { numberText } from '../../kit/shown.ts'
import { DateText, NumberText } from '../../ui/values.tsx'
import type { Dashboard } from './dashboard.ts'

/** @param dashboard undefined while it loads: the numbers' places are kept */
export function PlanStats({ dashboard }: { dashboard: Dashboard | undefined }) {
  const { t } = useTranslation('dashboard')
  const plans = dashboard?.plans
  const number = (value: number | undefined) => (value === undefined ? '—' : <NumberText value={value} />)
  const next = plans?.nextValidTo
  return (
    <section aria-label={t('glance')}>
      <Stats>
        <Stat
          label={t('balance')}
          note={
            <>
              {t('balanceOf', { total: plans ? numberText(plans.transactions) : '—' })}
              {plans && plans.reserved > 0 && ` ${t('reserved', { count: plans.reserved })}`}
            </>
          }
        >
          {number(plans?.balance)}
        </Stat>
        <Stat label={t('used')}>{number(plans?.utilized)}</Stat>
        <Stat label={t('plansActive')}>{number(plans?.active)}</Stat>
        <Stat label={t('nextExpiry')}>
          <span className="stat-date">{next ? <DateText at={next} /> : plans ? t('none') : '—'}</span>
        </Stat>
      </Stats>
    </section>
  )
}
