import { exportNewUserRequests, listNewUserRequests, newUserStatusWords } from '#contract/approvals.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { ChoiceFilter, Filters, FlagFilter, SearchFilter } from '../../kit/filters.tsx'
import { ExportButton, ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { useWords } from '../../kit/useWords.ts'
import { useKindsOfUsers } from './kinds.ts'

/** With no status asked for, the list has the approved ones: that is its first choice, and not one of the others. */
const { approved, ...others } = newUserStatusWords

/** Who asks to join the organisation. */
export default function NewUsersPage() {
  const { t } = useTranslation('approvals')
  const list = useList(listNewUserRequests)
  const words = useWords()
  return (
    <Page text={t('lead')}>
      <ListTable
        list={list}
        keyOf={({ slNo }) => slNo}
        opens={({ slNo }) => to('newUser', { slNo })}
        empty={{ title: t('none'), text: t('noneText') }}
      >
        <Filters list={list} actions={<ExportButton list={list} call={exportNewUserRequests} />}>
          <SearchFilter list={list} name="search" placeholder={t('search')} />
          <FlagFilter list={list} all={words(approved)} names={others} />
          <ChoiceFilter list={list} name="type" {...useKindsOfUsers()} />
          <PeriodFilter list={list} />
        </Filters>
      </ListTable>
    </Page>
  )
}
