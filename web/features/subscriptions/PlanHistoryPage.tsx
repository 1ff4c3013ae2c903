import { listPlanHistory } from '#contract/subscriptions.ts'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { useList } from '../../kit/useList.ts'
import { usePlanCells } from './planRows.tsx'

export default function PlanHistoryPage() {
  const { t } = useTranslation('subscriptions')
  const list = useList(listPlanHistory)
  return (
    <ListTable
      list={list}
      label={t('history')}
      cells={usePlanCells()}
      keyOf={(plan) => plan.planUniqueID}
      empty={{ title: t('noHistory'), text: t('noHistoryText') }}
    >
      <ListFilters list={list} search={t('searchPlans')} />
    </ListTable>
  )
}
