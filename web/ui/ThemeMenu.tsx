import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chooseTheme, readTheme, type Theme, themes } from '../kit/appearance.ts'
import { Icon } from './Icon.tsx'

/** Light, dark or the device's own. A native disclosure: it opens without any script. */
export function ThemeMenu() {
  const { t } = useTranslation('header')
  const box = useRef<HTMLDetailsElement>(null)
  const [theme, setTheme] = useState<Theme>('light')
  useEffect(() => setTheme(readTheme()), [])
  useCloseOutside(box)

  return (
    <details className="theme-menu" ref={box} onToggle={() => setTheme(readTheme())}>
      <summary className="btn btn-quiet btn-icon" aria-label={t('theme.label')}>
        <Icon name="sun" />
      </summary>
      <fieldset aria-label={t('theme.label')}>
        {themes.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={theme === choice}
              onChange={() => {
                chooseTheme(choice)
                setTheme(choice)
              }}
            />
            {t(`theme.${choice}`)}
          </label>
        ))}
      </fieldset>
    </details>
  )
}

/** Closes a disclosure on Escape and on a press elsewhere, as people expect of a menu. */
export function useCloseOutside(box: React.RefObject<HTMLDetailsElement | null>) {
  useEffect(() => {
    const close = (event: Event) => {
      const details = box.current
      if (!details?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        details.querySelector('summary')?.focus()
      } else if (details.contains(event.target as Node)) return
      details.open = false
    }
    document.addEventListener('pointerdown', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('pointerdown', close)
      document.removeEventListener('keydown', close)
    }
  }, [box])
}
