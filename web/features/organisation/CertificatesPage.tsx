import { listOrganisationCertificates } from '#contract/organisation.ts'
import { useTranslation } from 'react-i18next'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { useSession } from '../../kit/session.ts'
import { useCall } from '../../kit/useCall.ts'
import { Card, Facts } from '../../ui/display.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { CopyId, DateText, Name } from '../../ui/values.tsx'
import { isKnownUsage } from '../certificates/words.ts'
import { OwnSeal } from '../seals/OwnSeal.tsx'

/** The organisation's seal, and every certificate that it had, the newest first. */
export default function CertificatesPage() {
  const orgSlNo = useSession().selectedOrganization?.organizationSlno
  return (
    orgSlNo && ( // who left their last organisation is on the way to elsewhere
      <>
        <OwnSeal orgSlNo={orgSlNo} />
        <Certificates orgSlNo={orgSlNo} />
      </>
    )
  )
}

function Certificates({ orgSlNo }: { orgSlNo: number }) {
  const { t } = useTranslation(['organisation', 'certificates'])
  const { data, error, refetch } = useCall(listOrganisationCertificates, { orgSlNo })
  if (!data) return error ? <FetchFailed of={{ error, refetch }} /> : <Waiting />
  if (data.totalCount === 0) return null
  const usage = (names: string[]) =>
    names.map((one) => (isKnownUsage(one) ? t(`certificates:usage.${one}`) : one)).join(t('certificates:comma'))
  return data.dataList.map((one) => (
    <Card key={one.serialNumberHex} title={one.classofCertificate}>
      <Facts
        facts={[
          [t('organisation:certificates.issuedTo'), <Name key="to">{one.issuedTo}</Name>],
          [t('organisation:certificates.purpose'), t('organisation:certificates.seal')],
          [t('organisation:certificates.issuedBy'), <Name key="by">{one.issuedBy}</Name>],
          [t('organisation:certificates.validFrom'), <DateText key="from" at={one.validFrom} time />],
          [t('organisation:certificates.validTo'), <DateText key="to" at={one.validTo} time />],
          [t('organisation:certificates.hex'), <CopyId key="hex" value={one.serialNumberHex} />],
          [t('organisation:certificates.decimal'), <CopyId key="decimal" value={one.serialNumberDecimal} />],
          [t('organisation:certificates.keyUsage'), usage(one.keyUsage)],
        ]}
      />
    </Card>
  ))
}
