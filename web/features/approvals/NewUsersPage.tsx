import { exportNewUserRequests, listNewUserRequests, newUserStatusWords } from '#contract/approvals.ts'
import type { RowOf } from '#contract/kit.ts'
import { orgRoleWords } from '#contract/members.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { type Cells, Status } from '../../kit/columns.tsx'
import { ChoiceFilter, Filters, FlagFilter, SearchFilter } from '../../kit/filters.tsx'
import { ExportButton, ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { useWords } from '../../kit/useWords.ts'
import { DateText, Ltr, Name } from '../../ui/values.tsx'

/** With no status asked for, the list has the approved ones: that is its first choice, and not one of the others. */
const { approved, ...others } = newUserStatusWords

/** Who asks to join the organisation. */
export default function NewUsersPage() {
  const { t, i18n } = useTranslation('approvals')
  const list = useList(listNewUserRequests)
  const words = useWords()
  const nameOf = ({ fullName, fullNameAr }: RowOf<typeof listNewUserRequests>) => (i18n.language === 'ar' ? fullNameAr : fullName)
  const cells: Cells<RowOf<typeof listNewUserRequests>> = {
    fullName: (row) => <Name>{nameOf(row)}</Name>,
    userType: ({ userType }) => words(orgRoleWords[userType]),
    employeeId: ({ employeeId }) => <Ltr>{employeeId || '—'}</Ltr>,
    status: ({ status }) => <Status of={status} names={newUserStatusWords} />,
    createdDate: ({ createdDate }) => <DateText at={createdDate} />,
  }
  const kinds = [
    { id: '1', label: t('kinds.admins') },
    { id: '2', label: t('kinds.users') },
  ]
  return (
    <Page text={t('lead')}>
      <ListTable
        list={list}
        label={useTitle()}
        cells={cells}
        keyOf={({ slNo }) => slNo}
        actions={[{ label: t('open'), name: (row) => t('openOne', { name: nameOf(row) }), to: ({ slNo }) => to('newUser', { slNo }) }]}
        empty={{ title: t('none'), text: t('noneText') }}
      >
        <Filters list={list} actions={<ExportButton list={list} call={exportNewUserRequests} />}>
          <SearchFilter list={list} name="search" placeholder={t('search')} />
          <FlagFilter list={list} all={words(approved)} names={others} />
          <ChoiceFilter list={list} name="type" label={t('kind')} all={t('allKinds')} choices={kinds} />
          <PeriodFilter list={list} />
        </Filters>
      </ListTable>
    </Page>
  )
}
