import type { Output } from '#contract/kit.ts'
import { mayDecideRefunds, mayHandlePayments } from '#contract/operatorAccess.ts'
import * as calls from '#contract/refunds.ts'
import { refundStatusWords } from '#contract/refunds.ts'
import { to } from '#contract/screens.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { send } from '../../kit/client.ts'
import { Status } from '../../kit/columns.tsx'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { tell } from '../../kit/tell.ts'
import { useCall, useSend } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { toast } from '../../ui/toast.ts'
import { DateText, Ltr, Money } from '../../ui/values.tsx'
import { Decision } from '../operations/Decision.tsx'
import { QueueSteps } from '../operations/QueueSteps.tsx'
import { useMay } from './may.ts'
import './finance.css'

type Refund = Output<typeof calls.readRefund>
type Fact = [name: string, value: ReactNode]

/** One refund: what is to go back and why, its decision, and its way through the gateway. */
export default function RefundPage() {
  const requestID = useParams().requestID!
  const { data, error, refetch } = useCall(calls.readRefund, { requestID })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return (
    <Page actions={<QueueSteps requestID={requestID} />}>
      <div className="to-decide">
        <div className="stack">
          <What of={data} />
          <Way of={data} />
        </div>
        <Right of={data} />
      </div>
    </Page>
  )
}

function What({ of }: { of: Refund }) {
  const { t } = useTranslation('finance')
  const named = useNamed()
  const facts: Fact[] = [
    [t('refund.amount'), <Money key="amount" halalas={of.amount} />],
    [t('refund.goesBack'), of.transactions === null ? t('refund.all') : t('refund.part', { count: of.transactions })],
    [t('refund.for'), <bdi key="for">{named(of, 'planName')}</bdi>],
    [
      t('payment.number'),
      <Link key="number" to={to('takenPayment', { paymentID: of.paymentID })}>
        <Ltr>{of.transactionId}</Ltr>
      </Link>,
    ],
    [t('payment.payer'), <PersonName key="payer" of={of} />],
    [t('payment.nationalID'), <Ltr key="id">{of.nationalID}</Ltr>],
    [t('refund.paid'), <DateText key="paid" at={of.paidDate} time />],
    [t('propose.reason'), <bdi key="reason">{of.reason}</bdi>],
  ]
  if (of.used) facts.push([t('payment.used'), t('payment.usedText', { ...of.used })])
  if (of.invoiceNumber) facts.push([t('payment.invoice'), <Ltr key="invoice">{of.invoiceNumber}</Ltr>])
  if (of.creditNoteNumber) facts.push([t('payment.creditNote'), <Ltr key="note">{of.creditNoteNumber}</Ltr>])
  return (
    <Card title={t('refund.what')}>
      <Facts facts={facts} />
    </Card>
  )
}

function Way({ of }: { of: Refund }) {
  const { t } = useTranslation('finance')
  const facts: Fact[] = [
    [t('change.status'), <Status key="status" of={of.status} names={refundStatusWords} />],
    [t('change.madeBy'), <PersonName key="by" of={of.madeBy} />],
    [t('change.created'), <DateText key="created" at={of.createdDate} time />],
  ]
  if (of.decidedBy)
    facts.push(
      [t('change.decidedBy'), <PersonName key="by" of={of.decidedBy} />],
      [t('change.decided'), <DateText key="at" at={of.decidedDate} time />],
    )
  if (of.remarks) facts.push([t('change.remarks'), <bdi key="remarks">{of.remarks}</bdi>])
  if (of.triedDate) facts.push([t('refund.tried', { count: of.tries }), <DateText key="tried" at={of.triedDate} time />])
  if (of.nextTryDate) facts.push([t('refund.next'), <DateText key="next" at={of.nextTryDate} time />])
  if (of.told) facts.push([t('refund.told'), <Ltr key="told">{of.told}</Ltr>])
  if (of.endedDate) facts.push([t('refund.ended'), <DateText key="ended" at={of.endedDate} time />])
  return (
    <Card title={t('change.history')}>
      <Facts facts={facts} />
    </Card>
  )
}

function Right({ of }: { of: Refund }) {
  const { t } = useTranslation(['finance', 'decisions'])
  const mayDecide = useMay(mayDecideRefunds)
  const mayHandle = useMay(mayHandlePayments)
  const { requestID, status, isOwn, notApprovable } = of
  return (
    <div className="stack">
      {status === 'proposed' && (
        <Decision
          requestID={requestID}
          ended={isOwn ? t('finance:change.own') : null}
          mayDecide={mayDecide}
          stale={calls.readRefund.path}
          notApproved={notApprovable ?? undefined}
          initiate={(decided) => send(calls.initiateRefundDecision, { requestID, ...decided })}
          verify={(decided, approval, signal) => send(calls.verifyRefundDecision, { requestID, ...decided, ...approval }, { signal })}
        />
      )}
      {status === 'proposed' && mayHandle && <Change requestID={requestID} step="withdraw" />}
      {status === 'approved' && (
        <Notice tone="info">{t(of.transactions === null ? 'finance:refund.withGateway' : 'finance:refund.partWithGateway')}</Notice>
      )}
      {status === 'approved' && mayHandle && <Change requestID={requestID} step="retry" />}
      {status === 'refused' && <Notice tone="warning">{t('finance:refund.refusedText')}</Notice>}
    </div>
  )
}

/** Takes a proposal back, or asks the gateway again now. */
function Change({ requestID, step }: { requestID: string; step: 'withdraw' | 'retry' }) {
  const { t } = useTranslation('finance')
  const stale = [calls.readRefund, calls.listRefunds]
  const withdraw = useSend(calls.withdrawRefund, stale)
  const retry = useSend(calls.retryRefund, stale)
  const run = async () => {
    try {
      const { status } = await (step === 'withdraw' ? withdraw : retry).mutateAsync({ requestID })
      toast(status === 'approved' ? 'info' : 'success', t(status === 'approved' ? 'refund.stillWaits' : `refund.${step}Done`))
    } catch (error) {
      tell(error)
    }
  }
  return (
    <div className="decide-actions">
      <Button
        kind={step === 'withdraw' ? 'danger' : 'secondary'}
        isPending={withdraw.isPending || retry.isPending}
        onPress={() => void run()}
      >
        {t(`refund.${step}`)}
      </Button>
    </div>
  )
}
