import { applyForCertificate, listMyCertificates } from '#contract/certificates.ts'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { send } from '../../kit/client.ts'
import { useSession } from '../../kit/session.ts'
import { queries } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Button } from '../../ui/Button.tsx'
import { Consent, useConsent } from '../../ui/Consent.tsx'
import { Facts } from '../../ui/display.tsx'
import { Name } from '../../ui/values.tsx'
import { PriceLines } from '../catalogue/PlanCard.tsx'
import type { usePaymentPage } from '../payments/paymentPage.ts'
import { applicationPage, useCertificateNames } from './certificateNames.ts'
import type { Order } from './order.ts'

type Props = { order: Order; vat: string; payment: ReturnType<typeof usePaymentPage> }

/** What is bought, for whom, at which price and on which terms, before the payment page opens. */
export function ReviewStep({ order, vat, payment }: Props) {
  const { t } = useTranslation('certificates')
  const named = useNamed()
  const names = useCertificateNames()
  const session = useSession()
  const consent = useConsent()
  const pay = useApply(order, payment)
  const { chosen, price, keySource, keyKind } = order
  return (
    <section className="card certificate-step" aria-labelledby="review">
      <h2 id="review">{t('review.title')}</h2>
      <Facts
        facts={[
          [t('review.class'), names.className(chosen!)],
          [t('review.subject'), <Name key="subject">{named(session, 'userName')}</Name>],
          [t('review.years'), t('class.years', { count: price!.years })],
          [t('review.key'), t(`key.${keySource!}.title`)],
          ...(keySource === 'csr' ? [] : [[t('key.kind'), t(`key.kinds.${keyKind!}`)] as [string, string]]),
        ]}
      />
      <PriceLines plan={price!} vat={vat} />
      <ul className="terms">
        <li>{t('review.terms.identity')}</li>
        <li>{t('review.terms.start')}</li>
        <li>{t('review.terms.revoke')}</li>
      </ul>
      <Consent consent={consent} missing={t('review.agreeFirst')}>
        {t('review.agree')}
      </Consent>
      <div className="certificate-actions">
        <Button
          kind="primary"
          icon="card"
          isPending={payment.isLeaving}
          onPress={() => {
            if (consent.ask()) pay()
          }}
        >
          {payment.isLeaving ? t('review.opening') : t('review.pay')}
        </Button>
        <Button isDisabled={payment.isLeaving} onPress={() => order.go('key')}>
          {t('back')}
        </Button>
      </div>
    </section>
  )
}

function useApply({ price, keySource, keyKind, csr, renews }: Order, payment: Props['payment']) {
  const navigate = useNavigate()
  const { productPricingDetailsSlno } = price!
  const key = { keySource: keySource!, keyKind: keySource === 'csr' ? undefined : keyKind, csr }
  return () =>
    void payment.open(JSON.stringify([productPricingDetailsSlno, key, renews]), async (options) => {
      const page = await send(applyForCertificate, { productPricingDetailsSlno, ...key, renews, acceptTerms: true }, options)
      void queries.invalidateQueries({ queryKey: [listMyCertificates.path] })
      // whoever comes back from the payment page by the browser's own way finds the application, and does not apply twice
      await navigate(applicationPage(page.encodedCertificateSlno), { replace: true })
      return page
    })
}
