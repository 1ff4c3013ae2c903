import { useTranslation } from 'react-i18next'

/** Past the navigation, for whoever goes by the keyboard. */
export function SkipLink() {
  const { t } = useTranslation('header')
  return (
    <a className="skip" href="#main">
      {t('skip')}
    </a>
  )
}
