import type { SignatureReport } from '#contract/verification.ts'
import { nameOf } from '#contract/verificationWords.ts'
import { useTranslation } from 'react-i18next'
import { Facts } from '../../ui/display.tsx'
import { CopyId, Ltr, Name } from '../../ui/values.tsx'
import { Moment } from './Moment.tsx'

/** Who vouches for whom, from the signer to the authority that is trusted. */
export function Chain({ chain }: { chain: SignatureReport['chain'] }) {
  const { t } = useTranslation('verification')
  return (
    <details className="verify-chain">
      <summary>{t('chain', { count: chain.length })}</summary>
      <ol>
        {chain.map((certificate) => (
          <li key={certificate.sha256}>
            <h3>
              <Name>{nameOf(certificate.subject)}</Name>
            </h3>
            <Facts
              facts={[
                [t('subject'), <Ltr key="subject">{certificate.subject}</Ltr>],
                [t('issuer'), <Ltr key="issuer">{certificate.issuer}</Ltr>],
                [t('serial'), <CopyId key="serial" value={certificate.serialNumber} />],
                [t('validFrom'), <Moment key="from" text={certificate.notBefore} />],
                [t('validTo'), <Moment key="to" text={certificate.notAfter} />],
              ]}
            />
          </li>
        ))}
      </ol>
    </details>
  )
}
