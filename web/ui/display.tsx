import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink, useLocation } from 'react-router'
import { FailedArt } from './art.tsx'
import { EmptyArt } from './emptyArt.tsx'
import { Button } from './Button.tsx'
import { State } from './State.tsx'

export type ChipTone = 'success' | 'error' | 'warning' | 'info' | 'neutral'

/** A dot and a word, never colour alone. */
export const StatusChip = ({ tone, children }: { tone: ChipTone; children: ReactNode }) => (
  <span className={`chip tone-${tone}`}>{children}</span>
)

export function Card({ title, actions, children }: { title?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="card">
      {title && (
        <header className="card-head">
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}

/** A large quiet number and what it counts; several of them stand in `.stats`. */
export function Stat({ label, note, children }: { label: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd className="num">{children}</dd>
      {note && <dd className="small quiet">{note}</dd>}
    </div>
  )
}

export const Stats = ({ children }: { children: ReactNode }) => <dl className="stats">{children}</dl>

/** Names and values of one thing. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function EmptyState({ title, children, actions }: { title?: string; children?: ReactNode; actions?: ReactNode }) {
  const { t } = useTranslation('ui')
  return (
    <State art={<EmptyArt />} title={title ?? t('empty')} actions={actions}>
      {children ?? t('emptyText')}
    </State>
  )
}

export function FailedState({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <div role="alert">
      <State
        art={<FailedArt />}
        title={t('failedTitle')}
        actions={
          onRetry && (
            <Button icon="refresh" onPress={onRetry}>
              {t('retry')}
            </Button>
          )
        }
      >
        {message}
      </State>
    </div>
  )
}

/** Tabs are addresses: each can be linked to, and going back works. */
export function Tabs({ label, tabs }: { label: string; tabs: { to: string; label: string; count?: number }[] }) {
  const row = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const counts = tabs.map(({ count }) => count).join()
  useEffect(() => {
    // On phones the row is wider than the screen, and grows once its letters and counts are there.
    const show = () => row.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    show()
    void document.fonts.ready.then(show)
  }, [pathname, counts])
  return (
    <nav className="tabs" aria-label={label} ref={row}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end>
          {tab.label}
          {tab.count !== undefined && <span className="count num">{tab.count}</span>}
        </NavLink>
      ))}
    </nav>
  )
}
