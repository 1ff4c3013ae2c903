import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { Page } from '../../kit/Page.tsx'
import { Tabs } from '../../ui/display.tsx'
import { Icon } from '../../ui/Icon.tsx'
import './subscriptions.css'

export default function SubscriptionsPage() {
  const { t } = useTranslation(['subscriptions', 'routes'])
  return (
    <Page
      title={t('routes:mySubscription')}
      text={t('subscriptions:lead')}
      actions={
        <Link className="btn btn-primary" to={to('buyPlans')}>
          <Icon name="plus" />
          {t('subscriptions:buy')}
        </Link>
      }
    >
      <Tabs
        label={t('routes:mySubscription')}
        tabs={[
          { to: to('currentPlans'), label: t('routes:currentPlans') },
          { to: to('purchasedPlans'), label: t('routes:purchasedPlans') },
          { to: to('planHistory'), label: t('routes:planHistory') },
          { to: to('paymentHistory'), label: t('routes:paymentHistory') },
        ]}
      />
      <Outlet />
    </Page>
  )
}
