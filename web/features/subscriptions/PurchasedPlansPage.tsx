import { to } from '#contract/screens.ts'
import { listPurchasedPlans } from '#contract/subscriptions.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useColumns } from '../../kit/columns.tsx'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { useList } from '../../kit/useList.ts'
import { type PlanRow, usePlanCells } from './planRows.tsx'
import { PlainTable } from '../../ui/PlainTable.tsx'

export default function PurchasedPlansPage() {
  const { t } = useTranslation('subscriptions')
  const list = useList(listPurchasedPlans)
  const cells = usePlanCells()
  const columns = useColumns(listPurchasedPlans, cells)
  const welcomePacks = (list.data?.welcomePackList ?? []) as PlanRow[]
  return (
    <>
      <ListTable
        list={list}
        label={t('purchased')}
        cells={cells}
        keyOf={(plan) => plan.planUniqueID}
        empty={{
          title: t('noPurchased'),
          text: t('noPurchasedText'),
          actions: (
            <Link className="btn btn-secondary" to={to('buyPlans')}>
              {t('buy')}
            </Link>
          ),
        }}
      >
        <ListFilters list={list} search={t('searchPlans')} />
      </ListTable>
      {welcomePacks.length > 0 && (
        <section className="list">
          <h2 className="list-title">{t('welcome')}</h2>
          <PlainTable label={t('welcome')} columns={columns} rows={welcomePacks} keyOf={(plan) => plan.planUniqueID} />
        </section>
      )}
    </>
  )
}
