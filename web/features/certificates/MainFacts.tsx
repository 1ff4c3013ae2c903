import { useTranslation } from 'react-i18next'
import { Facts } from '../../ui/display.tsx'
import { CopyId, DateText, Name } from '../../ui/values.tsx'
import { type Details, useCertificateNames } from './certificateNames.ts'

/** Whose it is, from when to when, and both forms of its serial number. */
export function MainFacts({ certificate }: { certificate: Details }) {
  const { t } = useTranslation('certificates')
  const names = useCertificateNames()
  const { issuedTo, issuedBy, validFrom, validTo, serialNumberHex, serialNumberDecimal } = certificate
  return (
    <Facts
      facts={[
        [t('detail.class'), names.classOf(certificate)],
        [t('detail.issuedTo'), <Name key="to">{issuedTo}</Name>],
        [t('detail.issuedBy'), <Name key="by">{issuedBy}</Name>],
        [t('detail.validFrom'), <DateText key="from" at={validFrom} time />],
        [t('detail.validTo'), <DateText key="until" at={validTo} time />],
        [t('detail.serialHex'), <CopyId key="hex" value={serialNumberHex!} />],
        [t('detail.serialDecimal'), <CopyId key="decimal" value={serialNumberDecimal!} />],
      ]}
    />
  )
}
