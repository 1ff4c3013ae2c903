import { to } from '#contract/publicScreens.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SignedPage } from './SignedPage.tsx'

export default function HomePage() {
  const { t } = useTranslation()
  return (
    <>
      <Head title={t('home.title')} description={t('home.description')} />
      <Hero />
      <Why />
      <Steps />
      <Audience />
      <Verify />
    </>
  )
}

function Hero() {
  const { t } = useTranslation(['index', 'footer'])
  return (
    <section className="wrap hero">
      <div>
        <h1>{t('home.headline')}</h1>
        <p className="lead">{t('home.lead')}</p>
        <div className="actions-row">
          <Link className="btn btn-primary btn-large" to={to('createAccount')}>
            {t('home.start')}
          </Link>
          <Link className="btn btn-secondary btn-large" to={to('verify')}>
            {t('home.verify.action')}
          </Link>
        </div>
        <FromPrice />
        <p className="small quiet hero-note">{t('footer:testTrust')}</p>
      </div>
      <SignedPage />
    </section>
  )
}

const priceId = 'from-price'

/** The server writes it into the page that it sends; where the page is made here, it is asked for. */
function FromPrice() {
  const { t } = useTranslation()
  const [price, setPrice] = useState(() => (typeof document === 'undefined' ? '{{FROM_PRICE}}' : sentPrice()))
  useEffect(() => {
    if (price !== undefined) return
    void import('../catalogue/fromPrice.ts').then(async ({ readFromPrice }) => setPrice(await readFromPrice())).catch(() => undefined)
  }, [price])
  return (
    <p className="from-price">
      {t('home.price.from')}{' '}
      <span id={priceId} dir="ltr" className="num" suppressHydrationWarning>
        {price}
      </span>{' '}
      {t('home.price.riyals')} <Link to={to('plansPricing')}>{t('home.plans')}</Link>
    </p>
  )
}
const sentPrice = () => document.getElementById(priceId)?.textContent ?? undefined

const reasons = [
  ['identity', 'user'],
  ['time', 'clock'],
  ['intact', 'file'],
] as const

function Why() {
  const { t } = useTranslation()
  return (
    <section className="band">
      <div className="wrap">
        <h2>{t('home.why.title')}</h2>
        <p className="sub">{t('home.why.sub')}</p>
        <div className="grid3">
          {reasons.map(([name, icon]) => (
            <div className="card feature" key={name}>
              <Icon name={icon} size={28} />
              <h3>{t(`home.why.${name}`)}</h3>
              <p>{t(`home.why.${name}Text`)}</p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

const steps = ['one', 'two', 'three'] as const

function Steps() {
  const { t } = useTranslation()
  return (
    <section className="band">
      <div className="wrap">
        <h2>{t('home.steps.title')}</h2>
        <p className="sub">{t('home.steps.sub')}</p>
        <ol className="steps grid3">
          {steps.map((step) => (
            <li key={step}>
              <h3>{t(`home.steps.${step}`)}</h3>
              <p>{t(`home.steps.${step}Text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const audiences = [
  ['individual', to('individual')],
  ['organisation', to('organization')],
] as const
const points = [1, 2, 3] as const

function Audience() {
  const { t } = useTranslation(['index', 'footer'])
  return (
    <section className="band">
      <div className="wrap">
        <h2 className="title">{t('home.audience.title')}</h2>
        <div className="grid2">
          {audiences.map(([who, to]) => (
            <div className="card panel" key={who}>
              <h3>{t(`home.audience.${who}`)}</h3>
              <p className="quiet">{t(`home.audience.${who}Text`)}</p>
              <ul className="points">
                {points.map((point) => (
                  <li key={point}>
                    <Icon name="check" />
                    {t(`home.audience.${who}${point}`)}
                  </li>
                ))}
                {who === 'organisation' && (
                  <li className="planned">
                    <span>
                      {t('home.audience.planned')}
                      <span className="soon">{t('footer:soon')}</span>
                    </span>
                  </li>
                )}
              </ul>
              <Link className="btn btn-secondary" to={to}>
                {t(`home.audience.${who}Link`)}
                <Icon name="chevronEnd" size={16} />
              </Link>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

const says = ['who', 'when', 'intact', 'status'] as const

function Verify() {
  const { t } = useTranslation()
  return (
    <section className="band">
      <div className="wrap">
        <div className="verify-band">
          <div>
            <h2>{t('home.verify.title')}</h2>
            <p>{t('home.verify.text')}</p>
            <ul className="verify-says">
              {says.map((one) => (
                <li key={one}>
                  <Icon name="check" size={18} />
                  {t(`home.verify.${one}`)}
                </li>
              ))}
            </ul>
          </div>
          <Link className="btn btn-primary btn-large" to={to('verify')}>
            {t('home.verify.action')}
          </Link>
        </div>
      </div>
    </section>
  )
}
