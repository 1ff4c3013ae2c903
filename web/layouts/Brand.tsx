import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

export function Brand({ to = '/' }: { to?: string }) {
  const { t } = useTranslation('header')
  return (
    <Link className="brand" to={to} aria-label={t('brandHome')}>
      <img src="/icon.svg" alt="" width="28" height="28" />
      {t('brand')}
    </Link>
  )
}
