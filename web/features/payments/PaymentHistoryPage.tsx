import { to } from '#contract/screens.ts'
import type { RowOf } from '#contract/kit.ts'
import {
  downloadCreditNote,
  downloadInvoice,
  exportPaymentHistory,
  initiatePayment,
  listPaymentHistory,
  recheckPayment,
} from '#contract/payments.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { download, send } from '../../kit/client.ts'
import type { Cells } from '../../kit/columns.tsx'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import type { RowAction } from '../../kit/RowActions.tsx'
import { useSend } from '../../kit/useCall.ts'
import { useList } from '../../kit/useList.ts'
import { toast } from '../../ui/toast.ts'
import { Money } from '../../ui/values.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'
import { paperOf } from './papers.tsx'
import { usePaymentPage } from './paymentPage.ts'
import './payments.css'

type Row = RowOf<typeof listPaymentHistory>

export default function PaymentHistoryPage() {
  const { t } = useTranslation('payments')
  const list = useList(listPaymentHistory)
  return (
    <ListTable
      list={list}
      label={t('history')}
      cells={useCells()}
      actions={useActions()}
      keyOf={(row) => row.encodedPaymentSlno}
      empty={{
        title: t('none'),
        text: t('noneText'),
        actions: (
          <Link className="btn btn-secondary" to={to('buyPlans')}>
            {t('otherPlan')}
          </Link>
        ),
      }}
    >
      <ListFilters list={list} search={t('searchHint')} exports={exportPaymentHistory}>
        <PeriodFilter list={list} />
      </ListFilters>
    </ListTable>
  )
}

function useCells(): Cells<Row> {
  const { t } = useTranslation('payments')
  const names = usePlanNames()
  return {
    planName: (row) => (
      <span className="two-lines payment-product">
        <span>{names.planName(row)}</span>
        <span className="small quiet">
          {!names.planName(row).startsWith(names.productName(row)) && `${names.productName(row)} · `}
          {t('validity', { count: row.validity })}
        </span>
      </span>
    ),
    amount: (row) => (
      <span className="two-lines">
        <Money halalas={row.amount} />
        <span className="small quiet">
          <Money halalas={row.amountWithoutTax} /> + {t('tax')} <Money halalas={row.tax} />
        </span>
        {row.status === 'paid' && row.refundedAmount > 0 && (
          <span className="small quiet">
            {t('wentBack')} <Money halalas={row.refundedAmount} />
          </span>
        )}
      </span>
    ),
  }
}

/** Each is named with the payment's number, for those who hear it without its row. */
function useActions(): RowAction<Row>[] {
  const { t } = useTranslation('payments')
  const payment = usePaymentPage()
  const [paid, setPaid] = useState('')
  const recheck = useSend(recheckPayment, [listPaymentHistory])
  return [
    {
      label: t('pay'),
      name: ({ transactionId: id }) => t('payRow', { id }),
      icon: 'card',
      may: (row) => row.initiatePayment,
      isBusy: ({ encodedPaymentSlno }) => payment.isLeaving && paid === encodedPaymentSlno,
      run: ({ encodedPaymentSlno }) => {
        setPaid(encodedPaymentSlno)
        return payment.open(encodedPaymentSlno, (options) => send(initiatePayment, { encodedPaymentSlno }, options))
      },
    },
    {
      label: t('checkShort'),
      name: ({ transactionId: id }) => t('checkRow', { id }),
      icon: 'refresh',
      may: (row) => row.recheckPayment,
      run: async ({ encodedPaymentSlno }) => {
        const { status, message } = await recheck.mutateAsync({ encodedPaymentSlno })
        toast(status === 'paid' ? 'success' : 'info', t(`outcome.${status}`), message)
      },
    },
    {
      label: t('invoiceGet'),
      name: ({ invoiceNumber }) => t('invoiceOf', { number: invoiceNumber }),
      icon: 'download',
      may: (row) => paperOf(row) === 'invoice',
      run: ({ encodedPaymentSlno }) => download(downloadInvoice, { encodedPaymentSlno }),
    },
    {
      label: t('creditNoteGet'),
      name: ({ invoiceNumber }) => t('creditNoteOf', { number: invoiceNumber }),
      icon: 'download',
      may: (row) => row.creditNotes.length > 0,
      run: async ({ encodedPaymentSlno, creditNotes }) => {
        for (const number of creditNotes) await download(downloadCreditNote, { encodedPaymentSlno, documentNumber: number })
      },
    },
  ]
}
