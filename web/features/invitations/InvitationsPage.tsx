import { accountRequestStatusWords, exportAccountRequests, listAccountRequests } from '#contract/invitations.ts'
import type { RowOf } from '#contract/kit.ts'
import { orgRoleWords } from '#contract/members.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { type Cells, Status } from '../../kit/columns.tsx'
import { Filters, FlagFilter, SearchFilter } from '../../kit/filters.tsx'
import { ExportButton, ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { useWords } from '../../kit/useWords.ts'
import { DateText, Name } from '../../ui/values.tsx'
import { InviteLink } from './InviteLink.tsx'

/** Whom the organisation invited, and how far each has come. */
export default function InvitationsPage() {
  const { t } = useTranslation('invitations')
  const list = useList(listAccountRequests)
  const words = useWords()
  const cells: Cells<RowOf<typeof listAccountRequests>> = {
    fullName: ({ fullName, userType }) => (
      <span className="two-lines">
        <Name>{fullName}</Name>
        <span className="small quiet">{words(orgRoleWords[userType])}</span>
      </span>
    ),
    statusLabel: ({ statusLabel }) => <Status of={statusLabel} names={accountRequestStatusWords} />,
    processedBy: ({ processedBy }) => <Name>{processedBy ?? '—'}</Name>,
    createdDate: ({ createdDate }) => <DateText at={createdDate} />,
  }
  return (
    <Page text={t('lead')} actions={<InviteLink />}>
      <ListTable
        list={list}
        label={useTitle()}
        cells={cells}
        keyOf={({ id }) => id}
        actions={[
          { label: t('open'), name: ({ fullName }) => t('openOne', { name: fullName }), to: ({ id }) => to('accountRequest', { id }) },
        ]}
        empty={{ title: t('none'), text: t('noneText') }}
      >
        <Filters list={list} actions={<ExportButton list={list} call={exportAccountRequests} />}>
          <SearchFilter list={list} name="search" placeholder={t('search')} />
          <FlagFilter list={list} names={accountRequestStatusWords} />
          <PeriodFilter list={list} />
        </Filters>
      </ListTable>
    </Page>
  )
}
