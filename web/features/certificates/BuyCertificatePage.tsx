import { listCertificateClasses } from '#contract/certificates.ts'
import { opaqueId } from '#contract/kit.ts'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useCall } from '../../kit/useCall.ts'
import { EmptyState } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { Ltr } from '../../ui/values.tsx'
import { usePaymentPage } from '../payments/paymentPage.ts'
import { BuySteps } from './BuySteps.tsx'
import { managePage, shortSerial } from './certificateNames.ts'
import './certificates.css'
import { ClassStep } from './ClassStep.tsx'
import { KeyStep } from './KeyStep.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { useOrder } from './order.ts'
import { Unfinished, useApplications } from './Unfinished.tsx'

/** Needs more than the choice does: the identity app's challenge, and a form for a passphrase. */
const Application = lazy(() => import('./Application.tsx'))

/** From the choice of a class to the issued certificate. Every step is in the address; from the payment on, the address names the application. */
export default function BuyCertificatePage() {
  const { t } = useTranslation('certificates')
  const [query] = useSearchParams()
  const payment = usePaymentPage()
  const application = opaqueId.safeParse(query.get('application')).data
  return (
    <Page
      text={t('buy.lead')}
      actions={
        <Link className="btn btn-secondary" to={managePage}>
          {t('buy.toManage')}
        </Link>
      }
    >
      {application ? (
        <Suspense fallback={<Waiting />}>
          <Application key={application} id={application} payment={payment} />
        </Suspense>
      ) : (
        <Order payment={payment} />
      )}
    </Page>
  )
}

/** What is chosen before there is an application. */
function Order({ payment }: { payment: ReturnType<typeof usePaymentPage> }) {
  const { t } = useTranslation('certificates')
  const { data, error, refetch } = useCall(listCertificateClasses, {})
  const order = useOrder(data?.dataList)
  const isNew = order.step === 'class' && !order.renews
  const applications = useApplications(isNew)
  if (!data && error) return <FetchFailed of={{ error, refetch }} />
  if (!data || order.isAwaited || applications.isLoading) return <Waiting>{t('buy.waiting')}</Waiting>
  if (data.dataList.length === 0) return <EmptyState title={t('buy.none')}>{t('buy.noneText')}</EmptyState>
  return (
    <>
      <BuySteps current={order.step} />
      {order.renewed?.serialNumberHex && <Renews serial={order.renewed.serialNumberHex} />}
      {isNew && <Unfinished of={applications} />}
      {order.step === 'class' && <ClassStep classes={data.dataList} order={order} />}
      {order.step === 'key' && <KeyStep key={order.chosen!.classCode} order={order} />}
      {order.step === 'review' && <ReviewStep order={order} vat={data.vat} payment={payment} />}
    </>
  )
}

function Renews({ serial }: { serial: string }) {
  const { t } = useTranslation('certificates')
  return (
    <Notice tone="info">
      <strong>
        {t('buy.renews')} <Ltr>{shortSerial(serial)}</Ltr>
      </strong>
      <p>{t('buy.renewsText')}</p>
    </Notice>
  )
}
