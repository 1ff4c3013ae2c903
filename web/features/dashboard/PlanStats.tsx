import { useTranslation } from 'react-i18next'
import { Stat, Stats } from '../../ui/display.tsx'
import { DateText, NumberText } from '../../ui/values.tsx'
import type { Plan } from './MyDashboardPage.tsx'

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** @param plans undefined while they load: the numbers' places are kept */
export function PlanStats({ plans }: { plans: Plan[] | undefined }) {
  const { t } = useTranslation('dashboard')
  const usable = plans?.filter(({ balance }) => balance > 0).toSorted((a, b) => a.validTo.getTime() - b.validTo.getTime())
  const number = (of: (all: Plan[]) => number) => (plans ? <NumberText value={of(plans)} /> : '—')
  const total = plans && sum(plans.map(({ transactions }) => transactions)).toLocaleString('en-US')
  return (
    <section aria-label={t('glance')}>
      <Stats>
        <Stat label={t('balance')} note={t('balanceOf', { total: total ?? '—' })}>
          {number((all) => sum(all.map(({ balance }) => balance)))}
        </Stat>
        <Stat label={t('used')}>{number((all) => sum(all.map(({ utilized }) => utilized)))}</Stat>
        <Stat label={t('plansActive')}>{number((all) => all.length)}</Stat>
        <Stat label={t('nextExpiry')}>
          <span className="stat-date">{usable?.[0] ? <DateText at={usable[0].validTo} /> : usable ? t('none') : '—'}</span>
        </Stat>
      </Stats>
    </section>
  )
}
