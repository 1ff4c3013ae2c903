import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import '../ui/app.css'
import { OfflineNotice } from '../kit/OfflineNotice.tsx'
import { Providers } from '../kit/Providers.tsx'
import { FailurePlace } from '../ui/FailurePlace.tsx'
import { LanguageToggle } from '../ui/LanguageToggle.tsx'
import { ThemeMenu } from '../ui/ThemeMenu.tsx'
import { Brand } from './Brand.tsx'
import { SkipLink } from './SkipLink.tsx'

/** Sign-in and everything before enrolment: one task, no navigation to distract from it. */
export default function PlainLayout() {
  const { t } = useTranslation('footer')
  return (
    <Providers>
      <div className="plain">
        <SkipLink />
        <header className="plain-header">
          <Brand />
          <div className="site-tools">
            <LanguageToggle />
            <ThemeMenu />
          </div>
        </header>
        <main id="main" tabIndex={-1}>
          <OfflineNotice />
          <FailurePlace />
          <Outlet />
        </main>
        <footer className="small quiet">{t('testTrust')}</footer>
      </div>
    </Providers>
  )
}
