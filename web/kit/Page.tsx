import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Waiting } from '../ui/Progress.tsx'
import { Head } from './Head.tsx'
import { useTitle, useTrail } from './useTitle.ts'

/** A screen of the application: where it stands, its title, what can be done, and its content, which may wait for words of its own. */
export function Page({ title, text, actions, children }: { title?: string; text?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  const routeTitle = useTitle()
  const shown = title ?? routeTitle
  return (
    <div className="screen">
      <Head title={shown} />
      <Breadcrumbs />
      <header className="screen-head">
        <div>
          <h1>{shown}</h1>
          {text && <p className="quiet">{text}</p>}
        </div>
        {actions && <div className="screen-actions">{actions}</div>}
      </header>
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </div>
  )
}

/** Where the screen stands; the last of the trail is the screen itself. */
function Breadcrumbs() {
  const { t } = useTranslation('header')
  const trail = useTrail().filter((crumb, i, all) => crumb.title !== all[i + 1]?.title)
  return (
    <nav className="crumbs" aria-label={t('breadcrumbs')}>
      <ol className="crumb-list">
        {trail.map((crumb, i) => (
          <li key={crumb.to}>
            {i === trail.length - 1 ? <span aria-current="page">{crumb.title}</span> : <Link to={crumb.to}>{crumb.title}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
