import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../ui/Notice.tsx'

/** Calls rest while there is no connection, and go on by themselves; until then every screen says so. */
export function OfflineNotice() {
  const { t } = useTranslation('ui')
  const online = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
    () => true, // the page as it is served
  )
  return <div role="status">{!online && <Notice tone="warning">{t('offline')}</Notice>}</div>
}
