import { listMyTransactions, transactionLabels } from '#contract/transactions.ts'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import './transactions.css'
import { ChoiceFilter, Filters, ListTable, PeriodFilter, SearchFilter } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'
import { StatusChip } from '../../ui/display.tsx'
import type { Column } from '../../ui/PlainTable.tsx'
import { CopyId, DateText, NumberText } from '../../ui/values.tsx'
import type { RowOf } from '#contract/kit.ts'

type Row = RowOf<typeof listMyTransactions>

const tones = { pending: 'warning', success: 'success', failed: 'error' } as const

/** The caller's signings; the documents of one open beside the list. */
export default function MyTransactionsPage() {
  const { t } = useTranslation(['transactions', 'routes'])
  const list = useList(listMyTransactions)
  const sign = (
    <Link className="btn btn-primary" to="/app/my/esign/sign">
      {t('transactions:sign')}
    </Link>
  )
  return (
    <Page title={t('routes:myTransactions')} actions={sign}>
      <ListTable
        list={list}
        label={t('transactions:label')}
        columns={useColumns()}
        keyOf={(row) => row.transactionID}
        empty={{ title: t('transactions:empty'), text: t('transactions:emptyText') }}
      >
        <Filters list={list}>
          <SearchFilter list={list} name="search" placeholder={t('transactions:searchHint')} />
          <ChoiceFilter
            list={list}
            name="type"
            choices={transactionLabels.map((label) => ({ id: label, label: t(`transactions:status.${label}`) }))}
          />
          <PeriodFilter list={list} />
        </Filters>
      </ListTable>
      <Outlet />
    </Page>
  )
}

function useColumns(): Column<Row>[] {
  const { t, i18n } = useTranslation('transactions')
  return [
    { title: t('date'), cell: ({ transactionDate }) => <DateText at={transactionDate} time /> },
    { title: t('id'), cell: ({ transactionID }) => <CopyId value={transactionID} shown={`${transactionID.slice(0, 8)}…`} /> },
    { title: t('documents'), cell: ({ numberOfDocuments }) => <NumberText value={numberOfDocuments} />, end: true },
    { title: t('plan'), cell: (row) => (i18n.language === 'ar' ? row.planTypeAr : row.planType) },
    { title: t('state'), cell: ({ statusLabel }) => <StatusChip tone={tones[statusLabel]}>{t(`status.${statusLabel}`)}</StatusChip> },
    { title: t('actions'), cell: (row) => <Open id={row.transactionID} />, end: true },
  ]
}

/** Keeps the filters and the page of the list in the address. */
function Open({ id }: { id: string }) {
  const { t } = useTranslation('transactions')
  const { search } = useLocation()
  return (
    <Link className="btn btn-quiet" to={`/app/my/esign/transactions/${id}${search}`} aria-label={t('openOf', { id })}>
      {t('open')}
    </Link>
  )
}
