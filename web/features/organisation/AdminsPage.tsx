import { localMobile } from '#contract/addresses.ts'
import type { RowOf } from '#contract/kit.ts'
import { listAdmins } from '#contract/organisation.ts'
import { useTranslation } from 'react-i18next'
import type { Cells } from '../../kit/columns.tsx'
import { Filters, SearchFilter } from '../../kit/filters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Ltr } from '../../ui/values.tsx'

/** Who invites users and buys for the organisation. */
export default function AdminsPage() {
  const { t } = useTranslation('organisation')
  const list = useList(listAdmins)
  const cells: Cells<RowOf<typeof listAdmins>> = {
    email: ({ email, mobileNumber }) => (
      <span className="two-lines">
        <Ltr>{email || '—'}</Ltr>
        {mobileNumber && (
          <span className="small quiet">
            <Ltr>{localMobile(mobileNumber)}</Ltr>
          </span>
        )}
      </span>
    ),
  }
  return (
    <ListTable
      list={list}
      label={useTitle()}
      cells={cells}
      keyOf={({ userSlno }) => userSlno}
      empty={{ title: t('noAdmins'), text: t('noAdminsText') }}
    >
      <Filters list={list}>
        <SearchFilter list={list} name="search" placeholder={t('search')} />
      </Filters>
    </ListTable>
  )
}
