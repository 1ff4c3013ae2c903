import { led, to } from '#contract/publicScreens.ts'
import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { Icon } from '../../ui/Icon.tsx'
import './contact.css'
import { LetterArt } from './LetterArt.tsx'
import { Opening } from './parts.tsx'

/** Readable without scripts; the form comes when they run. */
export default function ContactUsPage() {
  const { t } = useTranslation('contact')
  return (
    <>
      <Head title={t('title')} description={t('description')} />
      <Opening title={t('headline')} lead={t('lead')} art={<LetterArt />} />
      <div className="wrap contact">
        <FormWhenReady />
        <aside>
          <section>
            <h2>{t('urgent.title')}</h2>
            <p>{t('urgent.text')}</p>
            <Link to={led.myCertificates}>{t('urgent.action')}</Link>
          </section>
          <section>
            <h2>{t('first.title')}</h2>
            <ul className="points">
              {first.map(([what, to]) => (
                <li key={what}>
                  <Icon name="chevronEnd" size={18} />
                  <span>
                    {t(`first.${what}`)} <Link to={to}>{t(`first.${what}Link`)}</Link>
                  </span>
                </li>
              ))}
            </ul>
          </section>
        </aside>
      </div>
    </>
  )
}

const first = [
  ['verify', to('verify')],
  ['plans', to('plansPricing')],
  ['excluded', to('whyEsign')],
] as const

function FormWhenReady() {
  const { t } = useTranslation('contact')
  const [Form, setForm] = useState<ComponentType>()
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    import('./ContactForm.tsx').then(
      (loaded) => setForm(() => loaded.default),
      () => setFailed(true),
    )
  }, [])
  return (
    <div className="card contact-form">
      <noscript>
        <p>{t('noScript')}</p>
        {/* The server puts its own addresses in. */}
        <p>
          <a href="mailto:{{CONTACT_MAIL}}" dir="ltr">
            {'{{CONTACT_MAIL}}'}
          </a>
        </p>
        <p>
          <a href="tel:{{CONTACT_PHONE}}" dir="ltr">
            {'{{CONTACT_PHONE}}'}
          </a>
        </p>
      </noscript>
      {isFailed && <p className="notice tone-error">{t('failed')}</p>}
      {Form && <Form />}
    </div>
  )
}
