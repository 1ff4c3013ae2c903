import { listIssuedCertificates } from '#contract/issuedCertificates.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'

/** The register of what the authority issued to subscribers, the latest first. */
export default function IssuedCertificatesPage() {
  const { t } = useTranslation('operations')
  const list = useList(listIssuedCertificates)
  return (
    <Page text={t('certificates.lead')}>
      <ListTable
        list={list}
        keyOf={({ serialNumber }) => serialNumber}
        opens={({ serialNumber }) => to('issuedCertificate', { serialNumber })}
        empty={{ title: t('certificates.none'), text: t('certificates.noneText') }}
      >
        <ListFilters list={list} search={t('certificates.search')} />
      </ListTable>
    </Page>
  )
}
