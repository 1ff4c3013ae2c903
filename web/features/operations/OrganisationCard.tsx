import { useTranslation } from 'react-i18next'
import { Card, Facts } from '../../ui/display.tsx'
import { Ltr, Name } from '../../ui/values.tsx'

type Props = { of: { organizationName: string; organizationNameAr: string; unifiedOrgNo: string } }

/** For which organisation something is asked. */
export function OrganisationCard({ of: { organizationName, organizationNameAr, unifiedOrgNo } }: Props) {
  const { t, i18n } = useTranslation('approvals')
  return (
    <Card title={t('organisation')}>
      <Facts
        facts={[
          [t('organisation'), <Name key="name">{i18n.language === 'ar' ? organizationNameAr : organizationName}</Name>],
          [t('unified'), <Ltr key="number">{unifiedOrgNo}</Ltr>],
        ]}
      />
    </Card>
  )
}
