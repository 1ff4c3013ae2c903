import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Card, EmptyState, StatusChip } from '../../ui/display.tsx'
import { type Column, PlainTable } from '../../ui/PlainTable.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText, Ltr, NumberText } from '../../ui/values.tsx'
import type { Dashboard } from './MyDashboardPage.tsx'

const tones = { success: 'success', failed: 'error', pending: 'warning' } as const

type Transaction = Dashboard['recentTransactions'][number]

export function TransactionsCard({ rows }: { rows: Transaction[] | undefined }) {
  const { t } = useTranslation('dashboard')
  const columns: Column<Transaction>[] = [
    {
      title: t('transaction'),
      cell: ({ transactionID }) => (
        <Link to={`/app/my/esign/transactions/${transactionID}`}>
          <Ltr>{transactionID.slice(0, 8)}</Ltr>
        </Link>
      ),
    },
    { title: t('date'), cell: ({ transactionDate }) => <DateText at={transactionDate} hijri={false} /> },
    { title: t('documents'), cell: ({ numberOfDocuments }) => <NumberText value={numberOfDocuments} /> },
    { title: t('status'), cell: ({ statusLabel }) => <StatusChip tone={tones[statusLabel]}>{t(`statuses.${statusLabel}`)}</StatusChip> },
  ]
  return (
    <Card title={t('recent')} actions={<Link to="/app/my/esign/transactions">{t('allTransactions')}</Link>}>
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
