import { listMyNotifications, markNotificationRead } from '#contract/dashboard.ts'
import type { RowOf } from '#contract/kit.ts'
import { useTranslation } from 'react-i18next'
import { ChoiceFilter, Filters, ListTable } from '../../kit/ListTable.tsx'
import { Page } from '../../kit/Page.tsx'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { useList } from '../../kit/useList.ts'
import { Button } from '../../ui/Button.tsx'
import { StatusChip } from '../../ui/display.tsx'
import type { Column } from '../../ui/PlainTable.tsx'
import { DateText } from '../../ui/values.tsx'
import { NoticeLink, ReadAll } from './NotificationBell.tsx'

type Row = RowOf<typeof listMyNotifications>

/** Everything that a person was told, in either area. */
export default function NotificationsPage() {
  const { t } = useTranslation('notifications')
  const list = useList(listMyNotifications)
  const columns: Column<Row>[] = [
    { title: t('message'), cell: (row) => <NoticeLink row={row} date={false} /> },
    { title: t('date'), cell: ({ createdDate }) => <DateText at={createdDate} time /> },
    {
      title: t('state'),
      cell: ({ isRead }) => <StatusChip tone={isRead ? 'neutral' : 'info'}>{t(isRead ? 'read' : 'unread')}</StatusChip>,
    },
    { title: t('action'), cell: (row) => !row.isRead && <ReadOne row={row} /> },
  ]
  return (
    <Page text={t('lead')} actions={<ReadAll isDisabled={!Number(list.data?.unreadCount)} />}>
      <ListTable
        list={list}
        label={t('all')}
        columns={columns}
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

function ReadOne({ row: { encodedNotificationSlno, message } }: { row: Row }) {
  const { t } = useTranslation('notifications')
  const read = useSend(markNotificationRead, [listMyNotifications])
  return (
    <Button
      kind="quiet"
      aria-label={t('readOneOf', { message })}
      isPending={read.isPending}
      onPress={() => read.mutate({ encodedNotificationSlno }, { onError: tell })}
    >
      {t('readOne')}
    </Button>
  )
}
