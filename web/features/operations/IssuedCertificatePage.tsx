import { issuedStateWords, readIssuedCertificate } from '#contract/issuedCertificates.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Status } from '../../kit/columns.tsx'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { Page } from '../../kit/Page.tsx'
import { PersonName } from '../../kit/PersonName.tsx'
import { useCall } from '../../kit/useCall.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, Facts } from '../../ui/display.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { CopyId, DateText, Ltr, Name } from '../../ui/values.tsx'
import { type Change, ChangeCertificate, type Issued } from './ChangeCertificate.tsx'
import { useMayDecide } from './mayDecide.ts'
import './operations.css'

type Fact = [name: string, value: ReactNode]

/** One certificate of the register: what it says, who holds it, and what the provider does with it. */
export default function IssuedCertificatePage() {
  const serialNumber = useParams().serialNumber!
  const { data, error, refetch } = useCall(readIssuedCertificate, { serialNumber })
  if (!data) return <Page>{error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />}</Page>
  return (
    <Page>
      <div className="to-decide">
        <div className="stack">
          <Certificate certificate={data} />
          <Holder certificate={data} />
        </div>
        <StatusCard certificate={data} />
      </div>
    </Page>
  )
}

function Certificate({ certificate }: { certificate: Issued }) {
  const { t } = useTranslation('operations')
  const named = useNamed()
  const { serialNumber, subject, issuer, validFrom, validTo, policyOid, sha256 } = certificate
  return (
    <Card title={named(certificate, 'classofCertificate')}>
      <Facts
        facts={[
          [t('certificates.serial'), <CopyId key="serial" value={serialNumber} />],
          [t('certificates.subject'), <Attributes key="subject" of={subject} />],
          [t('certificates.issuer'), <Attributes key="issuer" of={issuer} />],
          [t('certificates.validFrom'), <DateText key="from" at={validFrom} time />],
          [t('certificates.validTo'), <DateText key="to" at={validTo} time />],
          ...(policyOid ? [[t('certificates.policy'), <CopyId key="policy" value={policyOid} />] satisfies Fact] : []),
          [t('certificates.fingerprint'), <CopyId key="fingerprint" value={sha256} />],
        ]}
      />
    </Card>
  )
}

function Attributes({ of }: { of: Issued['subject'] }) {
  return (
    <span className="two-lines attributes">
      {of.map(({ name, value }) => (
        <Ltr key={name + value}>
          {name}: <Name>{value}</Name>
        </Ltr>
      ))}
    </span>
  )
}

function Holder({ certificate: { fullName, fullNameAr, nationalID, unifiedOrgNo, transactionID } }: { certificate: Issued }) {
  const { t } = useTranslation('operations')
  return (
    <Card title={t('certificates.holder')}>
      <Facts
        facts={[
          [t('certificates.name'), <PersonName key="name" of={{ fullName, fullNameAr }} />],
          [t(unifiedOrgNo ? 'certificates.unified' : 'certificates.nationalID'), <Ltr key="id">{unifiedOrgNo ?? nationalID}</Ltr>],
          ...(transactionID ? [[t('certificates.signing'), <CopyId key="signing" value={transactionID} />] satisfies Fact] : []),
        ]}
      />
    </Card>
  )
}

/** What each state allows; what has ended, or is revoked, stays so. */
const changesIn: Record<Issued['state'], readonly Change[]> = {
  active: ['suspend', 'revoke'],
  suspended: ['release', 'revoke'],
  revoked: [],
  expired: [],
}

function StatusCard({ certificate }: { certificate: Issued }) {
  const { t } = useTranslation('operations')
  const [asked, setAsked] = useState<Change>()
  const mayDecide = useMayDecide()
  const { state, revokedAt, revocationReason, issuedFor } = certificate
  const changes = changesIn[state].filter((change) => issuedFor === 'holder' || change === 'revoke')
  const changed: Fact[] = revokedAt
    ? [
        [t('certificates.changedAt'), <DateText key="at" at={revokedAt} time />],
        [t('certificates.why'), t(`certificates.reasons.${revocationReason as 'unspecified'}`)],
      ]
    : []
  return (
    <Card title={t('certificates.status')}>
      <div className="decide">
        <Facts facts={[[t('certificates.state'), <Status key="state" of={state} names={issuedStateWords} />], ...changed]} />
        {!mayDecide ? (
          <Notice tone="info">{t('certificates.readOnly')}</Notice>
        ) : changes.length === 0 ? (
          <p className="small quiet">{t('certificates.over')}</p>
        ) : (
          <>
            <p className="small quiet">{t(issuedFor === 'signing' ? 'certificates.oneSigning' : 'certificates.statusText')}</p>
            <div className="decide-actions">
              {changes.map((change) => (
                <Button key={change} kind={change === 'revoke' ? 'danger' : 'secondary'} onPress={() => setAsked(change)}>
                  {t(`certificates.${change}`)}
                </Button>
              ))}
            </div>
          </>
        )}
      </div>
      {asked && <ChangeCertificate change={asked} certificate={certificate} onClose={() => setAsked(undefined)} />}
    </Card>
  )
}
