import { to } from '#contract/screens.ts'
import { exportMyTransactions, listMyTransactions, transactionStatuses } from '#contract/transactions.ts'
import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import './transactions.css'
import { StatusFilter } from '../../kit/filters.tsx'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { DocumentThumbnail } from './DocumentThumbnail.tsx'
import { TransactionName } from './TransactionName.tsx'

/** The caller's signings; the documents of one open beside the list. */
export default function MyTransactionsPage() {
  const { t } = useTranslation(['transactions', 'routes', 'ui'])
  const list = useList(listMyTransactions)
  const sign = (
    <Link className="btn btn-primary" to={to('sign')}>
      {t('transactions:sign')}
    </Link>
  )
  return (
    <Page title={t('routes:myTransactions')} actions={sign}>
      <ListTable
        list={list}
        label={t('transactions:label')}
        cells={{
          documentName: (row) => (
            <span className="with-thumbnail">
              <DocumentThumbnail transactionID={row.transactionID} size="row" />
              <TransactionName {...row} />
            </span>
          ),
        }}
        keyOf={({ transactionID }) => transactionID}
        opens={({ transactionID }) => to('myTransaction', { transactionID })}
        nameOf={({ documentName }) => documentName || t('ui:documentGone')}
        empty={{ title: t('transactions:empty'), text: t('transactions:emptyText') }}
      >
        <ListFilters list={list} search={t('transactions:searchHint')} exports={exportMyTransactions}>
          <StatusFilter list={list} name="type" names={transactionStatuses} />
          <PeriodFilter list={list} />
        </ListFilters>
      </ListTable>
      <Outlet />
    </Page>
  )
}
