import { listOrganisationChanges } from '#contract/organisationChanges.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { ListTable } from '../../kit/ListTable.tsx'
import { useList } from '../../kit/useList.ts'
import { Card } from '../../ui/display.tsx'
import { AdminLink } from './AdminLink.tsx'

/** What was asked to change about the organisation, and the way to ask for more. */
export function OrganisationChanges() {
  const { t } = useTranslation('organisation')
  return (
    <Card title={t('changes.title')} actions={<AdminLink to={to('orgProfileNewChange')}>{t('changes.new')}</AdminLink>}>
      <ListTable
        list={useList(listOrganisationChanges)}
        label={t('changes.title')}
        keyOf={({ slNo }) => slNo}
        opens={({ slNo }) => to('orgProfileChange', { slNo })}
        empty={{ title: t('changes.none'), text: t('changes.noneText') }}
      />
    </Card>
  )
}
