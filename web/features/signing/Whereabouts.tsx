import { useTranslation } from 'react-i18next'
import type { Draft } from './drafts.ts'

/** Where the signature goes, in a few words. */
export function Whereabouts({ placement, field }: Pick<Draft, 'placement' | 'field'>) {
  const { t } = useTranslation('signing')
  if (field === null) return placement ? t('place.onPage', { page: placement.page }) : t('place.invisible')
  return (
    <>
      {t('place.inField')} <bdi>{field}</bdi>
    </>
  )
}
