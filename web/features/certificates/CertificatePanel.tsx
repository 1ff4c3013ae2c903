import { to } from '#contract/screens.ts'
import { dscStateWords } from '#contract/certificateStates.ts'
import { opaqueId } from '#contract/kit.ts'
import { readMyCertificate } from '#contract/certificates.ts'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { Status } from '../../kit/columns.tsx'
import { Refusal } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { useCall } from '../../kit/useCall.ts'
import { EmptyState, Facts } from '../../ui/display.tsx'
import { DetailPanel } from '../../ui/overlays.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { CopyId, DateText, Ltr, TwoLines } from '../../ui/values.tsx'
import { Actions } from './Actions.tsx'
import { applicationPage, type Details, managePage, useCertificateNames } from './certificateNames.ts'
import { Downloads, Pkcs12Button } from './Downloads.tsx'
import { MainFacts } from './MainFacts.tsx'
import { isKnownUsage, isReason } from './words.ts'

/** One certificate, beside the list. */
export default function CertificatePanel() {
  const { t } = useTranslation('certificates')
  const { encodedCertificateSlno = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const isId = opaqueId.safeParse(encodedCertificateSlno).success
  const { data, error, isPending, refetch } = useCall(readMyCertificate, { encodedCertificateSlno }, { enabled: isId })
  const isUnknown = !isId || (error instanceof Refusal && error.problem.status === 404)
  return (
    <DetailPanel key={encodedCertificateSlno} title={t('detail.title')} onClose={() => void navigate(`${managePage}${search}`)}>
      {isUnknown ? (
        <EmptyState title={t('detail.unknown')}>{t('detail.unknownText')}</EmptyState>
      ) : data ? (
        <Certificate certificate={data} />
      ) : isPending ? (
        <Waiting />
      ) : (
        <FetchFailed of={{ error, refetch }} />
      )}
    </DetailPanel>
  )
}

function Certificate({ certificate }: { certificate: Details }) {
  const { t } = useTranslation('certificates')
  const names = useCertificateNames()
  const { state, serialNumberHex, encodedCertificateSlno } = certificate
  return (
    <>
      <div className="certificate-title">
        <h3>{names.classOf(certificate)}</h3>
        <Status of={state} names={dscStateWords} />
      </div>
      {serialNumberHex ? (
        <>
          <div className="certificate-actions">
            <Pkcs12Button certificate={certificate} />
            <Downloads certificate={certificate} />
          </div>
          <Actions certificate={certificate} />
          <MainFacts certificate={certificate} />
          <MoreFacts certificate={certificate} />
          <StatusInformation certificate={certificate} />
        </>
      ) : (
        <Link className="btn btn-primary" to={applicationPage(encodedCertificateSlno)}>
          {t('unfinished.goOn')}
        </Link>
      )}
      <History certificate={certificate} />
    </>
  )
}

function MoreFacts({ certificate }: { certificate: Details }) {
  const { t } = useTranslation('certificates')
  const { keyUsage, keyAlgorithm, keySource, isDocumentSigner, policyOid, sha256, publicKeySha256 } = certificate
  const usage = keyUsage.map((one) => (isKnownUsage(one) ? t(`usage.${one}`) : one)).join(t('comma'))
  return (
    <Facts
      facts={[
        [t('detail.keyUsage'), usage],
        [
          t('detail.key'),
          <TwoLines key="key" below={t(`key.${keySource}.short`)}>
            <Ltr>{keyAlgorithm}</Ltr>
          </TwoLines>,
        ],
        [
          t('detail.documentSigner'),
          t(isDocumentSigner ? 'detail.yes' : keyUsage.includes('nonRepudiation') ? 'detail.signs' : 'detail.no'),
        ],
        [t('detail.policy'), <CopyId key="policy" value={policyOid!} />],
        [t('detail.fingerprint'), <CopyId key="fingerprint" value={sha256!} />],
        [t('detail.keyFingerprint'), <CopyId key="key fingerprint" value={publicKeySha256!} />],
      ]}
    />
  )
}

/** Where everybody who relies on the certificate looks up whether it still holds. */
function StatusInformation({ certificate: { ocspUrl, crlUrl } }: { certificate: Details }) {
  const { t } = useTranslation('certificates')
  return (
    <section className="certificate-part">
      <h3>{t('detail.status')}</h3>
      <p className="small quiet">{t('detail.statusText')}</p>
      <Facts
        facts={[
          [t('detail.ocsp'), <CopyId key="ocsp" value={ocspUrl!} />],
          [
            t('detail.crl'),
            <a key="crl" href={crlUrl!} download>
              <Ltr>{crlUrl}</Ltr>
            </a>,
          ],
        ]}
      />
      <Link className="btn btn-quiet" to={to('verify')}>
        {t('detail.verify')}
      </Link>
    </section>
  )
}

function History({ certificate: { history } }: { certificate: Details }) {
  const { t } = useTranslation('certificates')
  return (
    <section className="certificate-part">
      <h3>{t('detail.history')}</h3>
      <ol className="certificate-history">
        {history.toReversed().map(({ at, to, reason }) => (
          <li key={`${at.toISOString()}${to}`}>
            <Status of={to} names={dscStateWords} />
            <DateText at={at} time />
            {isReason(reason) && <span className="small quiet">{t(`revoke.reasons.${reason}`)}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
