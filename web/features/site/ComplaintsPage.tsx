import { publicScreens, to } from '#contract/publicScreens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Head } from '../../kit/Head.tsx'
import { ServerPart } from '../../kit/ServerPart.tsx'
import '../agreements/legal.css'

const steps = ['write', 'acknowledged', 'answered', 'further'] as const

/** How somebody complains, and by when they are answered. */
export default function ComplaintsPage() {
  const { t } = useTranslation(['legal', 'header'])
  return (
    <div className="wrap legal">
      <Head title={t('legal:complaints.title')} description={t('legal:complaints.description')} />
      <header>
        <p className="small">
          <Link className="alone" to={publicScreens.trust.path}>
            {t('header:nav.trust')}
          </Link>
        </p>
        <h1>{t('legal:complaints.title')}</h1>
        <p className="legal-lead">{t('legal:complaints.lead')}</p>
        <p>
          <Link className="btn btn-primary btn-large" to={`${to('contactUs')}?subject=complaint`}>
            {t('legal:complaints.action')}
          </Link>
        </p>
      </header>
      <ol className="legal-steps steps">
        {steps.map((step) => (
          <li key={step}>
            <h2>{t(`legal:complaints.${step}`)}</h2>
            <p>{t(`legal:complaints.${step}Text`)}</p>
          </li>
        ))}
      </ol>
      <ServerPart className="legal-parts" />
    </div>
  )
}
