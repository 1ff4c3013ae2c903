import { exportMembers, listEmployeeIds, listMembers, memberActivityWords, memberStatusWords } from '#contract/members.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Status } from '../../kit/columns.tsx'
import { ChoiceFilter } from '../../kit/filters.tsx'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { type ListOf, useList } from '../../kit/useList.ts'
import { useWords } from '../../kit/useWords.ts'
import { TwoLines } from '../../ui/values.tsx'
import { InviteLink } from '../invitations/InviteLink.tsx'

/** The users of the organisation: who acts for it, who was invited, and whose membership has ended. */
export default function UsersPage() {
  const { t } = useTranslation('members')
  const list = useList(listMembers)
  const words = useWords()
  return (
    <Page text={t('lead')} actions={<InviteLink />}>
      <ListTable
        list={list}
        cells={{
          status: ({ status, active }) => (
            <TwoLines below={status === 'approved' && !active && words(memberActivityWords.inActive)}>
              <Status of={status} names={memberStatusWords} />
            </TwoLines>
          ),
        }}
        keyOf={({ userSlno }) => userSlno}
        opens={({ userSlno }) => to('user', { userSlno })}
        empty={{ title: t('none'), text: t('noneText') }}
      >
        <ListFilters list={list} search={t('search')} exports={exportMembers}>
          <EmployeeFilter list={list} />
          <PeriodFilter list={list} />
        </ListFilters>
      </ListTable>
    </Page>
  )
}

/** More than these are not chosen from: the search finds an employee number, too. */
const mostChoices = 200

function EmployeeFilter({ list }: { list: ListOf<typeof listMembers> }) {
  const { t } = useTranslation('members')
  const orgSlno = useSession().selectedOrganization?.organizationSlno
  const { data } = useCall(listEmployeeIds, { orgSlno: orgSlno! }, { enabled: orgSlno !== undefined })
  const numbers = [...new Set(data?.dataList.map(({ employeeId }) => employeeId))]
  if (list.valueOf('employeeId') === '' && (numbers.length === 0 || numbers.length > mostChoices)) return null
  return (
    <ChoiceFilter
      list={list}
      name="employeeId"
      label={t('employee')}
      all={t('allEmployees')}
      choices={numbers.map((id) => ({ id, label: id }))}
    />
  )
}
