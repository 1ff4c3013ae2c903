import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export type Tone = 'info' | 'success' | 'warning' | 'error'

/** An inline message that stays; for one that goes away see `toast`. */
export function Notice({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <div className={`notice tone-${tone}`} role={tone === 'error' ? 'alert' : undefined}>
      <Icon name={tone} />
      <div>{children}</div>
    </div>
  )
}
