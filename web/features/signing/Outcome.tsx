import type { ReactNode } from 'react'
import type { IconName } from '../../ui/Icon.tsx'
import { StatusPicture } from '../../ui/StatusPicture.tsx'

type OutcomeProps = { icon: IconName; tone: 'success' | 'error' | 'warning' | 'info'; title: string; text: string; children: ReactNode }

/** How a signing ended. */
export function Outcome({ icon, tone, title, text, children }: OutcomeProps) {
  return (
    <section className="card signing-wait" role={tone === 'success' ? 'status' : 'alert'}>
      <StatusPicture icon={icon} tone={tone} />
      <h2>{title}</h2>
      <p className="signing-text">{text}</p>
      {children}
    </section>
  )
}
