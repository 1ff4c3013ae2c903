import { listContactMessages } from '#contract/contactMessages.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { ListFilters } from '../../kit/ListFilters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'

/** Every message of the contact page, the latest first. */
export default function ContactMessagesPage() {
  const { t } = useTranslation('operations')
  const list = useList(listContactMessages)
  return (
    <Page text={t('messages.lead')}>
      <ListTable
        list={list}
        keyOf={({ requestID }) => requestID}
        opens={({ requestID }) => to('waitingMessage', { requestID })}
        empty={{ title: t('messages.none'), text: t('messages.noneText') }}
      >
        <ListFilters list={list} />
      </ListTable>
    </Page>
  )
}
