import { to } from '#contract/screens.ts'
import { transactionStatuses } from '#contract/transactions.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Status } from '../../kit/columns.tsx'
import { Card, EmptyState } from '../../ui/display.tsx'
import { type Column, PlainTable } from '../../ui/PlainTable.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText } from '../../ui/values.tsx'
import { TransactionName } from '../transactions/TransactionName.tsx'
import type { Dashboard } from './dashboard.ts'

type Transaction = Dashboard['recentTransactions'][number]

export function TransactionsCard({ rows }: { rows: Transaction[] | undefined }) {
  const { t } = useTranslation('dashboard')
  const columns: Column<Transaction>[] = [
    {
      title: t('transaction'),
      cell: (row) => (
        <Link to={to('myTransaction', { transactionID: row.transactionID })}>
          <TransactionName {...row} />
        </Link>
      ),
    },
    { title: t('date'), cell: ({ transactionDate }) => <DateText at={transactionDate} hijri={false} /> },
    { title: t('status'), cell: ({ statusLabel }) => <Status of={statusLabel} names={transactionStatuses} /> },
  ]
  return (
    <Card title={t('recent')} actions={<Link to={to('myTransactions')}>{t('allTransactions')}</Link>}>
      {rows === undefined ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <EmptyState title={t('noTransactions')}>{t('noTransactionsText')}</EmptyState>
      ) : (
        <PlainTable label={t('recent')} columns={columns} rows={rows} keyOf={({ transactionID }) => transactionID} />
      )}
    </Card>
  )
}
