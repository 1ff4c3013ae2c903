import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../ui/display.tsx'
import { Ltr, nothing } from '../../ui/values.tsx'

/** A device by its model, which is empty where it was none, and whether it is the one that asks. */
export function DeviceName({ model, isThis }: { model: string; isThis: boolean }) {
  const { t } = useTranslation('devices')
  if (model === '') return nothing
  return (
    <span>
      <Ltr>{model}</Ltr> {isThis && <StatusChip tone="info">{t('thisDevice')}</StatusChip>}
    </span>
  )
}
