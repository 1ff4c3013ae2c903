import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'
import './steps.css'
import { NumberText } from './values.tsx'

type Props = {
  label: string
  steps: readonly { id: string; title: string }[]
  /** Left out once all of them are done. */
  current?: string
}

/** Where the person stands in something that takes several screens. On phones only the present step is spelt out. */
export function Steps({ label, steps, current }: Props) {
  const { t } = useTranslation('ui')
  const at = current === undefined ? steps.length : steps.findIndex(({ id }) => id === current)
  const present = useRef<HTMLLIElement>(null)
  const seen = useRef(at)
  useEffect(() => {
    if (seen.current === at) return
    seen.current = at
    present.current?.scrollIntoView({ block: 'nearest' })
    present.current?.focus({ preventScroll: true }) // where the person stands now is what a reader should hear next
  }, [at])
  return (
    <ol className="step-list" aria-label={label}>
      {steps.map(({ id, title }, i) => (
        <li
          key={id}
          ref={i === at ? present : undefined}
          tabIndex={i === at ? -1 : undefined}
          aria-current={i === at ? 'step' : undefined}
          data-done={i < at || undefined}
        >
          <span aria-hidden="true">{i < at ? <Icon name="check" size={16} /> : <NumberText value={i + 1} />}</span>
          {title}
          {i < at && <span className="sr-only"> ({t('stepDone')})</span>}
        </li>
      ))}
    </ol>
  )
}
