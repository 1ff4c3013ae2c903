import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseLanguage } from '../kit/i18n.ts'

const toldForMs = 10_000

/** A link, so that it also works where scripts do not run. */
export function LanguageToggle() {
  const { t, i18n } = useTranslation('header')
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!isMissing) return
    const timer = setTimeout(() => setMissing(false), toldForMs)
    return () => clearTimeout(timer)
  }, [isMissing])
  const other = i18n.language === 'ar' ? 'en' : 'ar'
  return (
    <>
      <a
        className="btn btn-quiet"
        href={`?lng=${other}`}
        lang={other}
        hrefLang={other}
        onClick={(event) => {
          event.preventDefault()
          const url = new URL(location.href)
          url.searchParams.delete('lng') // it would outrank the choice at the next load
          history.replaceState(history.state, '', url)
          setMissing(false)
          void chooseLanguage(other).then((isHere) => setMissing(!isHere))
        }}
      >
        {t('otherLanguage')}
      </a>
      <output>{isMissing && t('languageMissing')}</output>
    </>
  )
}
