import { listAgreementsToAccept } from '#contract/agreements.ts'
import { useTranslation } from 'react-i18next'
import { Outlet, useResolvedPath } from 'react-router'
import { Page } from '../../kit/Page.tsx'
import { useSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { Tabs } from '../../ui/display.tsx'
import './profile.css'

const tabs = [
  ['profile', 'routes:accountIdentity'],
  ['contact', 'routes:accountContact'],
  ['security', 'routes:accountSecurity'],
  ['preferences', 'routes:accountPreferences'],
  ['agreements', 'routes:accountAgreements'],
  ['sessions', 'routes:accountSessions'],
  ['my-data', 'routes:accountData'],
] as const

/** A person's own account; it stands in the personal area and in that of an organisation. */
export default function AccountPage() {
  const { t } = useTranslation(['profile', 'routes'])
  const { pathname } = useResolvedPath('')
  const { isSubscriber, organizationList } = useSession()
  const accepts = isSubscriber || organizationList.length > 0 // the provider's staff accepts nothing here
  const due = useCall(listAgreementsToAccept, {}, { enabled: accepts })
  const shown = tabs.filter(([tab]) => accepts || tab !== 'agreements')
  return (
    <Page title={t('profile:title')} text={t('profile:lead')}>
      <Tabs
        label={t('profile:title')}
        tabs={shown.map(([tab, title]) => ({
          to: `${pathname}/${tab}`,
          label: t(title),
          ...(tab === 'agreements' && due.data?.totalCount ? { count: due.data.totalCount } : {}),
        }))}
      />
      <Outlet />
    </Page>
  )
}
