import { to } from '#contract/screens.ts'
import { listMyNotifications, markAllNotificationsRead, markNotificationRead } from '#contract/dashboard.ts'
import type { RowOf } from '#contract/kit.ts'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button as BareButton } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import './notifications.css'
import { sendList } from '../../kit/client.ts'
import { FetchFailed } from '../../kit/FetchFailed.tsx'
import { areaOf } from '../../layouts/navigation.ts'
import { useSession } from '../../kit/session.ts'
import { tell } from '../../kit/tell.ts'
import { useSend } from '../../kit/useCall.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/display.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Waiting } from '../../ui/Progress.tsx'
import { DateText } from '../../ui/values.tsx'
import { numberText, useShown } from '../../kit/shown.ts'

type Row = RowOf<typeof listMyNotifications>

const lookEveryMs = 60_000
const most = 6

/** What is new, from every screen. Looking again and again does not keep the session open: the call is a passive one. */
export function NotificationBell() {
  const { t } = useTranslation('notifications')
  const [isOpen, setOpen] = useState(false)
  const latest = useQuery({
    queryKey: [listMyNotifications.path, 'bell'],
    queryFn: ({ signal }) => sendList(listMyNotifications, {}, 0, most, { signal }),
    refetchInterval: lookEveryMs,
    refetchOnWindowFocus: true,
  })
  const unread = Number(latest.data?.unreadCount ?? 0)
  useShown()
  // The button that reads them all goes with what it read: the keyboard is not left standing outside.
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (unread === 0 && document.activeElement === document.body) panel.current?.focus()
  }, [unread])
  const number = unread > 99 ? `${numberText(99)}+` : numberText(unread)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <BareButton className="btn btn-quiet btn-icon bell" aria-label={unread > 0 ? t('bellUnread', { number }) : t('bell')}>
        <Icon name="bell" />
        {unread > 0 && (
          <span className="bell-count num" aria-hidden="true">
            {number}
          </span>
        )}
      </BareButton>
      <Popover className="popover notices" placement="bottom end" offset={4} containerPadding={8} aria-labelledby="notices-title">
        <div className="notices-panel" ref={panel} tabIndex={-1}>
          <header>
            <h2 id="notices-title">{t('title')}</h2>
            {unread > 0 && <ReadAll />}
          </header>
          {latest.data ? (
            <Latest rows={latest.data.dataList} onLeave={() => setOpen(false)} />
          ) : latest.error ? (
            <FetchFailed of={latest} />
          ) : (
            <Waiting />
          )}
          <AllLink onLeave={() => setOpen(false)} />
        </div>
      </Popover>
    </DialogTrigger>
  )
}

export function ReadAll({ isDisabled }: { isDisabled?: boolean }) {
  const { t } = useTranslation('notifications')
  const readAll = useSend(markAllNotificationsRead, [listMyNotifications])
  return (
    <Button
      kind="quiet"
      icon="check"
      isDisabled={isDisabled}
      isPending={readAll.isPending}
      onPress={() => readAll.mutate({}, { onError: tell })}
    >
      {t('readAll')}
    </Button>
  )
}

function Latest({ rows, onLeave }: { rows: Row[]; onLeave: () => void }) {
  const { t } = useTranslation('notifications')
  if (rows.length === 0) return <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
  return (
    <ul className="notices-list">
      {rows.map((row) => (
        <li key={row.encodedNotificationSlno}>
          <NoticeLink row={row} onFollow={onLeave} />
        </li>
      ))}
    </ul>
  )
}

/** Leads to what it is about, and is read by that. The address was checked by the contract: it is a screen of ours. */
export function NoticeLink({ row, onFollow, date = true }: { row: Row; onFollow?: () => void; date?: boolean }) {
  const { t } = useTranslation('notifications')
  const read = useSend(markNotificationRead, [listMyNotifications])
  const { encodedNotificationSlno, isRead, link, message, createdDate } = row
  const follow = () => {
    if (!isRead) read.mutate({ encodedNotificationSlno }) // that it stays unread is not worth a word
    onFollow?.()
  }
  return (
    <Link className="notice-link" to={link} data-unread={!isRead || undefined} onClick={follow}>
      <span>
        {!isRead && <span className="sr-only">{t('new')}: </span>}
        <bdi>{message}</bdi>
      </span>
      {date && (
        <span className="small quiet">
          <DateText at={createdDate} time hijri={false} />
        </span>
      )}
    </Link>
  )
}

/** The list stands in the area that the person is in. */
function AllLink({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('notifications')
  const { pathname } = useLocation()
  const area = areaOf(useSession(), pathname)
  return (
    <Link className="btn btn-quiet notices-all" to={to(`${area}Notifications`)} onClick={onLeave}>
      {t('all')}
    </Link>
  )
}
