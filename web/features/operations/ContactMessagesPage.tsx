import { contactStateWords, contactSubjectWords, listContactMessages } from '#contract/contactMessages.ts'
import { to } from '#contract/screens.ts'
import { useTranslation } from 'react-i18next'
import { Filters, StatusFilter } from '../../kit/filters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useList } from '../../kit/useList.ts'
import { useTitle } from '../../kit/useTitle.ts'

/** Every message of the contact page, the latest first. */
export default function ContactMessagesPage() {
  const { t } = useTranslation('operations')
  const list = useList(listContactMessages)
  return (
    <Page text={t('messages.lead')}>
      <ListTable
        list={list}
        label={useTitle()}
        keyOf={({ requestID }) => requestID}
        actions={[
          {
            label: t('messages.open'),
            name: ({ contactReference }) => t('messages.openOne', { reference: contactReference }),
            to: ({ requestID }) => to('waitingMessage', { requestID }),
          },
        ]}
        empty={{ title: t('messages.none'), text: t('messages.noneText') }}
      >
        <Filters list={list}>
          <StatusFilter list={list} name="state" label={t('messages.state')} all={t('messages.allStates')} names={contactStateWords} />
          <StatusFilter
            list={list}
            name="subject"
            label={t('messages.subject')}
            all={t('messages.allSubjects')}
            names={contactSubjectWords}
          />
        </Filters>
      </ListTable>
    </Page>
  )
}
