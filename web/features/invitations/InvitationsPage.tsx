import { exportAccountRequests, listAccountRequests } from '#contract/invitations.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { InviteLink } from './InviteLink.tsx'

/** Whom the organisation invited, and how far each has come. */
export default function InvitationsPage() {
  const { t } = useTranslation('invitations')
  const list = useList(listAccountRequests)
  return (
    <Page text={t('lead')} actions={<InviteLink />}>
      <ListTable
        list={list}
        keyOf={({ id }) => id}
        opens={({ id }) => to('accountRequest', { id })}
        empty={{ title: t('none'), text: t('noneText') }}
      >
        <ListFilters list={list} search={t('search')} exports={exportAccountRequests}>
          <PeriodFilter list={list} />
        </ListFilters>
      </ListTable>
    </Page>
  )
}
