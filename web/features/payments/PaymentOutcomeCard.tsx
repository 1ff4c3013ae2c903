import { screens, to } from '#contract/screens.ts'
import type { Output } from '#contract/kit.ts'
import { cancelPayment, initiatePayment, listPaymentHistory, type paymentReturns, recheckPayment } from '#contract/payments.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { send } from '../../kit/client.ts'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts } from '../../ui/display.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ProgressBar } from '../../ui/Progress.tsx'
import { CopyId, DateText, Ltr, Money } from '../../ui/values.tsx'
import { usePlanNames } from '../catalogue/planNames.ts'
import { Credited } from './Credited.tsx'
import { OutcomeHead } from './OutcomeHead.tsx'
import { paperOf, PaperButton } from './papers.tsx'
import { usePaymentPage } from './paymentPage.ts'
import './payments.css'

export type Outcome = Output<typeof recheckPayment>
type Props = { outcome: Outcome; returnTo?: (typeof paymentReturns)[number]; isPolling: boolean; isChecking: boolean; onCheck: () => void }

export function PaymentOutcomeCard({ outcome, returnTo, isPolling, isChecking, onCheck }: Props) {
  const { t } = useTranslation('payments')
  const names = usePlanNames()
  const { status } = outcome
  return (
    <section className="card outcome" aria-labelledby="outcome">
      <OutcomeHead outcome={outcome} />
      {isPolling && <ProgressBar label={t('waiting')} />}
      {status === 'paid' && !outcome.encodedCertificateSlno && <Credited encodedOrderSlno={outcome.encodedOrderSlno} />}
      <Facts
        facts={[
          [t('product'), names.productName(outcome)],
          [t('plan'), names.planName(outcome)],
          [t('amount'), <Money key="amount" halalas={outcome.amount} />],
          [t('transactionId'), <CopyId key="id" value={outcome.transactionId} />],
          [t('date'), <DateText key="date" at={outcome.paymentDate} time />],
          ...(outcome.invoiceNumber ? [[t('invoice'), <Ltr key="invoice">{outcome.invoiceNumber}</Ltr>] as [string, React.ReactNode]] : []),
        ]}
      />
      <OutcomeActions outcome={outcome} returnTo={returnTo} isChecking={isChecking && !isPolling} onCheck={onCheck} />
    </section>
  )
}

function OutcomeActions({ outcome, returnTo, isChecking, onCheck }: Omit<Props, 'isPolling'>) {
  const { t } = useTranslation('payments')
  const { encodedPaymentSlno, encodedCertificateSlno, status } = outcome
  const payment = usePaymentPage()
  const cancel = useSend(cancelPayment, [recheckPayment, listPaymentHistory])
  const paper = paperOf(outcome)
  return (
    <div className="outcome-actions">
      {status === 'paid' && returnTo !== screens.sign.path && <WhatFollows certificate={encodedCertificateSlno} />}
      {outcome.initiatePayment && (
        <Button
          kind="primary"
          icon="card"
          isPending={payment.isLeaving}
          onPress={() =>
            void payment.open(encodedPaymentSlno, (options) => send(initiatePayment, { encodedPaymentSlno, returnTo }, options))
          }
        >
          {payment.isLeaving ? t('opening') : status === 'initiated' ? t('goOn') : t('tryAgain')}
        </Button>
      )}
      {outcome.recheckPayment && (
        <Button icon="refresh" isPending={isChecking} onPress={onCheck}>
          {t('check')}
        </Button>
      )}
      {status === 'initiated' && (
        <Button kind="quiet" isDisabled={cancel.isPending} onPress={() => cancel.mutate({ encodedPaymentSlno }, { onError: tell })}>
          {t('giveUp')}
        </Button>
      )}
      {paper && <PaperButton paper={paper} encodedPaymentSlno={encodedPaymentSlno} number={outcome.invoiceNumber!} />}
      {status !== 'paid' && status !== 'initiated' && (
        <Link className="btn btn-quiet" to={encodedCertificateSlno ? to('buyCertificate') : to('buyPlans')}>
          {t(encodedCertificateSlno ? 'otherCertificate' : 'otherPlan')}
        </Link>
      )}
    </div>
  )
}

/** A plan is there to sign with; a certificate waits for the person's identity. */
function WhatFollows({ certificate }: { certificate: string | null }) {
  const { t } = useTranslation('payments')
  return certificate ? (
    <Link className="btn btn-primary" to={to('buyCertificate', { application: certificate })}>
      <Icon name="shield" />
      {t('toCertificate')}
    </Link>
  ) : (
    <Link className="btn btn-primary" to={to('sign')}>
      <Icon name="pen" />
      {t('sign')}
    </Link>
  )
}
