import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { clearFailure, failureAt, onFailure, openPlace } from './failure.ts'
import { Icon } from './Icon.tsx'
import './failurePlace.css'

/** Stands first in a screen, a panel or a dialog, and says there what failed; of those that are open, the innermost says it. */
export function FailurePlace() {
  const { t } = useTranslation('ui')
  const [place] = useState(() => Symbol('place'))
  useEffect(() => openPlace(place), [place])
  const failure = useSyncExternalStore(
    onFailure,
    () => failureAt(place),
    () => undefined,
  )
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) card.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  if (!failure) return null
  return (
    <div className="notice tone-error failure" role="alert" ref={card}>
      <Icon name="error" />
      <p>{failure.text}</p>
      <button type="button" className="failure-close" aria-label={t('close')} onClick={clearFailure}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
