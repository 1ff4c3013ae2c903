import { to } from '#contract/screens.ts'
import { readMyDashboard } from '#contract/dashboard.ts'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import './dashboard.css'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Icon } from '../../ui/Icon.tsx'
import { AccountCard } from './AccountCard.tsx'
import { AttentionCard } from './AttentionCard.tsx'
import { PlansCard } from './PlansCard.tsx'
import { PlanStats } from './PlanStats.tsx'
import { TransactionsCard } from './TransactionsCard.tsx'
import { UsageCard } from './UsageCard.tsx'
import { useDashboard } from './useDashboard.ts'

/** The first page of a person: what waits for them, what they have left, what they did lately, and the one thing most people come for. */
export default function MyDashboardPage() {
  const { t } = useTranslation('dashboard')
  const named = useNamed()
  const session = useSession()
  const { whole, dashboard, chart } = useDashboard(readMyDashboard, {})
  return (
    <Page
      title={t('greeting', { name: firstNameOf(named(session, 'userName')) })}
      text={t('text')}
      actions={
        <Link className="btn btn-primary" to={to('sign')}>
          <Icon name="pen" />
          {t('sign')}
        </Link>
      }
    >
      {!dashboard && whole.error ? (
        <FetchFailed of={whole} />
      ) : (
        <Fragment key={dashboard ? 'whole' : 'awaited'} /* what waits for the person takes its place above the rest: nothing moves */>
          {dashboard && <AttentionCard dashboard={dashboard} />}
          <PlanStats dashboard={dashboard} />
          <div className="dashboard">
            <div className="dashboard-column">
              <UsageCard {...chart} />
              <TransactionsCard rows={dashboard?.recentTransactions} />
            </div>
            <div className="dashboard-column">
              <PlansCard plans={dashboard?.soonestPlans} />
              {dashboard && <AccountCard dashboard={dashboard} />}
            </div>
          </div>
        </Fragment>
      )}
    </Page>
  )
}

const firstNameOf = (name: string) => name.split(' ')[0]!
