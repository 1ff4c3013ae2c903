import type { RowOf } from '#contract/kit.ts'
import { initiatePayment, listPaymentHistory, type PaymentStatus, paymentStatuses, recheckPayment } from '#contract/payments.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { send } from '../../kit/client.ts'
import { ChoiceFilter, Filters, ListTable, SearchFilter } from '../../kit/ListTable.tsx'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { useList } from '../../kit/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { type ChipTone, StatusChip } from '../../ui/display.tsx'
import type { Column } from '../../ui/PlainTable.tsx'
import { toast } from '../../ui/toast.ts'
import { CopyId, DateText, Money } from '../../ui/values.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'
import { paperOf, PaperButton } from './papers.tsx'
import { usePaymentPage } from './paymentPage.ts'
import './payments.css'

type Row = RowOf<typeof listPaymentHistory>

const tones: Record<PaymentStatus, ChipTone> = {
  initiated: 'info',
  paid: 'success',
  failed: 'error',
  expired: 'warning',
  cancelled: 'neutral',
  refunded: 'neutral',
}

export default function PaymentHistoryPage() {
  const { t } = useTranslation('payments')
  const list = useList(listPaymentHistory)
  return (
    <ListTable
      list={list}
      label={t('history')}
      columns={useColumns()}
      keyOf={(row) => row.encodedPaymentSlno}
      empty={{
        title: t('none'),
        text: t('noneText'),
        actions: (
          <Link className="btn btn-secondary" to="/app/my/esign/buy/plans">
            {t('otherPlan')}
          </Link>
        ),
      }}
    >
      <Filters list={list}>
        <SearchFilter list={list} name="search" placeholder={t('searchHint')} />
        <ChoiceFilter list={list} name="status" choices={paymentStatuses.map((id) => ({ id, label: t(`status.${id}`) }))} />
      </Filters>
    </ListTable>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTranslation(['payments', 'ui'])
  const names = usePlanNames()
  return [
    { title: t('payments:date'), cell: (row) => <DateText at={row.paymentDate} time /> },
    {
      title: t('payments:product'),
      cell: (row) => (
        <span className="two-lines payment-product">
          <span>{names.planName(row)}</span>
          <span className="small quiet">
            {!names.planName(row).startsWith(names.productName(row)) && `${names.productName(row)} · `}
            {t('payments:validity', { count: row.validity })}
          </span>
        </span>
      ),
    },
    { title: t('payments:transactionId'), cell: (row) => <CopyId value={row.transactionId} /> },
    {
      title: t('payments:amount'),
      end: true,
      cell: (row) => (
        <span className="two-lines">
          <Money halalas={row.amount} />
          <span className="small quiet">
            <Money halalas={row.amountWithoutTax} /> + {t('payments:tax')} <Money halalas={row.tax} />
          </span>
        </span>
      ),
    },
    { title: t('ui:status'), cell: (row) => <StatusChip tone={tones[row.status]}>{t(`payments:status.${row.status}`)}</StatusChip> },
    { title: t('ui:actions'), cell: (row) => <RowActions row={row} /> },
  ]
}

/** Each is named with the payment's number, for those who hear it without its row. */
function RowActions({ row }: { row: Row }) {
  const { t } = useTranslation('payments')
  const { encodedPaymentSlno, transactionId: id } = row
  const payment = usePaymentPage()
  const recheck = useSend(recheckPayment, [listPaymentHistory])
  const paper = paperOf(row)
  const check = () =>
    recheck.mutate(
      { encodedPaymentSlno },
      { onError: tell, onSuccess: ({ status, message }) => toast(status === 'paid' ? 'success' : 'info', t(`outcome.${status}`), message) },
    )
  return (
    <span className="row-actions">
      {row.initiatePayment && (
        <Button
          kind="quiet"
          icon="card"
          aria-label={t('payRow', { id })}
          isPending={payment.isLeaving}
          onPress={() => void payment.open(encodedPaymentSlno, (options) => send(initiatePayment, { encodedPaymentSlno }, options))}
        >
          {t('pay')}
        </Button>
      )}
      {row.recheckPayment && (
        <Button kind="quiet" icon="refresh" aria-label={t('checkRow', { id })} isPending={recheck.isPending} onPress={check}>
          {t('checkShort')}
        </Button>
      )}
      {paper && <PaperButton kind="quiet" paper={paper} encodedPaymentSlno={encodedPaymentSlno} number={row.invoiceNumber!} />}
    </span>
  )
}
