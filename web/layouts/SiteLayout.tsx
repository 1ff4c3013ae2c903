import { to } from '#contract/publicScreens.ts'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { Icon } from '../ui/Icon.tsx'
import { LanguageToggle } from '../ui/LanguageToggle.tsx'
import { ThemeMenu, useCloseOutside } from '../ui/ThemeMenu.tsx'
import { Brand } from './Brand.tsx'
import { SkipLink } from './SkipLink.tsx'

/** What the header offers: groups open as menus on wide screens and stand as headings on narrow ones. */
const offers = [
  {
    group: 'service',
    links: ['whyEsign', 'features', 'useCases', 'developers'],
  },
  {
    group: 'audience',
    links: ['individual', 'organization'],
  },
  {
    group: null,
    links: ['digitalCertificate', 'plansPricing', 'verify', 'contactUs'],
  },
] as const

export default function SiteLayout() {
  return (
    <div className="site">
      <SkipLink />
      <Header />
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}

function Header() {
  const { t } = useTranslation('header')
  return (
    <header className="site-header">
      <div className="wrap">
        <Brand />
        <nav className="site-nav" aria-label={t('mainNavigation')}>
          {offers.map(({ group, links }) =>
            group ? <Menu key={group} group={group} links={links} /> : <Links key="others" links={links} />,
          )}
        </nav>
        <div className="site-tools">
          <LanguageToggle />
          <ThemeMenu />
          <Link className="btn btn-primary" to={to('login')}>
            {t('signIn')}
          </Link>
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
}

/** As each page has dozens, without the attributes that the router writes for what it does not do here. */
const PageLink = (props: { to: string; children: string }) => <NavLink {...props} discover="none" className={noClass} />
const noClass = () => undefined

type Offered = (typeof offers)[number]['links']

function Links({ links }: { links: Offered }) {
  const { t } = useTranslation('header')
  return links.map((name) => (
    <PageLink key={name} to={to(name)}>
      {t(`nav.${name}`)}
    </PageLink>
  ))
}

/** A native disclosure: it opens without any script, and only one of a name at a time. */
function Disclosure({ name, className, title, children }: { name: string; className: string; title: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  const shownAt = useRef(pathname)
  useCloseOutside(box)
  useEffect(() => {
    if (shownAt.current === pathname) return // may have been opened before the scripts were there
    shownAt.current = pathname
    if (box.current) box.current.open = false
  }, [pathname])
  return (
    <details className={className} name={name} ref={box}>
      {title}
      {children}
    </details>
  )
}

function Menu({ group, links }: { group: NonNullable<(typeof offers)[number]['group']>; links: Offered }) {
  const { t } = useTranslation('header')
  const { pathname } = useLocation()
  const isHere = links.some((name) => to(name) === pathname)
  const title = (
    <summary data-current={isHere || undefined}>
      {t(`groups.${group}`)}
      <Icon name="chevronDown" size={16} />
    </summary>
  )
  return (
    <Disclosure name="site-nav" className="site-group" title={title}>
      <div>
        <Links links={links} />
      </div>
    </Disclosure>
  )
}

function PhoneMenu() {
  const { t } = useTranslation('header')
  const title = (
    <summary className="btn btn-quiet btn-icon" aria-label={t('menu')}>
      <Icon name="menu" />
    </summary>
  )
  return (
    <Disclosure name="site-more" className="site-more" title={title}>
      <nav aria-label={t('menu')}>
        {offers.map(({ group, links }) => (
          <Fragment key={group}>
            {group && <p>{t(`groups.${group}`)}</p>}
            <Links links={links} />
          </Fragment>
        ))}
      </nav>
    </Disclosure>
  )
}

const columns = {
  service: ['individual', 'organization', 'digitalCertificate', 'plansPricing'],
  learn: ['whyEsign', 'features', 'useCases'],
  help: ['verify', 'contactUs', 'complaints', 'status', 'developers', 'quickStart'],
  trust: ['trust', 'terms', 'privacy', 'subscriberAgreement', 'certificatePolicy', 'disclosureStatement'],
} as const

function Footer() {
  const { t } = useTranslation(['footer', 'header'])
  return (
    <footer className="site-footer">
      <div className="wrap">
        <div className="cols">
          <div>
            <Brand />
            <p>{t('footer:about')}</p>
          </div>
          {(Object.keys(columns) as (keyof typeof columns)[]).map((column) => (
            <nav key={column} aria-labelledby={`footer-${column}`}>
              <h2 id={`footer-${column}`}>{t(`footer:${column}`)}</h2>
              <ul className="links">
                {columns[column].map((name) => (
                  <li key={name}>
                    <PageLink to={to(name)}>{t(`header:nav.${name}`)}</PageLink>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="fine">
          <p>{t('footer:testTrust')}</p>
          <p>{t('footer:rights')}</p>
        </div>
      </div>
    </footer>
  )
}
