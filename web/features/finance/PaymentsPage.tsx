import { to } from '#contract/screens.ts'
import { exportTakenPayments, listTakenPayments } from '#contract/takenPayments.ts'
import { useTranslation } from 'react-i18next'
import type { Cells } from '../../kit/columns.tsx'
import type { RowOf } from '#contract/kit.ts'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
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
        cells={cells}
        keyOf={({ paymentID }) => paymentID}
        opens={({ paymentID }) => to('takenPayment', { paymentID })}
        empty={{ title: t('payments.none'), text: t('payments.noneText') }}
      >
        <ListFilters list={list} search={t('payments.search')} exports={exportTakenPayments}>
          <PeriodFilter list={list} />
        </ListFilters>
      </ListTable>
    </Page>
  )
}
