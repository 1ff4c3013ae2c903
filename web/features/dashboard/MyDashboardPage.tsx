import type { RowOf } from '#contract/kit.ts'
import { listPurchasedPlans } from '#contract/subscriptions.ts'
import { listMyTransactions } from '#contract/transactions.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import './dashboard.css'
import { sendList } from '../../kit/client.ts'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { messageOf } from '../../kit/tell.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PlansCard } from './PlansCard.tsx'
import { PlanStats } from './PlanStats.tsx'
import { TransactionsCard } from './TransactionsCard.tsx'

export type Plan = RowOf<typeof listPurchasedPlans>
export type Transaction = RowOf<typeof listMyTransactions>

const mostPlans = 100
const recentTransactions = 5

/** The first page of a person: what they have left, what they did lately, and the one thing most people come for. */
export default function MyDashboardPage() {
  const { t, i18n } = useTranslation('dashboard')
  const { userName, userNameAr, kycDue } = useSession()
  const plans = useQuery({
    queryKey: [listPurchasedPlans.path, 'dashboard'],
    queryFn: async ({ signal }) => {
      const answer = await sendList(listPurchasedPlans, {}, 0, mostPlans, { signal })
      return [...answer.dataList, ...(answer.welcomePackList as Plan[])]
    },
  })
  const transactions = useQuery({
    queryKey: [listMyTransactions.path, 'dashboard'],
    queryFn: async ({ signal }) => (await sendList(listMyTransactions, {}, 0, recentTransactions, { signal })).dataList,
  })
  return (
    <Page
      title={t('greeting', { name: firstNameOf(i18n.language === 'ar' ? userNameAr : userName) })}
      text={t('text')}
      actions={
        <Link className="btn btn-primary" to="/app/my/esign/sign">
          <Icon name="pen" />
          {t('sign')}
        </Link>
      }
    >
      {kycDue && (
        <Notice tone="warning">
          {t('kycDue')} <Link to="/app/my/kyc-renewal">{t('kycRenew')}</Link>
        </Notice>
      )}
      <PlanStats plans={plans.data} />
      <div className="dashboard">
        <TransactionsCard
          rows={transactions.data}
          failed={transactions.error && messageOf(transactions.error)}
          onRetry={() => void transactions.refetch()}
        />
        <PlansCard plans={plans.data} failed={plans.error && messageOf(plans.error)} onRetry={() => void plans.refetch()} />
      </div>
    </Page>
  )
}

const firstNameOf = (name: string) => name.split(' ')[0]!
