import { localMobile } from '#contract/addresses.ts'
import type { RowOf } from '#contract/kit.ts'
import { exportMembers, listEmployeeIds, listMembers, memberActivityWords, memberStatusWords, orgRoleWords } from '#contract/members.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { type Cells, Status } from '../../kit/columns.tsx'
import { ChoiceFilter, Filters, FlagFilter, SearchFilter } from '../../kit/filters.tsx'
import { ExportButton, ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { type ListOf, useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { useWords } from '../../kit/useWords.ts'
import { DateText, Ltr, Name } from '../../ui/values.tsx'
import { InviteLink } from '../invitations/InviteLink.tsx'

/** The users of the organisation: who acts for it, who was invited, and whose membership has ended. */
export default function UsersPage() {
  const { t, i18n } = useTranslation('members')
  const list = useList(listMembers)
  const words = useWords()
  const cells: Cells<RowOf<typeof listMembers>> = {
    fullName: ({ fullName, fullNameAr, userType }) => (
      <span className="two-lines">
        <Name>{i18n.language === 'ar' ? fullNameAr : fullName}</Name>
        <span className="small quiet">{words(orgRoleWords[userType])}</span>
      </span>
    ),
    email: ({ email, mobileNo }) => (
      <span className="two-lines">
        <Ltr>{email || '—'}</Ltr>
        {mobileNo && (
          <span className="small quiet">
            <Ltr>{localMobile(mobileNo)}</Ltr>
          </span>
        )}
      </span>
    ),
    status: ({ status, active }) => (
      <span className="two-lines">
        <Status of={status} names={memberStatusWords} />
        {status === 'approved' && !active && <span className="small quiet">{words(memberActivityWords.inActive)}</span>}
      </span>
    ),
    createdDate: ({ createdDate }) => <DateText at={createdDate} />,
  }
  const named = ({ fullName, fullNameAr }: RowOf<typeof listMembers>) => ({ name: i18n.language === 'ar' ? fullNameAr : fullName })
  return (
    <Page text={t('lead')} actions={<InviteLink />}>
      <ListTable
        list={list}
        label={useTitle()}
        cells={cells}
        keyOf={({ userSlno }) => userSlno}
        actions={[{ label: t('open'), name: (row) => t('openOne', named(row)), to: ({ userSlno }) => to('user', { userSlno }) }]}
        empty={{ title: t('none'), text: t('noneText') }}
      >
        <Filters list={list} actions={<ExportButton list={list} call={exportMembers} />}>
          <SearchFilter list={list} name="search" placeholder={t('search')} />
          <FlagFilter list={list} names={memberStatusWords} />
          <FlagFilter list={list} label={t('activity')} all={t('allActivity')} names={memberActivityWords} />
          <EmployeeFilter list={list} />
          <PeriodFilter list={list} />
        </Filters>
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
