import type { RowOf } from '#contract/kit.ts'
import { to } from '#contract/screens.ts'
import { listSealRequests, sealWaitWords } from '#contract/seals.ts'
import { submissionStatusWords } from '#contract/submissions.ts'
import { useTranslation } from 'react-i18next'
import { type Cells, Status } from '../../kit/columns.tsx'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { PeriodFilter } from '../../kit/PeriodFilter.tsx'
import { useList } from '../../kit/useList.ts'

/** Orders of the organisation's seal, for those who make and decide them. */
export default function SealRequestsPage() {
  const { t } = useTranslation('seals')
  const list = useList(listSealRequests)
  const cells: Cells<RowOf<typeof listSealRequests>> = {
    years: ({ years }) => t('yearsCount', { count: years }),
    status: ({ status, waitsFor }) =>
      waitsFor ? <Status of={waitsFor} names={sealWaitWords} /> : <Status of={status} names={submissionStatusWords} />,
  }
  return (
    <Page text={t('requests.lead')}>
      <ListTable
        list={list}
        cells={cells}
        keyOf={({ slNo }) => slNo}
        opens={({ slNo }) => to('sealRequest', { slNo })}
        empty={{ title: t('requests.none'), text: t('requests.noneText') }}
      >
        <ListFilters list={list} search={t('requests.search')}>
          <PeriodFilter list={list} />
        </ListFilters>
      </ListTable>
    </Page>
  )
}
