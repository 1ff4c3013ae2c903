import { issuedStateWords, listIssuedCertificates } from '#contract/issuedCertificates.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import type { Cells } from '../../kit/columns.tsx'
import type { RowOf } from '#contract/kit.ts'
import { Filters, SearchFilter, StatusFilter } from '../../kit/filters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { CopyId } from '../../ui/values.tsx'

const { issuedFor } = listIssuedCertificates.columns
/** Where serial numbers differ. */
const short = (serialNumber: string) => `…${serialNumber.slice(-8)}`

const cells: Cells<RowOf<typeof listIssuedCertificates>> = {
  serialNumber: ({ serialNumber }) => <CopyId value={serialNumber} shown={short(serialNumber)} />,
}

/** The register of what the authority issued to subscribers, the latest first. */
export default function IssuedCertificatesPage() {
  const { t } = useTranslation('operations')
  const list = useList(listIssuedCertificates)
  return (
    <Page text={t('certificates.lead')}>
      <ListTable
        list={list}
        label={useTitle()}
        cells={cells}
        keyOf={({ serialNumber }) => serialNumber}
        actions={[
          {
            label: t('certificates.open'),
            name: ({ serialNumber }) => t('certificates.openOne', { serial: short(serialNumber) }),
            to: ({ serialNumber }) => to('issuedCertificate', { serialNumber }),
          },
        ]}
        empty={{ title: t('certificates.none'), text: t('certificates.noneText') }}
      >
        <Filters list={list}>
          <SearchFilter list={list} name="search" placeholder={t('certificates.search')} />
          <StatusFilter list={list} name="state" names={issuedStateWords} />
          <StatusFilter
            list={list}
            name="issuedFor"
            label={t('certificates.for')}
            all={t('certificates.allFor')}
            names={issuedFor!.names!}
          />
        </Filters>
      </ListTable>
    </Page>
  )
}
