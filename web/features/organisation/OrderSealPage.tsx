import { listMyEvidence } from '#contract/evidence.ts'
import type { Output } from '#contract/kit.ts'
import { openOrganisationStamp } from '#contract/organisation.ts'
import { to } from '#contract/screens.ts'
import { orderSeal, readSealOffer } from '#contract/seals.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { fetchFile, send } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { queries, useCall } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, EmptyState } from '../../ui/display.tsx'
import { Checkbox, SegmentedControl } from '../../ui/fields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { Ltr, Money } from '../../ui/values.tsx'
import { FilesField, useUnsent } from '../evidence/FilesField.tsx'
import { usePaymentPage } from '../payments/paymentPage.ts'
import { reload } from '../seals/stale.ts'
import { Subject } from '../seals/Subject.tsx'
import { Seal } from './Seal.tsx'
import '../../ui/decide.css'
import '../../ui/forms.css'

type Offer = Output<typeof readSealOffer>
type Class = Offer['dataList'][number]

/** An enrolment admin orders a seal, and goes on to pay for it. */
export default function OrderSealPage() {
  const { t } = useTranslation('seals')
  const { data, error, refetch } = useCall(readSealOffer, {})
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  const [offered] = data.dataList
  return (
    <Page text={t('form.lead')}>
      {data.refusal !== null ? (
        <Notice tone="warning">
          {data.refusal} <Link to={to('orgProfileCertificate')}>{t('form.toSeal')}</Link>
        </Notice>
      ) : offered ? (
        <Form offer={data} />
      ) : (
        <EmptyState title={t('form.none')} />
      )}
    </Page>
  )
}

function Form({ offer }: { offer: Offer }) {
  const { t, i18n } = useTranslation('seals')
  const files = useUnsent('seal')
  const page = usePaymentPage()
  const [chosen, setChosen] = useState(offer.dataList[0]!.prices[0]!.productPricingDetailsSlno)
  const [isAccepted, setAccepted] = useState(false)
  const [problem, setProblem] = useState('')
  const isMissing = files.length === 0 && offer.stamp === null
  const order = () => {
    const missing = isMissing ? t('form.choose') : isAccepted ? '' : t('form.termsFirst')
    setProblem(missing)
    if (missing) return
    const body = {
      productPricingDetailsSlno: chosen,
      evidence: files.map(({ uniqueFileID }) => uniqueFileID),
      acceptTerms: true,
    } as const
    void page.open(JSON.stringify(body), async (options) => {
      const answer = await send(orderSeal, body, options)
      await Promise.all([reload(), queries.invalidateQueries({ queryKey: [listMyEvidence.path] })])
      return answer
    })
  }
  return (
    <div className="form-cards">
      {offer.dataList.map((one) => (
        <ClassCard key={one.classCode} of={one} vat={offer.vat} chosen={chosen} onChoose={setChosen} />
      ))}
      <Card title={t('form.picture')}>
        <div className="seal-card">
          <p className="quiet">{t('form.pictureText')}</p>
          {offer.stamp && (
            <>
              <Seal
                id={offer.stamp.uniqueFileID}
                open={() => fetchFile(openOrganisationStamp, { uniqueFileID: offer.stamp!.uniqueFileID })}
              />
              <p className="small quiet">{t('form.keepPicture')}</p>
            </>
          )}
          <FilesField purpose="seal" choose={t('form.choose')} hint={t('form.pictureHint')} isSingle isPicture unsent={files} />
        </div>
      </Card>
      <Card title={t('subject')}>
        <div className="seal-card">
          <Subject of={offer.subject} />
          <p className="small quiet">{t('form.subjectText')}</p>
        </div>
      </Card>
      <Card title={t('pay.title')}>
        <div className="seal-card" lang={i18n.language}>
          <p className="quiet">{t('form.after')}</p>
          <Checkbox isSelected={isAccepted} onChange={setAccepted}>
            {t('form.terms')}
          </Checkbox>
          {problem && <Notice tone="error">{problem}</Notice>}
          <div className="decide-actions">
            <Button kind="primary" isPending={page.isLeaving} onPress={order}>
              {t('form.pay')}
            </Button>
          </div>
        </div>
      </Card>
    </div>
  )
}

type ClassProps = { of: Class; vat: string; chosen: number; onChoose: (pricing: number) => void }

function ClassCard({ of: one, chosen, onChoose }: ClassProps) {
  const { t, i18n } = useTranslation('seals')
  const isArabic = i18n.language === 'ar'
  const price = one.prices.find(({ productPricingDetailsSlno }) => productPricingDetailsSlno === chosen)
  return (
    <Card title={isArabic ? one.classNameAr : one.className}>
      <div className="seal-card">
        <p className="quiet">{isArabic ? one.descriptionAr : one.description}</p>
        <SegmentedControl
          label={t('form.validity')}
          choices={one.prices.map(({ years, productPricingDetailsSlno }) => ({
            id: String(productPricingDetailsSlno),
            label: t('yearsCount', { count: years }),
          }))}
          value={String(chosen)}
          onChange={(id) => onChoose(Number(id))}
        />
        {price && (
          <p aria-live="polite">
            {t('price')} <Money halalas={price.totalPrice} />
            <span className="small quiet">
              {' '}
              ({t('vat')} <Money halalas={price.tax} />)
            </span>
          </p>
        )}
        <p className="small quiet">
          <Ltr>{one.policyOid}</Ltr> · <Ltr>{one.keyKinds[0]!}</Ltr>
        </p>
      </div>
    </Card>
  )
}
