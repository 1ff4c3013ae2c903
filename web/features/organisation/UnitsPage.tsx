import type { RowOf } from '#contract/kit.ts'
import { to } from '#contract/screens.ts'
import { inUseWords } from '#contract/submissions.ts'
import { listUnits } from '#contract/units.ts'
import { useTranslation } from 'react-i18next'
import { type Cells, Status } from '../../kit/columns.tsx'
import { ChoiceFilter } from '../../kit/filters.tsx'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { useList } from '../../kit/useList.ts'
import { nothing } from '../../ui/values.tsx'
import { AdminLink } from './AdminLink.tsx'

const cells: Cells<RowOf<typeof listUnits>> = {
  isActive: ({ status, isActive }) => (status === 'approved' ? <Status of={`${isActive}`} names={inUseWords} /> : nothing),
}

/** The units of the organisation, those that wait and those that were rejected among them. */
export default function UnitsPage() {
  const { t } = useTranslation('organisation')
  const list = useList(listUnits)
  const choices = [
    { id: '1', label: t('units.active') },
    { id: '2', label: t('units.others') },
  ]
  return (
    <ListTable
      list={list}
      cells={cells}
      keyOf={({ orgUnitSlNo }) => orgUnitSlNo}
      opens={({ orgUnitSlNo }) => to('orgProfileUnit', { slNo: orgUnitSlNo })}
      empty={{ title: t('units.none'), text: t('units.noneText') }}
    >
      <ListFilters list={list} search={t('units.search')} actions={<AdminLink to={to('orgProfileNewUnit')}>{t('units.new')}</AdminLink>}>
        <ChoiceFilter list={list} name="display" label={t('units.display')} all={t('units.all')} choices={choices} />
      </ListFilters>
    </ListTable>
  )
}
