import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../ui/Icon.tsx'

export function Brand({ to = '/' }: { to?: string }) {
  const { t } = useTranslation('header')
  return (
    <Link className="brand" to={to} aria-label={t('brandHome')}>
      <Icon name="shield" size={24} />
      {t('brand')}
    </Link>
  )
}
