import { certificateFormats, downloadCertificate, downloadPkcs12 } from '#contract/certificates.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../../kit/client.ts'
import { tell } from '../../kit/tell.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu } from '../../ui/overlays.tsx'
import { DateText } from '../../ui/values.tsx'
import { type Details, refusalOf } from './certificateNames.ts'

/** The certificate alone, in the forms that programs ask for. */
export function Downloads({ certificate, isFirst = false }: { certificate: Details; isFirst?: boolean }) {
  const { t } = useTranslation('certificates')
  const [isPending, setPending] = useState(false)
  const { encodedCertificateSlno } = certificate
  const save = (format: (typeof certificateFormats)[number]) => {
    setPending(true)
    download(downloadCertificate, { encodedCertificateSlno, format })
      .catch(tell)
      .finally(() => setPending(false))
  }
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
        label: (
          <span className="two-lines">
            <span>{t(`download.${format}.name`)}</span>
            <span className="small quiet">{t(`download.${format}.text`)}</span>
          </span>
        ),
        onAction: () => save(format),
      }))}
    />
  )
}

/** Key and certificate in one file; only while the server still has it. */
export function Pkcs12Button({ certificate }: { certificate: Details }) {
  const { t } = useTranslation('certificates')
  const [isPending, setPending] = useState(false)
  const { encodedCertificateSlno, keySource, pkcs12Until } = certificate
  if (keySource !== 'pkcs12' || refusalOf('downloadPkcs12', certificate)) return null
  const save = () => {
    setPending(true)
    download(downloadPkcs12, { encodedCertificateSlno })
      .catch(tell)
      .finally(() => setPending(false))
  }
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
