import { paymentStatusWords } from '#contract/payments.ts'
import { to } from '#contract/screens.ts'
import { exportTakenPayments, listTakenPayments, orderKindWords, paymentMethodWords } from '#contract/takenPayments.ts'
import { useTranslation } from 'react-i18next'
import type { RowOf } from '#contract/kit.ts'
import type { Cells } from '../../kit/columns.tsx'
import { Filters, SearchFilter, StatusFilter } from '../../kit/filters.tsx'
import { ExportButton, ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { Ltr } from '../../ui/values.tsx'

const cells: Cells<RowOf<typeof listTakenPayments>> = {
  invoiceNumber: ({ invoiceNumber }) => <span className="whole">{invoiceNumber === null ? '—' : <Ltr>{invoiceNumber}</Ltr>}</span>,
}

/** Payments of everybody, the latest first. */
export default function PaymentsPage() {
  const { t } = useTranslation('finance')
  const list = useList(listTakenPayments)
  return (
    <Page text={t('payments.lead')}>
      <ListTable
        list={list}
        label={useTitle()}
        cells={cells}
        keyOf={({ paymentID }) => paymentID}
        actions={[
          {
            label: t('payments.open'),
            name: ({ transactionId }) => t('payments.openOne', { number: transactionId }),
            to: ({ paymentID }) => to('takenPayment', { paymentID }),
          },
        ]}
        empty={{ title: t('payments.none'), text: t('payments.noneText') }}
      >
        <Filters list={list} actions={<ExportButton list={list} call={exportTakenPayments} />}>
          <SearchFilter list={list} name="search" placeholder={t('payments.search')} />
          <StatusFilter list={list} name="status" names={paymentStatusWords} />
          <StatusFilter list={list} name="method" label={t('payments.method')} all={t('payments.allMethods')} names={paymentMethodWords} />
          <StatusFilter list={list} name="orderKind" label={t('payments.kind')} all={t('payments.allKinds')} names={orderKindWords} />
          <PeriodFilter list={list} />
        </Filters>
      </ListTable>
    </Page>
  )
}
