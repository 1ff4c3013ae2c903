import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { Page } from '../../kit/Page.tsx'
import { Tabs } from '../../ui/display.tsx'

/** The organisation that the person acts for: what is registered of it, its units and contacts, and who administers it. */
export default function OrganisationProfilePage() {
  const { t } = useTranslation(['organisation', 'routes'])
  return (
    <Page title={t('routes:orgProfile')} text={t('organisation:lead')}>
      <Tabs
        label={t('routes:orgProfile')}
        tabs={[
          { to: to('orgProfileOrganisation'), label: t('routes:organisationView') },
          { to: to('orgProfileCertificate'), label: t('routes:certificate') },
          { to: to('orgProfileUnits'), label: t('routes:units') },
          { to: to('orgProfileSponsor'), label: t('routes:sponsor') },
          { to: to('orgProfileTechnicalContact'), label: t('routes:technicalContact') },
          { to: to('orgProfileAdmins'), label: t('routes:admins') },
        ]}
      />
      <Outlet />
    </Page>
  )
}
