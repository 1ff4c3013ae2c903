import { exportChangeRequests, listChangeRequests } from '#contract/changes.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { ChoiceFilter } from '../../kit/filters.tsx'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { useKindsOfUsers } from './kinds.ts'

/** What is to change about users of the organisation. */
export default function ChangesPage() {
  const { t } = useTranslation('approvals')
  const list = useList(listChangeRequests)
  return (
    <Page text={t('changes.lead')}>
      <ListTable
        list={list}
        keyOf={({ slNo }) => slNo}
        opens={({ slNo }) => to('changeRequest', { slNo })}
        empty={{ title: t('none'), text: t('changes.noneText') }}
      >
        <ListFilters list={list} search={t('search')} exports={exportChangeRequests}>
          <ChoiceFilter list={list} name="type" {...useKindsOfUsers()} />
          <PeriodFilter list={list} />
        </ListFilters>
      </ListTable>
    </Page>
  )
}
