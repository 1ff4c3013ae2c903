import type { ReactNode } from 'react'

/** A whole screen or list with nothing to show, and what to do about it. */
export function State({
  art,
  title,
  children,
  actions,
  level: Heading = 'h2',
}: {
  art: ReactNode
  title: ReactNode
  children: ReactNode
  actions?: ReactNode
  level?: 'h1' | 'h2'
}) {
  return (
    <div className="state">
      {art}
      <Heading>{title}</Heading>
      <p>{children}</p>
      {actions && <div className="actions">{actions}</div>}
    </div>
  )
}
