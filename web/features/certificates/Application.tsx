import { to } from '#contract/screens.ts'
import { cancelCertificateApplication, readMyCertificate } from '#contract/certificates.ts'
import { dscStateWords } from '#contract/certificateStates.ts'
import { initiatePayment } from '#contract/payments.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Refusal, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { tell } from '../../kit/tell.ts'
import { queries, useCall, useSend } from '../../kit/useCall.ts'
import { useWords } from '../../kit/useWords.ts'
import { EmptyArt } from '../../ui/emptyArt.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState, Facts } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { State } from '../../ui/State.tsx'
import { Money } from '../../ui/values.tsx'
import type { usePaymentPage } from '../payments/paymentPage.ts'
import { BuySteps } from './BuySteps.tsx'
import { buyPage, type Details, managePage, refusalOf, useCertificateNames } from './certificateNames.ts'
import { IdentityStep } from './IdentityStep.tsx'
import { Issued } from './Issued.tsx'
import { IssueStep } from './IssueStep.tsx'
import { keep } from './keep.ts'

type Payment = ReturnType<typeof usePaymentPage>

const issuingLooksEveryMs = 1500

/** An application, at the step that its state demands: it can be left and found again. */
export default function Application({ id, payment }: { id: string; payment: Payment }) {
  const { t } = useTranslation('certificates')
  const looked = useCall(
    readMyCertificate,
    { encodedCertificateSlno: id },
    { staleTime: 0, refetchInterval: ({ state }) => state.data?.state === 'issued' && issuingLooksEveryMs },
  )
  if (looked.error instanceof Refusal && looked.error.problem.status === 404)
    return <EmptyState title={t('application.unknown')}>{t('application.unknownText')}</EmptyState>
  if (looked.error && !looked.data) return <FetchFailed of={looked} />
  if (!looked.data) return <Waiting />
  return <AtItsStep application={looked.data} payment={payment} />
}

function AtItsStep({ application, payment }: { application: Details; payment: Payment }) {
  switch (application.state) {
    case 'applied':
      return (
        <>
          <BuySteps current="review" />
          <PayStep application={application} payment={payment} />
        </>
      )
    case 'paid':
      return (
        <>
          <BuySteps current="identity" />
          <IdentityStep application={application} />
        </>
      )
    case 'identityVerified':
    case 'approved':
    case 'issued':
      return (
        <>
          <BuySteps current="issue" />
          <IssueStep application={application} />
        </>
      )
    case 'active':
      return (
        <>
          <BuySteps />
          <Issued certificate={application} />
        </>
      )
    default:
      return <Over application={application} />
  }
}

function PayStep({ application, payment }: { application: Details; payment: Payment }) {
  const { t } = useTranslation('certificates')
  const names = useCertificateNames()
  const { encodedCertificateSlno, encodedPaymentSlno, years, totalPrice, paymentStatus } = application
  const cancel = useSend(cancelCertificateApplication)
  const pay = () =>
    void payment.open(encodedPaymentSlno, async (options) => {
      const page = await send(initiatePayment, { encodedPaymentSlno }, options)
      void queries.invalidateQueries({ queryKey: [readMyCertificate.path] })
      return page
    })
  return (
    <section className="card certificate-step" aria-labelledby="pay">
      <div>
        <h2 id="pay">{t('pay.title')}</h2>
        <p className="quiet">{t(paymentStatus === 'initiated' ? 'pay.open' : 'pay.text')}</p>
      </div>
      <Facts
        facts={[
          [t('review.class'), names.classOf(application)],
          [t('review.years'), t('class.years', { count: years })],
          [t('review.key'), t(`key.${application.keySource}.title`)],
          [t('review.total'), <Money key="total" halalas={totalPrice} />],
        ]}
      />
      <div className="certificate-actions">
        {application.initiatePayment && (
          <Button kind="primary" icon="card" isPending={payment.isLeaving} onPress={pay}>
            {payment.isLeaving ? t('review.opening') : t('review.pay')}
          </Button>
        )}
        {application.recheckPayment && (
          <Link className="btn btn-secondary" to={to('paymentStatus', { payment: encodedPaymentSlno })}>
            {t('pay.check')}
          </Link>
        )}
        {refusalOf('cancel', application) === null && (
          <Button
            kind="quiet"
            isDisabled={cancel.isPending || payment.isLeaving}
            onPress={() => cancel.mutate({ encodedCertificateSlno }, { onSuccess: keep, onError: tell })}
          >
            {t('pay.cancel')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Nothing more to do here: given up, rejected, or a certificate whose time is over. */
function Over({ application: { state, encodedCertificateSlno, serialNumberHex } }: { application: Details }) {
  const { t } = useTranslation('certificates')
  const words = useWords()
  return (
    <State
      art={<EmptyArt />}
      title={words(dscStateWords[state])}
      actions={
        <>
          <Link className="btn btn-primary" to={buyPage}>
            {t('application.another')}
          </Link>
          <Link className="btn btn-secondary" to={serialNumberHex ? `${managePage}/${encodedCertificateSlno}` : managePage}>
            {t('buy.toManage')}
          </Link>
        </>
      }
    >
      {t('application.over')}
    </State>
  )
}
