import { readCatalogue } from '#contract/catalogueChanges.ts'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { useCall } from '../../kit/useCall.ts'
import { useWords } from '../../kit/useWords.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import type { Catalogue } from './CataloguePage.tsx'
import { CertificatePriceForm, OffSaleForm, PlanForm, VatForm } from './ChangeForms.tsx'
import './finance.css'

/** A change of the catalogue is proposed: the address says of what. */
export default function NewCatalogueChangePage() {
  const { t } = useTranslation('finance')
  const { data, error, refetch } = useCall(readCatalogue, {})
  const [query] = useSearchParams()
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return <Page text={t('propose.lead')}>{<Form catalogue={data} query={query} />}</Page>
}

function Form({ catalogue, query }: { catalogue: Catalogue; query: URLSearchParams }) {
  const { t } = useTranslation('finance')
  const { language } = useWords()
  const [kind, code, classCode] = [query.get('kind'), query.get('offer'), query.get('class')]
  const ofCertificates = catalogue.certificates.flatMap((one) => one.offers.map((offer) => ({ ...offer, classCode: one.classCode })))
  const plan = catalogue.plans.find(({ offerCode }) => offerCode === code)
  const priced = ofCertificates.find(({ offerCode }) => offerCode === code)
  const nameOf = (one: { planName: string; planNameAr: string }) => (language === 'ar' ? one.planNameAr : one.planName)
  const { rate } = catalogue.vat
  if (kind === 'vat') return <VatForm rate={rate} />
  if (kind === 'plan' && (plan || code === null)) return <PlanForm plan={plan} rate={rate} />
  if (kind === 'offSale' && (plan ?? priced)) return <OffSaleForm offerCode={code!} name={nameOf((plan ?? priced)!)} />
  if (kind === 'certificate' && priced)
    return (
      <CertificatePriceForm classCode={priced.classCode} name={nameOf(priced)} years={[priced.years]} price={priced.price} rate={rate} />
    )
  const found = catalogue.certificates.find((one) => one.classCode === classCode)
  const years = [1, 2, 3].filter((count) => !found?.offers.some((offer) => offer.years === count))
  if (kind === 'certificate' && found && years.length > 0) {
    const name = language === 'ar' ? found.classNameAr : found.className
    return <CertificatePriceForm classCode={found.classCode} name={name} years={years} rate={rate} />
  }
  return <Notice tone="warning">{t('propose.nothing')}</Notice>
}
