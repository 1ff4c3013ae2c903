import { to } from '#contract/publicScreens.ts'
import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'

const questions = ['what', 'vat', 'expiry', 'pay'] as const
const included = ['one', 'two', 'three', 'four'] as const

export default function PlansPricingPage() {
  const { t } = useTranslation('catalogue')
  return (
    <>
      <Head title={t('pricing.title')} description={t('pricing.description')} />
      <section className="band">
        <div className="wrap">
          <h1>{t('pricing.headline')}</h1>
          <p className="sub">{t('pricing.lead')}</p>
          <OffersWhenReady />
        </div>
      </section>
      <section className="band">
        <div className="wrap">
          <div className="card panel">
            <h2>{t('pricing.included')}</h2>
            <ul className="points">
              {included.map((point) => (
                <li key={point}>
                  <Icon name="check" />
                  {t(`pricing.includes.${point}`)}
                </li>
              ))}
            </ul>
            <p className="quiet">
              {t('pricing.organisations')} <Link to={to('organization')}>{t('pricing.organisationsLink')}</Link>
            </p>
          </div>
        </div>
      </section>
      <section className="band">
        <div className="wrap">
          <h2 className="title">{t('pricing.questions')}</h2>
          <dl className="grid2 answers">
            {questions.map((question) => (
              <div key={question}>
                <dt>
                  <strong>{t(`pricing.answers.${question}.question`)}</strong>
                </dt>
                <dd className="quiet">{t(`pricing.answers.${question}.answer`)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <section className="band">
        <div className="wrap">
          <div className="verify-band">
            <div>
              <h2>{t('pricing.start')}</h2>
              <p>{t('pricing.startText')}</p>
            </div>
            <Link className="btn btn-primary btn-large" to={to('login')}>
              {t('pricing.signIn')}
            </Link>
          </div>
        </div>
      </section>
    </>
  )
}

/** Prices need the calls' machinery, which the page's own text does not wait for. */
function OffersWhenReady() {
  const { t } = useTranslation('catalogue')
  const [Offers, setOffers] = useState<ComponentType>()
  useEffect(() => {
    const loading = setTimeout(() => {
      // Each is evaluated in a turn of its own, between which the page answers.
      void import('#contract/kit.ts')
      void import('../../kit/client.ts')
      void import('./Offers.tsx').then(({ default: loaded }) => startTransition(() => setOffers(() => loaded)))
    })
    return () => clearTimeout(loading)
  }, [])
  return (
    <div className="offers">
      <noscript>
        <p className="notice">{t('pricing.noScript')}</p>
      </noscript>
      {Offers && <Offers />}
    </div>
  )
}
