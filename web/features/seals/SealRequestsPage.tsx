import type { RowOf } from '#contract/kit.ts'
import { to } from '#contract/screens.ts'
import { listSealRequests, sealWaitWords } from '#contract/seals.ts'
import { submissionStatusWords } from '#contract/submissions.ts'
import { useTranslation } from 'react-i18next'
import { type Cells, Status } from '../../kit/columns.tsx'
import { Filters, FlagFilter, SearchFilter } from '../../kit/filters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { DateText, Name } from '../../ui/values.tsx'

type Row = RowOf<typeof listSealRequests>

/** Orders of the organisation's seal, for those who make and decide them. */
export default function SealRequestsPage() {
  const { t, i18n } = useTranslation('seals')
  const list = useList(listSealRequests)
  const isArabic = i18n.language === 'ar'
  const nameOf = ({ fullName, fullNameAr }: Row) => (isArabic ? fullNameAr : fullName)
  const cells: Cells<Row> = {
    classofCertificate: (row) => <Name>{isArabic ? row.classofCertificateAr : row.classofCertificate}</Name>,
    years: ({ years }) => t('yearsCount', { count: years }),
    fullName: (row) => <Name>{nameOf(row)}</Name>,
    status: ({ status, waitsFor }) =>
      waitsFor ? <Status of={waitsFor} names={sealWaitWords} /> : <Status of={status} names={submissionStatusWords} />,
    requestDate: ({ requestDate }) => <DateText at={requestDate} />,
  }
  return (
    <Page text={t('requests.lead')}>
      <ListTable
        list={list}
        label={useTitle()}
        cells={cells}
        keyOf={({ slNo }) => slNo}
        actions={[
          {
            label: t('requests.open'),
            name: (row) => t('requests.openOne', { name: nameOf(row) }),
            to: ({ slNo }) => to('sealRequest', { slNo }),
          },
        ]}
        empty={{ title: t('requests.none'), text: t('requests.noneText') }}
      >
        <Filters list={list}>
          <SearchFilter list={list} name="search" placeholder={t('requests.search')} />
          <FlagFilter list={list} names={submissionStatusWords} />
          <PeriodFilter list={list} />
        </Filters>
      </ListTable>
    </Page>
  )
}
