import { listMyNotifications, markNotificationRead } from '#contract/dashboard.ts'
import { useTranslation } from 'react-i18next'
import { ChoiceFilter, Filters } from '../../kit/filters.tsx'
import { ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { useSend } from '../../kit/useCall.ts'
import { useList } from '../../kit/useList.ts'
import { NoticeLink, ReadAll } from './NotificationBell.tsx'

/** Everything that a person was told, in either area. */
export default function NotificationsPage() {
  const { t } = useTranslation('notifications')
  const list = useList(listMyNotifications)
  const read = useSend(markNotificationRead, [listMyNotifications])
  return (
    <Page text={t('lead')} actions={<ReadAll isDisabled={!Number(list.data?.unreadCount)} />}>
      <ListTable
        list={list}
        label={t('all')}
        cells={{ message: (row) => <NoticeLink row={row} date={false} /> }}
        actions={[
          {
            label: t('readOne'),
            name: ({ message }) => t('readOneOf', { message }),
            may: ({ isRead }) => !isRead,
            run: ({ encodedNotificationSlno }) => read.mutateAsync({ encodedNotificationSlno }),
          },
        ]}
        keyOf={({ encodedNotificationSlno }) => encodedNotificationSlno}
        empty={{ title: t('none'), text: t('noneText') }}
      >
        <Filters list={list}>
          <ChoiceFilter list={list} name="unread" choices={[{ id: '1', label: t('unread') }]} />
        </Filters>
      </ListTable>
    </Page>
  )
}
