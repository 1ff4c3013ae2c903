import { certificateFormats, downloadCertificate, downloadPkcs12 } from '#contract/certificates.ts'
import { useTranslation } from 'react-i18next'
import { download } from '../../kit/client.ts'
import { usePending } from '../../kit/usePending.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/overlays.tsx'
import { DateText, TwoLines } from '../../ui/values.tsx'
import { type Details, refusalOf } from './certificateNames.ts'

/** The certificate alone, in the forms that programs ask for. */
export function Downloads({ certificate, isFirst = false }: { certificate: Details; isFirst?: boolean }) {
  const { t } = useTranslation('certificates')
  const { isPending, run } = usePending()
  const { encodedCertificateSlno } = certificate
  return (
    <Menu
      label={t('download.label')}
      trigger={
        <Button kind={isFirst ? 'primary' : 'secondary'} icon="download" isPending={isPending}>
          {t('download.label')}
        </Button>
      }
      entries={certificateFormats.map((format) => ({
        id: format,
        text: t(`download.${format}.name`),
        label: <TwoLines below={t(`download.${format}.text`)}>{t(`download.${format}.name`)}</TwoLines>,
        onAction: () => void run(() => download(downloadCertificate, { encodedCertificateSlno, format })),
      }))}
    />
  )
}

/** Key and certificate in one file; only while the server still has it. */
export function Pkcs12Button({ certificate }: { certificate: Details }) {
  const { t } = useTranslation('certificates')
  const { isPending, run } = usePending()
  const { encodedCertificateSlno, keySource, pkcs12Until } = certificate
  if (keySource !== 'pkcs12' || refusalOf('downloadPkcs12', certificate)) return null
  const save = () => void run(() => download(downloadPkcs12, { encodedCertificateSlno }))
  return (
    <div className="pkcs12">
      <Button kind="primary" icon="download" isPending={isPending} onPress={save}>
        {t('download.pkcs12')}
      </Button>
      <p className="small quiet">
        {t('download.pkcs12Until')} <DateText at={pkcs12Until} time hijri={false} />
      </p>
    </div>
  )
}
