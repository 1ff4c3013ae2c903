import { screens, to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { Page } from '../../kit/Page.tsx'
import { Tabs } from '../../ui/display.tsx'

/** The organisation that the person acts for: what is registered of it, its units and contacts, and who administers it. */
export default function OrganisationProfilePage() {
  const { t } = useTranslation(['organisation', 'routes'])
  const within = useLocation().pathname.startsWith(`${screens.orgAccount.path}/`) ? 'orgAccount' : 'orgProfile'
  return (
    <Page title={t('routes:orgProfile')} text={t('organisation:lead')}>
      <Tabs
        label={t('routes:orgProfile')}
        tabs={[
          { to: to(`${within}Organisation`), label: t('routes:organisationView') },
          { to: to(`${within}Certificate`), label: t('routes:certificate') },
          { to: to(`${within}Units`), label: t('routes:units') },
          { to: to(`${within}Sponsor`), label: t('routes:sponsor') },
          { to: to(`${within}TechnicalContact`), label: t('routes:technicalContact') },
          { to: to(`${within}Admins`), label: t('routes:admins') },
        ]}
      />
      <Outlet />
    </Page>
  )
}
