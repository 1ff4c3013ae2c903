import { useTranslation } from 'react-i18next'
import './soon.css'

/** Stands beside what the service will have and has not yet. */
export function Soon() {
  const { t } = useTranslation('footer')
  return <span className="soon">{t('soon')}</span>
}
