import { listWaitingRequests } from '#contract/waitingRequests.ts'
import { useTranslation } from 'react-i18next'
import { StatusFilter, Filters } from '../../kit/filters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'
import { screenOfWaiting } from './queue.ts'

/** What waits for a decision, the longest waiting first. */
export default function WaitingRequestsPage() {
  const { t } = useTranslation('operations')
  const list = useList(listWaitingRequests)
  return (
    <Page text={t('waiting.lead')}>
      <ListTable
        list={list}
        label={useTitle()}
        keyOf={({ requestID }) => requestID}
        actions={[
          {
            label: t('waiting.open'),
            name: ({ requestID }) => t('waiting.openOne', { number: requestID }),
            to: screenOfWaiting,
          },
        ]}
        empty={{ title: t('waiting.none'), text: t('waiting.noneText') }}
      >
        <Filters list={list}>
          <StatusFilter
            list={list}
            name="kind"
            label={t('waiting.kind')}
            all={t('waiting.allKinds')}
            names={listWaitingRequests.columns.kind!.names!}
          />
        </Filters>
      </ListTable>
    </Page>
  )
}
