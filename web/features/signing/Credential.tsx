import { listMyCertificates } from '#contract/certificates.ts'
import type { RowOf } from '#contract/kit.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendList } from '../../kit/client.ts'
import { useNamed } from '../../kit/useNamed.ts'
import { Card } from '../../ui/display.tsx'
import { RadioGroup } from '../../ui/fields.tsx'
import { DateText, Ltr } from '../../ui/values.tsx'
import { shortId } from '../../ui/shortIds.ts'

const oneTime = 'oneTime'

/** The certificates of one's own that can sign now, and which of them is to: at first the one that signed last. None stands for one made for this signing alone. */
export function useCredential() {
  const answer = useQuery({
    queryKey: [listMyCertificates.path, 'can sign'],
    queryFn: ({ signal }) => sendList(listMyCertificates, { canSign: true }, 0, 100, { signal }),
    staleTime: 0,
  })
  const [picked, choose] = useState<string>()
  const certificates = answer.data?.dataList ?? []
  const last = certificates.find(({ signedLast }) => signedLast)?.encodedCertificateSlno
  const wanted = picked ?? last ?? oneTime
  const chosen = certificates.find(({ encodedCertificateSlno }) => encodedCertificateSlno === wanted)?.encodedCertificateSlno
  return { answer, certificates, chosen, choose }
}

type Props = Omit<ReturnType<typeof useCredential>, 'answer'>

/** Nothing to ask where there is nothing to choose from. */
export function Credential({ certificates, chosen, choose }: Props) {
  const { t } = useTranslation('signing')
  if (certificates.length === 0) return null
  const own = certificates.map((certificate) => ({
    id: certificate.encodedCertificateSlno,
    label: <CertificateName certificate={certificate} />,
    text: (
      <>
        {t('approve.validTo')} <DateText at={certificate.validTo} hijri={false} />
      </>
    ),
  }))
  return (
    <Card title={t('credential.title')}>
      <RadioGroup
        aria-label={t('credential.title')}
        choices={[{ id: oneTime, label: t('credential.oneTime'), text: t('credential.oneTimeText') }, ...own]}
        value={chosen ?? oneTime}
        onChange={choose}
      />
    </Card>
  )
}

/** A class and the end of a serial number, where serial numbers differ. */
export function CertificateName({
  certificate,
}: {
  certificate: Pick<RowOf<typeof listMyCertificates>, 'classofCertificate' | 'classofCertificateAr' | 'serialNumberHex'>
}) {
  const named = useNamed()
  return (
    <>
      {named(certificate, 'classofCertificate')} <Ltr>{shortId(certificate.serialNumberHex!, 'end')}</Ltr>
    </>
  )
}
