import { to } from '#contract/screens.ts'
import { readMyDashboard } from '#contract/dashboard.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Fragment, useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { z } from 'zod'
import './dashboard.css'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { fetchMessageOf } from '../../kit/tell.ts'
import { useCall } from '../../kit/useCall.ts'
import { Icon } from '../../ui/Icon.tsx'
import { AccountCard } from './AccountCard.tsx'
import { AttentionCard } from './AttentionCard.tsx'
import { PlansCard } from './PlansCard.tsx'
import { PlanStats } from './PlanStats.tsx'
import { TransactionsCard } from './TransactionsCard.tsx'
import { type ChosenUsage, UsageCard } from './UsageCard.tsx'

/** The first page of a person: what waits for them, what they have left, what they did lately, and the one thing most people come for. */
export default function MyDashboardPage() {
  const { t, i18n } = useTranslation('dashboard')
  const { userName, userNameAr } = useSession()
  const [chosen, choose] = useChosenUsage()
  const whole = useCall(readMyDashboard, {})
  const isChosen = Object.values(chosen).some((value) => value !== undefined)
  const narrowed = useCall(readMyDashboard, chosen, { enabled: isChosen, placeholderData: keepPreviousData })
  const used = isChosen ? narrowed : whole
  const usage = useDeferredValue(used.data?.usage)
  const dashboard = useDeferredValue(whole.data) // drawn in slices, between which the page answers to the person
  return (
    <Page
      title={t('greeting', { name: firstNameOf(i18n.language === 'ar' ? userNameAr : userName) })}
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
              <UsageCard
                usage={usage}
                failed={used.error && fetchMessageOf(used.error)}
                isStale={used.isPlaceholderData}
                chosen={chosen}
                onChoose={choose}
                onRetry={() => void used.refetch()}
              />
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

const Chosen = z.object(readMyDashboard.body)

/** What the chart covers stands in the address; what does not fit counts as absent. */
function useChosenUsage(): [ChosenUsage, (next: ChosenUsage) => void] {
  const [query, setQuery] = useSearchParams()
  const read = (name: keyof ChosenUsage) => {
    const value = z.safeDecode(Chosen, { [name]: query.get(name) ?? undefined })
    return value.success ? value.data[name] : undefined
  }
  const chosen = { fromDate: read('fromDate'), toDate: read('toDate'), per: read('per') } as ChosenUsage
  const choose = (next: ChosenUsage) =>
    setQuery(Object.fromEntries(Object.entries(next).filter((entry): entry is [string, string] => entry[1] !== undefined)))
  return [chosen, choose]
}
