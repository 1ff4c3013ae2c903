import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { Icon } from '../ui/Icon.tsx'
import { LanguageToggle } from '../ui/LanguageToggle.tsx'
import { ThemeMenu, useCloseOutside } from '../ui/ThemeMenu.tsx'

const main = [
  ['/features', 'features'],
  ['/individual', 'individual'],
  ['/organization', 'organization'],
  ['/plans-pricing', 'plansPricing'],
  ['/verify', 'verify'],
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

export function SkipLink() {
  const { t } = useTranslation('header')
  return (
    <a className="skip" href="#main">
      {t('skip')}
    </a>
  )
}

export function Brand({ to = '/' }: { to?: string }) {
  const { t } = useTranslation('header')
  return (
    <Link className="brand" to={to} aria-label={t('brandHome')}>
      <Icon name="shield" size={24} />
      {t('brand')}
    </Link>
  )
}

function Header() {
  const { t } = useTranslation('header')
  return (
    <header className="site-header">
      <div className="wrap">
        <Brand />
        <nav className="site-nav" aria-label={t('mainNavigation')}>
          {main.map(([to, name]) => (
            <NavLink key={to} to={to}>
              {t(`nav.${name}`)}
            </NavLink>
          ))}
        </nav>
        <div className="site-tools">
          <LanguageToggle />
          <ThemeMenu />
          <Link className="btn btn-primary" to="/app/login">
            {t('signIn')}
          </Link>
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
}

function PhoneMenu() {
  const { t } = useTranslation('header')
  const box = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  useCloseOutside(box)
  useEffect(() => {
    if (box.current) box.current.open = false
  }, [pathname])
  return (
    <details className="site-more" ref={box}>
      <summary className="btn btn-quiet btn-icon" aria-label={t('menu')}>
        <Icon name="menu" />
      </summary>
      <nav aria-label={t('menu')}>
        {main.map(([to, name]) => (
          <NavLink key={to} to={to}>
            {t(`nav.${name}`)}
          </NavLink>
        ))}
      </nav>
    </details>
  )
}

const columns = {
  service: [
    ['/individual', 'individual'],
    ['/organization', 'organization'],
    ['/digital-certificate', 'digitalCertificate'],
    ['/plans-pricing', 'plansPricing'],
  ],
  learn: [
    ['/why-esign', 'whyEsign'],
    ['/features', 'features'],
    ['/use-cases', 'useCases'],
  ],
  help: [
    ['/verify', 'verify'],
    ['/contact-us', 'contactUs'],
    ['/developers', 'developers'],
  ],
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
                {columns[column].map(([to, name]) => (
                  <li key={to}>
                    <Link to={to}>{t(`header:nav.${name}`)}</Link>
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
