import type { listSponsors } from '#contract/contacts.ts'
import type { RowOf } from '#contract/kit.ts'
import { inUseWords } from '#contract/submissions.ts'
import { useTranslation } from 'react-i18next'
import { type Cells, Status } from '../../kit/columns.tsx'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { useList } from '../../kit/useList.ts'
import { StatusChip } from '../../ui/display.tsx'
import { nothing } from '../../ui/values.tsx'
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
    isPrimary: ({ isPrimary }) => (isPrimary ? <StatusChip tone="info">{t('contacts.primary')}</StatusChip> : nothing),
    isActive: ({ status, isActive }) => (status === 'approved' ? <Status of={`${isActive}`} names={inUseWords} /> : nothing),
  }
  return (
    <>
      <p className="quiet">{t(`contacts.lead.${kind}`)}</p>
      <ListTable
        list={list}
        cells={cells}
        keyOf={({ slNo }) => slNo}
        opens={({ slNo }) => screenOf(slNo)}
        empty={{ title: t(`contacts.none.${kind}`), text: t('contacts.noneText') }}
      >
        <ListFilters
          list={list}
          search={t('contacts.search')}
          actions={<AdminLink to={newScreen}>{t(`contacts.new.${kind}`)}</AdminLink>}
        />
      </ListTable>
    </>
  )
}
