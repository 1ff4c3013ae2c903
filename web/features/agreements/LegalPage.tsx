import { publicScreens } from '#contract/publicScreens.ts'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { ServerPart } from '../../kit/ServerPart.tsx'
import './legal.css'

const names = ['trust', 'terms', 'privacy', 'subscriberAgreement', 'certificatePolicy', 'disclosureStatement'] as const

/** A published text with its version and its fingerprint, or the page that lists them all. */
export default function LegalPage() {
  const { t } = useTranslation(['legal', 'header'])
  const { pathname } = useLocation()
  const name = names.find((one) => publicScreens[one].path === pathname) ?? 'trust'
  return (
    <div className="wrap legal">
      <Head title={t(`legal:${name}.title`)} description={t(`legal:${name}.description`)} />
      <header>
        {name !== 'trust' && (
          <p className="small">
            <Link className="alone" to={publicScreens.trust.path}>
              {t('header:nav.trust')}
            </Link>
          </p>
        )}
        <h1>{t(`legal:${name}.title`)}</h1>
        <p className="legal-lead">{t(`legal:${name}.lead`)}</p>
      </header>
      <ServerPart className="legal-parts" />
      {name === 'trust' && (
        <nav className="legal-more" aria-label={t('legal:more')}>
          <Link className="btn btn-secondary" to={publicScreens.complaints.path}>
            {t('header:nav.complaints')}
          </Link>
          <Link className="btn btn-secondary" to={publicScreens.status.path}>
            {t('header:nav.status')}
          </Link>
        </nav>
      )}
    </div>
  )
}
