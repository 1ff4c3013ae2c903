import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '../../ui/Icon.tsx'
import './pages.css'
import './people.css'
import './sections.css'

/** The head of a public page: what it says in one sentence, and a drawing of its own. */
export function Opening({ title, lead, art, children }: { title: string; lead: string; art: ReactNode; children?: ReactNode }) {
  return (
    <header className="opening">
      <div className="wrap">
        <div>
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          {children && <div className="actions-row">{children}</div>}
        </div>
        {art}
      </div>
    </header>
  )
}

/** Stands beside what the service will have and has not yet. */
export function Soon() {
  const { t } = useTranslation('footer')
  return <span className="soon">{t('soon')}</span>
}

export function Section({ title, sub, id, children }: { title: ReactNode; sub?: string; id?: string; children: ReactNode }) {
  return (
    <section className="band" id={id}>
      <div className="wrap">
        <h2 className={sub ? undefined : 'title'}>{title}</h2>
        {sub && <p className="sub">{sub}</p>}
        {children}
      </div>
    </section>
  )
}

/** The last word of a page, and the one thing to do next. */
export function Closing({ title, text, to, action }: { title: string; text: string; to: string; action: string }) {
  return (
    <section className="band">
      <div className="wrap">
        <div className="verify-band">
          <div>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
          <Link className="btn btn-primary btn-large" to={to}>
            {action}
          </Link>
        </div>
      </div>
    </section>
  )
}

/** Where a page speaks of legal force, it says that this environment gives none. */
export function TestTrust() {
  const { t } = useTranslation('footer')
  return (
    <div className="wrap">
      <p className="notice tone-warning">
        <Icon name="warning" />
        {t('testTrust')}
      </p>
    </div>
  )
}
