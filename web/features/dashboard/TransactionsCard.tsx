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

/** The latest signings: the person’s own, each with its page, or what the organisation paid for. */
export function TransactionsCard({ rows, isOwn = true }: { rows: Transaction[] | undefined; isOwn?: boolean }) {
  const { t } = useTranslation('dashboard')
  const title = isOwn ? t('recent') : t('org.recent')
  const columns: Column<Transaction>[] = [
    {
      title: t('transaction'),
      cell: (row) =>
        isOwn ? (
          <Link to={to('myTransaction', { transactionID: row.transactionID })}>
            <TransactionName {...row} />
          </Link>
        ) : (
          <TransactionName {...row} />
        ),
    },
    { title: t('date'), cell: ({ transactionDate }) => <DateText at={transactionDate} hijri={false} /> },
    { title: t('status'), cell: ({ statusLabel }) => <Status of={statusLabel} names={transactionStatuses} /> },
  ]
  return (
    <Card title={title} actions={isOwn && <Link to={to('myTransactions')}>{t('allTransactions')}</Link>}>
      {rows === undefined ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <EmptyState title={t(isOwn ? 'noTransactions' : 'org.noTransactions')}>
          {t(isOwn ? 'noTransactionsText' : 'org.noTransactionsText')}
        </EmptyState>
      ) : (
        <PlainTable label={title} columns={columns} rows={rows} keyOf={({ transactionID }) => transactionID} />
      )}
    </Card>
  )
}
