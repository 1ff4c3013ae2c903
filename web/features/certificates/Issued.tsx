import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'
import { StatusPicture } from '../../ui/StatusPicture.tsx'
import { type Details, managePage, refusalOf } from './certificateNames.ts'
import { Downloads, Pkcs12Button } from './Downloads.tsx'
import { MainFacts } from './MainFacts.tsx'

/** The certificate is there: what can be done with it first. */
export function Issued({ certificate }: { certificate: Details }) {
  const { t } = useTranslation('certificates')
  const { keySource, encodedCertificateSlno } = certificate
  const canSign = refusalOf('sign', certificate) === null
  return (
    <section className="card certificate-step" aria-labelledby="issued">
      <div className="issued-head" role="status">
        <StatusPicture icon="check" tone="success" />
        <div>
          <h2 id="issued">{t('issue.done')}</h2>
          <p className="quiet">{t(`issue.doneText.${keySource}`)}</p>
        </div>
      </div>
      <MainFacts certificate={certificate} />
      <div className="certificate-actions">
        {canSign && (
          <Link className="btn btn-primary" to={to('sign')}>
            <Icon name="pen" />
            {t('issue.sign')}
          </Link>
        )}
        <Pkcs12Button certificate={certificate} />
        <Downloads certificate={certificate} isFirst={!canSign && keySource === 'csr'} />
        <Link className="btn btn-quiet" to={`${managePage}/${encodedCertificateSlno}`}>
          {t('issue.details')}
        </Link>
      </div>
    </section>
  )
}
