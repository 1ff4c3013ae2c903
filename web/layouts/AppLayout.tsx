import { to } from '#contract/screens.ts'
import { selectOrganization } from '#contract/sessions.ts'
import { Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, redirect, useLocation, useNavigate } from 'react-router'
import '../ui/app.css'
import { NotificationBell } from '../features/dashboard/NotificationBell.tsx'
import { IdleWarning } from '../features/sessions/IdleWarning.tsx'
import { StepUp } from '../features/sessions/StepUp.tsx'
import { send } from '../kit/client.ts'
import { rememberVisitor } from '../kit/device.ts'
import { readSession, selectLocally, useSession } from '../kit/session.ts'
import { tell } from '../kit/tell.ts'
import { queries } from '../kit/useCall.ts'
import { OfflineNotice } from '../kit/OfflineNotice.tsx'
import { Providers } from '../kit/Providers.tsx'
import { useNamed } from '../kit/useNamed.ts'
import { clearFailure } from '../ui/failure.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { FailurePlace } from '../ui/FailurePlace.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'
import { LanguageToggle } from '../ui/LanguageToggle.tsx'
import { Drawer, Menu, type MenuEntry } from '../ui/overlays.tsx'
import { Waiting } from '../ui/Progress.tsx'
import { ThemeMenu } from '../ui/ThemeMenu.tsx'
import { Brand } from './Brand.tsx'
import { accountOf, areaOf, navigationFor, startOf } from './navigation.ts'
import { NotYours, useForOthers } from './NotYours.tsx'
import { SkipLink } from './SkipLink.tsx'

export function toOwnArea() {
  const session = readSession()
  return redirect(session ? startOf(session) : to('authCheck'))
}

export default function AppLayout() {
  useEffect(() => {
    requestIdleCallback(() => void rememberVisitor())
  }, [])
  return readSession() ? (
    <Providers>
      <Frame />
      <StepUp />
      <IdleWarning />
    </Providers>
  ) : null
}

function Frame() {
  const { t } = useTranslation(['footer', 'header', 'routes', 'ui'])
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const forOthers = useForOthers()
  const isFramed = useDeferredValue(true, false) // the frame is drawn first, and the page answers to the person in between
  useEffect(() => {
    setOpen(false)
    clearFailure() // it was said of the screen that is left
  }, [pathname])
  return (
    <div className="app">
      <SkipLink />
      <aside className="sidebar">
        <Brand to={to('start')} />
        <Navigation />
      </aside>
      <Drawer label={t('header:menu')} isOpen={open} onOpenChange={setOpen}>
        {(close) => (
          <>
            <div className="drawer-head">
              <Brand to={to('start')} />
              <IconButton icon="close" label={t('header:closeMenu')} onPress={close} />
            </div>
            <Navigation />
          </>
        )}
      </Drawer>
      <div className="app-body">
        <header className="topbar">
          <span className="only-narrow">
            <IconButton icon="menu" label={t('header:openMenu')} onPress={() => setOpen(true)} />
          </span>
          <AreaSwitcher />
          <span className="grow" />
          <NotificationBell />
          <LanguageToggle />
          <ThemeMenu />
          <AccountMenu />
        </header>
        <main id="main" tabIndex={-1}>
          <OfflineNotice />
          <FailurePlace />
          <Suspense fallback={<Waiting />}>{!isFramed ? <Waiting /> : forOthers ? <NotYours opens={forOthers} /> : <Outlet />}</Suspense>
        </main>
        <footer className="app-footer small quiet">{t('footer:testTrust')}</footer>
      </div>
    </div>
  )
}

function Navigation() {
  const { t } = useTranslation(['header', 'routes'])
  const session = useSession()
  const { pathname } = useLocation()
  return (
    <nav className="side-nav" aria-label={t('header:sidebar')}>
      {navigationFor(session, pathname).map(({ title, links }) => (
        <div key={title ?? ''} role="group" aria-label={title ? t(title) : undefined}>
          {title && <p className="side-title">{t(title)}</p>}
          {links.map((link) => (
            <Link key={link.to} to={link.to} aria-current={link.isCurrent ? 'page' : undefined}>
              <Icon name={link.icon} />
              {t(link.title)}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}

/** The personal area, the organisations that the person may act for, and the console. */
function AreaSwitcher() {
  const { t } = useTranslation(['header', 'routes'])
  const named = useNamed()
  const session = useSession()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const nameOf = (one: (typeof session.organizationList)[number]) => named(one, 'organizationName')
  const area = areaOf(session, pathname)
  const selected = session.selectedOrganization
  const label = area === 'operations' ? t('routes:operations') : area === 'org' && selected ? nameOf(selected) : t('header:personalArea')
  const organisations = session.organizationList

  const choose = async (organisation: (typeof organisations)[number]) => {
    const { selectedOrganization } = await send(selectOrganization, { organizationSlno: organisation.organizationSlno })
    selectLocally(selectedOrganization)
    queries.clear()
    await navigate(to('org'))
  }
  const entries: MenuEntry[] = organisations.map((one) => ({
    id: String(one.organizationSlno),
    label: <bdi>{nameOf(one)}</bdi>,
    text: nameOf(one),
    icon: 'building',
    onAction: () => void choose(one).catch(tell),
  }))
  const own = (id: 'my' | 'operations', text: string, icon: IconName) => ({
    id,
    label: text,
    text,
    icon,
    onAction: () => void navigate(to(id)),
  })
  if (session.isSubscriber) entries.unshift(own('my', t('header:personalArea'), 'user'))
  if (session.operatorRoles.length) entries.push(own('operations', t('routes:operations'), 'home'))
  if (entries.length < 2) return <strong className="area">{label}</strong>
  return (
    <Menu
      label={t('header:organisation')}
      entries={entries}
      trigger={
        <Button kind="quiet" aria-label={`${t('header:organisation')}: ${label}`}>
          <bdi className="area">{label}</bdi>
          <Icon name="chevronDown" size={16} />
        </Button>
      }
    />
  )
}

function AccountMenu() {
  const { t } = useTranslation(['header', 'routes'])
  const named = useNamed()
  const session = useSession()
  const navigate = useNavigate()
  const name = named(session, 'userName')
  return (
    <Menu
      label={t('header:account')}
      trigger={
        <Button kind="quiet" icon="user" aria-label={`${t('header:account')}: ${name}`}>
          <bdi className="area only-wide">{name}</bdi>
        </Button>
      }
      entries={[
        {
          id: 'account',
          icon: 'user',
          label: t('routes:account'),
          text: t('routes:account'),
          onAction: () => void navigate(accountOf(session)),
        },
        { id: 'out', icon: 'signOut', label: t('header:signOut'), text: t('header:signOut'), onAction: () => void navigate(to('logout')) },
      ]}
    />
  )
}
