import { listRefunds } from '#contract/refunds.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'

/** Refunds in every state, the latest proposed first. */
export default function RefundsPage() {
  const { t } = useTranslation('finance')
  const list = useList(listRefunds)
  return (
    <Page text={t('refunds.lead')}>
      <ListTable
        list={list}
        keyOf={({ requestID }) => requestID}
        opens={({ requestID }) => to('refund', { requestID })}
        empty={{ title: t('refunds.none'), text: t('refunds.noneText') }}
      >
        <ListFilters list={list} />
      </ListTable>
    </Page>
  )
}
