import { changeTypeWords, exportChangeRequests, listChangeRequests } from '#contract/changes.ts'
import type { RowOf } from '#contract/kit.ts'
import { orgRoleWords } from '#contract/members.ts'
import { to } from '#contract/screens.ts'
import { submissionStatusWords } from '#contract/submissions.ts'
import { useTranslation } from 'react-i18next'
import { type Cells, Status } from '../../kit/columns.tsx'
import { ChoiceFilter, Filters, FlagFilter, SearchFilter } from '../../kit/filters.tsx'
import { ExportButton, ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { useWords } from '../../kit/useWords.ts'
import { DateText, Name } from '../../ui/values.tsx'

/** What is to change about users of the organisation. */
export default function ChangesPage() {
  const { t, i18n } = useTranslation('approvals')
  const list = useList(listChangeRequests)
  const words = useWords()
  const nameOf = ({ fullName, fullNameAr }: RowOf<typeof listChangeRequests>) => (i18n.language === 'ar' ? fullNameAr : fullName)
  const cells: Cells<RowOf<typeof listChangeRequests>> = {
    fullName: (row) => (
      <span className="two-lines">
        <Name>{nameOf(row)}</Name>
        <span className="small quiet">{words(orgRoleWords[row.userType])}</span>
      </span>
    ),
    changeType: ({ changeType }) => words(changeTypeWords[changeType]),
    status: ({ status }) => <Status of={status} names={submissionStatusWords} />,
    requestDate: ({ requestDate }) => <DateText at={requestDate} />,
  }
  const kinds = [
    { id: '1', label: t('kinds.admins') },
    { id: '2', label: t('kinds.users') },
  ]
  return (
    <Page text={t('changes.lead')}>
      <ListTable
        list={list}
        label={useTitle()}
        cells={cells}
        keyOf={({ slNo }) => slNo}
        actions={[
          { label: t('open'), name: (row) => t('openOne', { name: nameOf(row) }), to: ({ slNo }) => to('changeRequest', { slNo }) },
        ]}
        empty={{ title: t('none'), text: t('changes.noneText') }}
      >
        <Filters list={list} actions={<ExportButton list={list} call={exportChangeRequests} />}>
          <SearchFilter list={list} name="search" placeholder={t('search')} />
          <FlagFilter list={list} names={submissionStatusWords} />
          <ChoiceFilter list={list} name="type" label={t('kind')} all={t('allKinds')} choices={kinds} />
          <PeriodFilter list={list} />
        </Filters>
      </ListTable>
    </Page>
  )
}
