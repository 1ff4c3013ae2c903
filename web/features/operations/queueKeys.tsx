import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../../ui/fields.tsx'

/** What a key does; names as `KeyboardEvent.key` has them. */
export type Keys = Partial<Record<'next' | 'previous' | 'back', () => void>>

const keysOf = { next: ['j', 'ArrowDown'], previous: ['k', 'ArrowUp'], back: ['Escape'] } as const

const stored = 'queueLetters'

/** Kept for the tab: local storage holds what the session needs, and no preference of one screen. */
function lettersAreOn(): boolean {
  try {
    return sessionStorage.getItem(stored) !== 'off'
  } catch {
    return true // storage may be forbidden
  }
}

function turnLetters(on: boolean): void {
  try {
    sessionStorage.setItem(stored, on ? 'on' : 'off')
  } catch {
    // they are as they were with the next page
  }
}

/** Whoever types, or is in a menu or a dialog, means something else by the same keys. */
const isElsewhere = (target: EventTarget | null) =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]') !== null ||
  (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], [role="combobox"], iframe') !== null)

/** Goes through the queue by keys; arrows where `arrows` says that the page is a list, and needs them not to scroll. Letters can be turned off: whoever dictates says them by chance (WCAG 2.2, 2.1.4). */
export function useQueueKeys(keys: Keys, { arrows = false } = {}): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isElsewhere(event.target)) return
    const name = (Object.keys(keysOf) as (keyof typeof keysOf)[]).find((one) => keysOf[one].some((key) => key === event.key))
    if (!name || !keys[name] || (event.key.length === 1 ? !lettersAreOn() : event.key !== 'Escape' && !arrows)) return
    event.preventDefault()
    keys[name]()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Says which keys there are; on a screen without a keyboard there is nothing to say. */
export function KeysHelp({ place, hasOthers = true }: { place: 'list' | 'request'; hasOthers?: boolean }) {
  const { t } = useTranslation('operations')
  const [letters, setLetters] = useState(lettersAreOn)
  const turn = (on: boolean) => {
    turnLetters(on)
    setLetters(on)
  }
  return (
    <div className="queue-keys small quiet">
      {hasOthers && (letters || place === 'list') && (
        <Key keys={[...(letters ? ['j', 'k'] : []), ...(place === 'list' ? ['↓', '↑'] : [])]}>{t(`keys.${place}.move`)}</Key>
      )}
      {place === 'list' && <Key keys={['Enter']}>{t('keys.list.open')}</Key>}
      {place === 'request' && <Key keys={['Esc']}>{t('keys.request.back')}</Key>}
      <Checkbox isSelected={letters} onChange={turn}>
        {t('keys.letters')}
      </Checkbox>
    </div>
  )
}

const Key = ({ keys, children }: { keys: string[]; children: ReactNode }) => (
  <span>
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}{' '}
    {children}
  </span>
)
