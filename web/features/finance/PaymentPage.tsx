import { mayHandlePayments } from '#contract/operatorAccess.ts'
import { paymentStatusWords } from '#contract/payments.ts'
import { refundStatusWords } from '#contract/refunds.ts'
import { to } from '#contract/screens.ts'
import * as calls from '#contract/takenPayments.ts'
import { paymentMethodWords } from '#contract/takenPayments.ts'
import { perCent } from '#contract/catalogueChanges.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { download } from '../../kit/client.ts'
import { Status } from '../../kit/columns.tsx'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { tell } from '../../kit/tell.ts'
import { useCall, useSend } from '../../kit/useCall.ts'
import { usePending } from '../../kit/usePending.ts'
import { useWords } from '../../kit/useWords.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/display.tsx'
import { type Column, PlainTable } from '../../ui/PlainTable.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { toast } from '../../ui/toast.ts'
import { CopyId, DateText, Ltr, Money, NumberText } from '../../ui/values.tsx'
import { useMay } from './may.ts'
import { ProposeRefund, type Taken } from './ProposeRefund.tsx'
import './finance.css'
import { shortId } from '../../ui/shortIds.ts'

type Fact = [name: string, value: ReactNode]

/** One payment: what was bought, how it was paid, and what can be done. */
export default function PaymentPage() {
  const paymentID = useParams().paymentID!
  const { data, error, refetch } = useCall(calls.readTakenPayment, { paymentID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return (
    <Page>
      <div className="to-decide">
        <div className="stack">
          <Facts_ of={data} />
          <Lines of={data} />
          <Attempts of={data} />
          <AtGateway of={data} />
        </div>
        <div className="stack">
          <Documents of={data} />
          <Actions of={data} />
          <Refunds of={data} />
        </div>
      </div>
    </Page>
  )
}

function Facts_({ of }: { of: Taken }) {
  const { t } = useTranslation('finance')
  const words = useWords()
  const named = useNamed()
  const facts: Fact[] = [
    [t('payment.number'), <CopyId key="number" value={of.transactionId} />],
    [t('payment.status'), <Status key="status" of={of.status} names={paymentStatusWords} />],
    [t('payment.payer'), <PersonName key="payer" of={of} />],
    [t('payment.nationalID'), <Ltr key="id">{of.nationalID}</Ltr>],
    [t('payment.amount'), <Money key="amount" halalas={of.amount} />],
    [t('payment.method'), words(paymentMethodWords[of.method])],
    [t('payment.ordered'), <DateText key="ordered" at={of.orderDate} time />],
    [t('payment.begun'), <DateText key="begun" at={of.createdDate} time />],
  ]
  if (of.refundedAmount > 0) facts.push([t('payment.returned'), <Money key="returned" halalas={of.refundedAmount} />])
  if (of.settledDate) facts.push([t('payment.settled'), <DateText key="settled" at={of.settledDate} time />])
  if (of.used)
    facts.push([
      t('payment.used'),
      t('payment.usedText', { spent: of.used.spent, credited: of.used.credited, available: of.used.available }),
    ])
  return (
    <Card title={named(of, 'planName')}>
      <Facts facts={facts} />
    </Card>
  )
}

function Lines({ of }: { of: Taken }) {
  const { t } = useTranslation('finance')
  const named = useNamed()
  const columns: Column<Taken['lines'][number]>[] = [
    { title: t('payment.line'), part: 'title', cell: (one) => <bdi>{named(one, 'planName')}</bdi> },
    { title: t('payment.quantity'), end: true, cell: (one) => <NumberText value={one.quantity} /> },
    { title: t('payment.price'), end: true, cell: (one) => <Money halalas={one.price} /> },
    { title: t('change.tax', { rate: perCent.encode(of.rate) }), end: true, cell: (one) => <Money halalas={one.tax} /> },
    { title: t('payment.total'), end: true, cell: (one) => <Money halalas={one.totalPrice} /> },
  ]
  return (
    <Card title={t('payment.lines')}>
      <PlainTable label={t('payment.lines')} columns={columns} rows={of.lines} keyOf={({ planName }) => planName} />
    </Card>
  )
}

function Attempts({ of }: { of: Taken }) {
  const { t } = useTranslation('finance')
  const columns: Column<Taken['attempts'][number]>[] = [
    {
      title: t('payment.number'),
      part: 'title',
      cell: (one) =>
        one.paymentID === of.paymentID ? (
          <Ltr>{one.transactionId}</Ltr>
        ) : (
          <Link to={to('takenPayment', { paymentID: one.paymentID })}>
            <Ltr>{one.transactionId}</Ltr>
          </Link>
        ),
    },
    { title: t('payment.begun'), cell: (one) => <DateText at={one.createdDate} time /> },
    { title: t('payment.status'), part: 'state', cell: (one) => <Status of={one.status} names={paymentStatusWords} /> },
    { title: t('payment.told'), cell: (one) => (one.told ? <Ltr>{one.told}</Ltr> : '—') },
  ]
  return (
    <Card title={t('payment.attempts')}>
      <PlainTable label={t('payment.attempts')} columns={columns} rows={of.attempts} keyOf={({ paymentID }) => paymentID} />
    </Card>
  )
}

const causes = ['person', 'webhook', 'recheck', 'retry', 'sweep', 'refund', 'reconciliation', 'replaced'] as const

function AtGateway({ of }: { of: Taken }) {
  const { t } = useTranslation('finance')
  const causeOf = (cause: string) => {
    const known = causes.find((one) => one === cause)
    return known ? t(`payment.causes.${known}`) : cause
  }
  const events: Column<Taken['events'][number]>[] = [
    { title: t('payment.when'), part: 'title', cell: (one) => <DateText at={one.at} time /> },
    { title: t('payment.status'), part: 'state', cell: (one) => <Status of={one.status} names={paymentStatusWords} /> },
    { title: t('payment.cause'), cell: (one) => causeOf(one.cause) },
  ]
  const notices: Column<Taken['notifications'][number]>[] = [
    { title: t('payment.when'), part: 'title', cell: (one) => <DateText at={one.at} time /> },
    { title: t('payment.type'), cell: (one) => <Ltr>{one.type}</Ltr> },
    { title: t('payment.event'), cell: (one) => <CopyId value={one.eventID} shown={shortId(one.eventID, 'start')} /> },
  ]
  const ids: Fact[] = [
    [t('payment.gatewayInvoice'), of.gatewayInvoiceID ? <CopyId key="invoice" value={of.gatewayInvoiceID} /> : '—'],
    [t('payment.gatewayPayment'), of.gatewayPaymentID ? <CopyId key="payment" value={of.gatewayPaymentID} /> : '—'],
  ]
  return (
    <Card title={t('payment.history')}>
      <div className="stack">
        <PlainTable label={t('payment.history')} columns={events} rows={of.events} keyOf={({ at }) => at.toISOString()} />
        <Facts facts={ids} />
        {of.notifications.length > 0 && (
          <PlainTable label={t('payment.notices')} columns={notices} rows={of.notifications} keyOf={({ eventID }) => eventID} />
        )}
      </div>
    </Card>
  )
}

function Documents({ of }: { of: Taken }) {
  const { t } = useTranslation('finance')
  const { paymentID, invoiceNumber, creditNoteNumber, refunds } = of
  const ofRefunds = refunds.flatMap((one) => one.creditNoteNumber ?? [])
  const notes = [...new Set([...(creditNoteNumber ? [creditNoteNumber] : []), ...ofRefunds])]
  if (!invoiceNumber) return null
  const way = (document: (typeof calls.takenDocuments)[number], number: string) => (
    <Open key={number} paymentID={paymentID} document={document} number={number} />
  )
  return (
    <Card title={t('payment.documents')}>
      <div className="decide">
        {way('invoice', invoiceNumber)}
        {notes.map((number) => way('creditNote', number))}
      </div>
    </Card>
  )
}

function Open({ paymentID, document, number }: { paymentID: string; document: 'invoice' | 'creditNote'; number: string }) {
  const { t } = useTranslation('finance')
  const { isPending, run } = usePending()
  return (
    <Button
      icon="download"
      isPending={isPending}
      onPress={() => void run(() => download(calls.openTakenInvoice, { paymentID, document, documentNumber: number }))}
    >
      {t(`payment.${document}`)} <Ltr>{number}</Ltr>
    </Button>
  )
}

function Actions({ of }: { of: Taken }) {
  const { t } = useTranslation('finance')
  const mayHandle = useMay(mayHandlePayments)
  const stale = [calls.readTakenPayment, calls.listTakenPayments]
  const recheck = useSend(calls.recheckTakenPayment, stale)
  const look = async () => {
    try {
      const { status } = await recheck.mutateAsync({ paymentID: of.paymentID })
      toast('success', t(status === of.status ? 'payment.recheckSame' : 'payment.recheckMoved'))
    } catch (error) {
      tell(error)
    }
  }
  if (!mayHandle) return null
  return (
    <Card title={t('payment.actions')}>
      <div className="decide">
        {of.notRefundable !== null && <p className="small quiet">{t('payment.notRefundable', { why: of.notRefundable })}</p>}
        {(of.notRefundable === null || of.part) && <ProposeRefund of={of} />}
        <div className="decide-actions">
          <Button icon="refresh" isPending={recheck.isPending} onPress={() => void look()}>
            {t('payment.recheck')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Refunds({ of: { refunds } }: { of: Taken }) {
  const { t } = useTranslation('finance')
  if (refunds.length === 0) return null
  return (
    <Card title={t('payment.refunds')}>
      <Facts
        facts={refunds.map(({ requestID, status, createdDate, amount, transactions }, i) => [
          t('payment.refundNumber', { number: refunds.length - i }),
          <span key={requestID} className="two-lines">
            <Link to={to('refund', { requestID })}>
              <Status of={status} names={refundStatusWords} />
            </Link>
            <span>
              <Money halalas={amount} />
              {transactions !== null && ` (${t('payment.refundPart')})`}
            </span>
            <DateText at={createdDate} hijri={false} />
          </span>,
        ])}
      />
    </Card>
  )
}
