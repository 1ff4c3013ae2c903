import { listRefunds, refundStatusWords } from '#contract/refunds.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Filters, StatusFilter } from '../../kit/filters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'

/** Refunds in every state, the latest proposed first. */
export default function RefundsPage() {
  const { t } = useTranslation('finance')
  const list = useList(listRefunds)
  return (
    <Page text={t('refunds.lead')}>
      <ListTable
        list={list}
        label={useTitle()}
        keyOf={({ requestID }) => requestID}
        actions={[
          {
            label: t('refunds.open'),
            name: ({ transactionId }) => t('refunds.openOne', { number: transactionId }),
            to: ({ requestID }) => to('refund', { requestID }),
          },
        ]}
        empty={{ title: t('refunds.none'), text: t('refunds.noneText') }}
      >
        <Filters list={list}>
          <StatusFilter list={list} name="status" names={refundStatusWords} />
        </Filters>
      </ListTable>
    </Page>
  )
}
