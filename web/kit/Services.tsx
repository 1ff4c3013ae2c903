import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { useTranslation } from 'react-i18next'
import { Spinner } from '../ui/Progress.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { queries } from './useCall.ts'

/** What every screen that talks to the server stands in. The public pages do without, which keeps them light. */
export function Services({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  return (
    <QueryClientProvider client={queries}>
      <I18nProvider locale={i18n.language === 'ar' ? 'ar-u-ca-gregory' : 'en-US'}>
        <Suspense fallback={<Spinner />}>
          {children}
          <Toasts />
        </Suspense>
      </I18nProvider>
    </QueryClientProvider>
  )
}
