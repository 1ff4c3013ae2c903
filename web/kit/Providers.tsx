import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useTranslation } from 'react-i18next'
import { Spinner } from '../ui/Progress.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { meetDemand } from './demands.ts'
import { queries } from './useCall.ts'
import { WidgetCheck } from './WidgetCheck.tsx'

const humanCheck = () => import('./humanCheck.ts')
meetDemand('HUMAN_CHECK', async () => (await humanCheck()).humanCheckHeaders())

/** What every screen that talks to the server stands in. The public pages do without, which keeps them light. */
export function Providers({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  useEffect(() => {
    // the key is only kept: a check that is asked for fetches what it needs
    requestIdleCallback(() => void humanCheck().then(({ rememberHumanCheckKey }) => rememberHumanCheckKey().catch(() => undefined)))
  }, [])
  return (
    <QueryClientProvider client={queries}>
      <I18nProvider locale={i18n.language === 'ar' ? 'ar-u-ca-gregory' : 'en-US'}>
        <Suspense fallback={<Spinner />}>
          {children}
          <WidgetCheck />
          <Toasts />
        </Suspense>
      </I18nProvider>
    </QueryClientProvider>
  )
}
