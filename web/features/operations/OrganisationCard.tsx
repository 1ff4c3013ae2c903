import { useTranslation } from 'react-i18next'
import { useNamed } from '../../kit/useNamed.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { Ltr, Name } from '../../ui/values.tsx'

type Props = { of: { organizationName: string; organizationNameAr: string; unifiedOrgNo: string } }

/** For which organisation something is asked. */
export function OrganisationCard({ of }: Props) {
  const { t } = useTranslation('approvals')
  const named = useNamed()
  return (
    <Card title={t('organisation')}>
      <Facts
        facts={[
          [t('organisation'), <Name key="name">{named(of, 'organizationName')}</Name>],
          [t('unified'), <Ltr key="number">{of.unifiedOrgNo}</Ltr>],
        ]}
      />
    </Card>
  )
}
