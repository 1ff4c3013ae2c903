import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useNamed } from '../../kit/useNamed.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { Catalogue } from './CataloguePage.tsx'
import { textKinds } from '#contract/agreements.ts'
import { to } from '#contract/screens.ts'
import { CertificatePriceForm, OffSaleForm, PlanForm, VatForm } from './ChangeForms.tsx'
import { AgreementForm, ClassTextsForm } from './TextForms.tsx'

/** The form of the change that an address asks for; a notice where it asks for none that can be made. */
export default function CatalogueChangeForm({ catalogue, query }: { catalogue: Catalogue; query: URLSearchParams }) {
  const { t } = useTranslation('finance')
  const named = useNamed()
  const [kind, code, classCode] = [query.get('kind'), query.get('offer'), query.get('class')]
  const ofCertificates = catalogue.certificates.flatMap((one) => one.offers.map((offer) => ({ ...offer, classCode: one.classCode })))
  const plan = catalogue.plans.find(({ offerCode }) => offerCode === code)
  const priced = ofCertificates.find(({ offerCode }) => offerCode === code)
  const nameOf = (one: { planName: string; planNameAr: string }) => named(one, 'planName')
  const { rate } = catalogue.vat
  if (kind === 'vat') return <VatForm rate={rate} />
  if (kind === 'plan' && (plan || code === null)) return <PlanForm plan={plan} rate={rate} />
  if (kind === 'offSale' && (plan ?? priced)) return <OffSaleForm offerCode={code!} name={nameOf((plan ?? priced)!)} />
  if (kind === 'certificate' && priced)
    return (
      <CertificatePriceForm classCode={priced.classCode} name={nameOf(priced)} years={[priced.years]} price={priced.price} rate={rate} />
    )
  const text = textKinds.find((one) => one === query.get('text'))
  if (kind === 'agreement' && text) return <AgreementForm kind={text} />
  const found = catalogue.certificates.find((one) => one.classCode === classCode)
  if (kind === 'classTexts' && found) return <ClassTextsForm of={found} />
  const years = [1, 2, 3].filter((count) => !found?.offers.some((offer) => offer.years === count))
  if (kind === 'certificate' && found && years.length > 0) {
    const name = named(found, 'className')
    return <CertificatePriceForm classCode={found.classCode} name={name} years={years} rate={rate} />
  }
  return (
    <Notice tone="warning">
      {t('propose.nothing')} <Link to={to('saleCatalogue')}>{t('propose.toCatalogue')}</Link>
    </Notice>
  )
}
