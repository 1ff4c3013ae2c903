import { listAgreementsToAccept } from '#contract/agreements.ts'
import { accountParts } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Outlet, useResolvedPath } from 'react-router'
import { Page } from '../../kit/Page.tsx'
import { useCall } from '../../kit/useCall.ts'
import { Tabs } from '../../ui/display.tsx'
import './profile.css'

/** A person's own account; it stands in the personal area, in that of an organisation and in the console. */
export default function AccountPage() {
  const { t } = useTranslation(['profile', 'routes'])
  const { pathname } = useResolvedPath('')
  const due = useCall(listAgreementsToAccept, {})
  return (
    <Page title={t('profile:title')} text={t('profile:lead')}>
      <Tabs
        label={t('profile:title')}
        tabs={Object.entries(accountParts).map(([part, [below, title]]) => ({
          to: `${pathname}/${below}`,
          label: t(title),
          ...(part === 'agreements' && due.data?.totalCount ? { count: due.data.totalCount } : {}),
        }))}
      />
      <Outlet />
    </Page>
  )
}
