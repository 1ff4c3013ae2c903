import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { numberText } from '../kit/shown.ts'
import { IconButton } from './Button.tsx'
import { mostHits, type useFind } from './useFind.ts'

/** Words to look for in a file: Enter goes on to the next place, with Shift to the one before, Escape ends it. */
export function FindBar({ find, onClose }: { find: ReturnType<typeof useFind>; onClose: () => void }) {
  const { t } = useTranslation('ui')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current!.focus(), [])
  const { words, setWords, count, at, state, step } = find
  const said = {
    idle: '',
    searching: t('viewer.finding'),
    noText: t('viewer.noText'),
    done:
      count === 0
        ? t('noMatch')
        : t(count >= mostHits ? 'viewer.atOfMore' : 'viewer.at', { at: numberText(at + 1), count: numberText(count) }),
  }[state]
  const keys: Record<string, () => void> = { Enter: () => step(1), 'Shift Enter': () => step(-1), Escape: onClose }
  return (
    <div className="viewer-find" role="search">
      <input
        ref={field}
        className="input"
        type="search"
        dir="auto"
        aria-label={t('viewer.find')}
        placeholder={t('viewer.find')}
        maxLength={100}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          const act = keys[`${event.shiftKey ? 'Shift ' : ''}${event.key}`]
          if (!act) return
          event.preventDefault()
          event.stopPropagation() // a dialog around it stays
          act()
        }}
      />
      <span className="small num" role="status">
        {said}
      </span>
      <IconButton icon="chevronStart" label={t('viewer.previousHit')} isDisabled={count === 0} onPress={() => step(-1)} />
      <IconButton icon="chevronEnd" label={t('viewer.nextHit')} isDisabled={count === 0} onPress={() => step(1)} />
      <IconButton icon="close" label={t('viewer.endFind')} onPress={onClose} />
    </div>
  )
}
