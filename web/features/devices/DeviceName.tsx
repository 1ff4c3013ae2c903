import { useTranslation } from 'react-i18next'
import { StatusChip } from '../../ui/display.tsx'
import { Ltr } from '../../ui/values.tsx'

/** A device by its model, and whether it is the one that asks. */
export function DeviceName({ model, isThis }: { model: string; isThis: boolean }) {
  const { t } = useTranslation('devices')
  return (
    <span>
      <Ltr>{model}</Ltr> {isThis && <StatusChip tone="info">{t('thisDevice')}</StatusChip>}
    </span>
  )
}
