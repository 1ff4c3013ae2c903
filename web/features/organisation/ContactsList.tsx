import type { listSponsors } from '#contract/contacts.ts'
import { localMobile } from '#contract/addresses.ts'
import type { RowOf } from '#contract/kit.ts'
import { inUseWords } from '#contract/submissions.ts'
import { useTranslation } from 'react-i18next'
import { type Cells, Status } from '../../kit/columns.tsx'
import { Filters, SearchFilter } from '../../kit/filters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { StatusChip } from '../../ui/display.tsx'
import { Ltr, Name } from '../../ui/values.tsx'
import { AdminLink } from './AdminLink.tsx'

/** Technical contacts are listed as sponsors are. */
type List = typeof listSponsors
type Row = RowOf<List>
type Props = { call: List; kind: 'sponsor' | 'technicalContact'; screenOf: (slNo: number) => string; newScreen: string }

/** The contacts of one kind, the primary one marked. */
export function ContactsList({ call, kind, screenOf, newScreen }: Props) {
  const { t } = useTranslation('organisation')
  const list = useList(call)
  const cells: Cells<Row> = {
    name: ({ name }) => <Name>{name}</Name>,
    email: ({ email, mobile }) => (
      <span className="two-lines">
        <Ltr>{email}</Ltr>
        <span className="small quiet">
          <Ltr>{localMobile(mobile)}</Ltr>
        </span>
      </span>
    ),
    isPrimary: ({ isPrimary }) => (isPrimary ? <StatusChip tone="info">{t('contacts.primary')}</StatusChip> : '—'),
    isActive: ({ status, isActive }) => (status === 'approved' ? <Status of={`${isActive}`} names={inUseWords} /> : '—'),
  }
  return (
    <>
      <p className="quiet">{t(`contacts.lead.${kind}`)}</p>
      <ListTable
        list={list}
        label={useTitle()}
        cells={cells}
        keyOf={({ slNo }) => slNo}
        actions={[{ label: t('contacts.open'), name: ({ name }) => t('contacts.openOne', { name }), to: ({ slNo }) => screenOf(slNo) }]}
        empty={{ title: t(`contacts.none.${kind}`), text: t('contacts.noneText') }}
      >
        <Filters list={list} actions={<AdminLink to={newScreen}>{t(`contacts.new.${kind}`)}</AdminLink>}>
          <SearchFilter list={list} name="search" placeholder={t('contacts.search')} />
        </Filters>
      </ListTable>
    </>
  )
}
