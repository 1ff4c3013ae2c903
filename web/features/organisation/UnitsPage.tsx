import type { RowOf } from '#contract/kit.ts'
import { to } from '#contract/screens.ts'
import { inUseWords } from '#contract/submissions.ts'
import { listUnits } from '#contract/units.ts'
import { useTranslation } from 'react-i18next'
import { type Cells, Status } from '../../kit/columns.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../../kit/filters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Name } from '../../ui/values.tsx'
import { AdminLink } from './AdminLink.tsx'

/** The units of the organisation, those that wait and those that were rejected among them. */
export default function UnitsPage() {
  const { t, i18n } = useTranslation('organisation')
  const list = useList(listUnits)
  const nameOf = (unit: RowOf<typeof listUnits>) => (i18n.language === 'ar' ? unit.organizationalUnitNameAr : unit.organizationalUnitName)
  const cells: Cells<RowOf<typeof listUnits>> = {
    organizationalUnitName: (unit) => <Name>{nameOf(unit)}</Name>,
    isActive: ({ status, isActive }) => (status === 'approved' ? <Status of={`${isActive}`} names={inUseWords} /> : '—'),
  }
  const choices = [
    { id: '1', label: t('units.active') },
    { id: '2', label: t('units.others') },
  ]
  return (
    <ListTable
      list={list}
      label={useTitle()}
      cells={cells}
      keyOf={({ orgUnitSlNo }) => orgUnitSlNo}
      actions={[
        {
          label: t('units.open'),
          name: (unit) => t('units.openOne', { name: nameOf(unit) }),
          to: ({ orgUnitSlNo }) => to('orgProfileUnit', { slNo: orgUnitSlNo }),
        },
      ]}
      empty={{ title: t('units.none'), text: t('units.noneText') }}
    >
      <Filters list={list} actions={<AdminLink to={to('orgProfileNewUnit')}>{t('units.new')}</AdminLink>}>
        <SearchFilter list={list} name="search" placeholder={t('units.search')} />
        <ChoiceFilter list={list} name="display" label={t('units.display')} all={t('units.all')} choices={choices} />
      </Filters>
    </ListTable>
  )
}
