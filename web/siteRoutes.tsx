/** The public pages: what a visitor's browser loads first. The rest of the site map comes when it is needed (`routes.tsx`). */
import { type Entry, publicScreens } from '#contract/publicScreens.ts'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { CrashPage } from './features/site/CrashPage.tsx'
import type { Handle, TitleKey } from './kit/useTitle.ts'

type Titled = Entry<`/${string}`, TitleKey>
export type Screen = () => Promise<{ default: ComponentType }>

export const layout = (load: Screen, children: RouteObject[]): RouteObject => ({ lazy: lazily(load), children })
export const page = (screen: Titled, load: Screen, children?: RouteObject[]): RouteObject => ({
  path: screen.path,
  handle: screen satisfies Handle,
  lazy: lazily(load),
  children,
})
/** @param title of the whole, where its own screen is called otherwise */
export const group = (screen: Titled, children: RouteObject[], title = screen.title): RouteObject => ({
  path: screen.path,
  handle: { title } satisfies Handle,
  children,
})
export const index = (screen: Titled, load: Screen): RouteObject => ({ index: true, handle: screen satisfies Handle, lazy: lazily(load) })
const lazily = (load: Screen) => async () => ({ Component: (await load()).default })

export const notFound: RouteObject = { path: '*', lazy: lazily(() => import('./features/site/NotFoundPage.tsx')) }
const home: Screen = () => import('./features/site/HomePage.tsx')
const texts = ['trust', 'privacy', 'terms', 'subscriberAgreement', 'certificatePolicy', 'disclosureStatement'] as const
const legal = () => import('./features/agreements/LegalPage.tsx')

const site = layout(
  () => import('./layouts/SiteLayout.tsx'),
  [
    index(publicScreens.home, home),
    page(publicScreens.index, home),
    page(publicScreens.whyEsign, () => import('./features/site/WhyEsignPage.tsx')),
    page(publicScreens.features, () => import('./features/site/FeaturesPage.tsx')),
    page(publicScreens.useCases, () => import('./features/site/UseCasesPage.tsx')),
    page(publicScreens.individual, () => import('./features/site/IndividualPage.tsx')),
    page(publicScreens.organization, () => import('./features/site/OrganizationPage.tsx')),
    page(publicScreens.digitalCertificate, () => import('./features/site/DigitalCertificatePage.tsx')),
    page(publicScreens.plansPricing, () => import('./features/catalogue/PlansPricingPage.tsx')),
    page(publicScreens.contactUs, () => import('./features/site/ContactUsPage.tsx')),
    page(publicScreens.developers, () => import('./features/site/DevelopersPage.tsx')),
    page(publicScreens.quickStart, () => import('./features/site/QuickStartPage.tsx')),
    page(publicScreens.purchasePlan, () => import('./features/catalogue/PurchasePlanPage.tsx')),
    page(publicScreens.verify, () => import('./features/verification/VerifyPage.tsx')),
    ...texts.map((name) => page(publicScreens[name], legal)),
    page(publicScreens.complaints, () => import('./features/site/ComplaintsPage.tsx')),
    page(publicScreens.status, () => import('./features/site/StatusPage.tsx')),
    notFound,
  ],
)

export const root: RouteObject & { id: string; children: RouteObject[] } = {
  id: 'root',
  ErrorBoundary: CrashPage,
  HydrateFallback: () => null,
  children: [site],
}
