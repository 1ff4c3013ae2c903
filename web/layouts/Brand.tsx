import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

export function Brand({ to = '/' }: { to?: string }) {
  const { t } = useTranslation('header')
  return (
    <Link className="brand" to={to} aria-label={t('brandHome')}>
      <Mark />
      {t('brand')}
    </Link>
  )
}

/** The service's own mark, as in `public/icon.svg`: a tick under the two dots of its first letter. */
function Mark() {
  return (
    <svg width="28" height="28" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" fill="var(--fill)" />
      <path d="M4.6 11.4 10 16.8 19.4 7" fill="none" stroke="#fff" strokeWidth="2.3" strokeLinecap="round" strokeLinejoin="round" />
      <path d="m9.2 4.9 2 2-2 2-2-2zM13.4 4.9l2 2-2 2-2-2z" fill="#fff" />
    </svg>
  )
}
