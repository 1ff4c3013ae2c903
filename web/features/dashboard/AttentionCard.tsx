import { to } from '#contract/screens.ts'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Attention, type Item } from './Attention.tsx'
import type { Dashboard } from './dashboard.ts'

const lowShare = 0.2

/** What the person should do something about, most pressing first; nothing of it is a card less. */
export function AttentionCard({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation('dashboard')
  return <Attention items={itemsOf(dashboard, t)} />
}

function itemsOf({ kycState, plans, transactions, paymentsWaiting, invitations }: Dashboard, t: TFunction<'dashboard'>): Item[] {
  const plansAt = to('mySubscriptions')
  const items: (Item | false)[] = [
    kycState === 'due' && { id: 'kyc', tone: 'error', icon: 'warning', text: t('kycDue'), to: to('kycRenewal'), action: t('renew') },
    kycState === 'soon' && { id: 'kyc', tone: 'warning', icon: 'clock', text: t('kycSoon'), to: to('kycRenewal'), action: t('renew') },
    invitations > 0 && {
      id: 'invitations',
      tone: 'info',
      icon: 'users',
      text: t('invited', { count: invitations }),
      to: to('verifyOrgUserDetails'),
      action: t('answer'),
    },
    plans.balance === 0 && {
      id: 'balance',
      tone: 'error',
      icon: 'card',
      text: t('noBalance'),
      to: to('buyPlans'),
      action: t('buyNow'),
    },
    plans.balance > 0 &&
      plans.balance <= plans.transactions * lowShare && {
        id: 'balance',
        tone: 'warning',
        icon: 'card',
        text: t('lowBalance'),
        to: to('buyPlans'),
        action: t('buyNow'),
      },
    transactions.pending > 0 && {
      id: 'signings',
      tone: 'info',
      icon: 'pen',
      text: t('signingsWaiting', { count: transactions.pending }),
      to: to('myTransactions', { type: 'pending' }),
      action: t('approve'),
    },
    paymentsWaiting > 0 && {
      id: 'payments',
      tone: 'info',
      icon: 'card',
      text: t('paymentsWaiting', { count: paymentsWaiting }),
      to: `${plansAt}/payments?status=initiated`,
      action: t('continuePaying'),
    },
    plans.ending > 0 && {
      id: 'ending',
      tone: 'warning',
      icon: 'clock',
      text: t('plansEnding', { count: plans.ending }),
      to: `${plansAt}/current`,
      action: t('see'),
    },
  ]
  return items.filter((item) => item !== false)
}
