import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { Page } from '../../kit/Page.tsx'
import { Tabs } from '../../ui/display.tsx'
import { Icon } from '../../ui/Icon.tsx'
import './subscriptions.css'

const at = '/app/my/esign/subscriptions'

export default function SubscriptionsPage() {
  const { t } = useTranslation(['subscriptions', 'routes'])
  return (
    <Page
      title={t('routes:mySubscription')}
      text={t('subscriptions:lead')}
      actions={
        <Link className="btn btn-primary" to="/app/my/esign/buy/plans">
          <Icon name="plus" />
          {t('subscriptions:buy')}
        </Link>
      }
    >
      <Tabs
        label={t('routes:mySubscription')}
        tabs={[
          { to: `${at}/current`, label: t('routes:currentPlans') },
          { to: `${at}/purchased`, label: t('routes:purchasedPlans') },
          { to: `${at}/history`, label: t('routes:planHistory') },
          { to: `${at}/payments`, label: t('routes:paymentHistory') },
        ]}
      />
      <Outlet />
    </Page>
  )
}
