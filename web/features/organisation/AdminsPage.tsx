import { listAdmins } from '#contract/organisation.ts'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { useList } from '../../kit/useList.ts'

/** Who invites users and buys for the organisation. */
export default function AdminsPage() {
  const { t } = useTranslation('organisation')
  const list = useList(listAdmins)
  return (
    <ListTable list={list} keyOf={({ userSlno }) => userSlno} empty={{ title: t('noAdmins'), text: t('noAdminsText') }}>
      <ListFilters list={list} search={t('search')} />
    </ListTable>
  )
}
