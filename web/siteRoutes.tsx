/** The public pages: what a visitor's browser loads first. The rest of the site map comes when it is needed (`routes.tsx`). */
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { CrashPage } from './features/site/CrashPage.tsx'
import NotFoundPage from './features/site/NotFoundPage.tsx'
import { loadTexts } from './kit/loadTexts.ts'
import type { TitleKey } from './kit/useTitle.ts'

type Load = () => Promise<{ default: ComponentType }>
/** @property texts the namespaces that come with it */
export type Screen = Load & { texts?: readonly string[] }

export const layout = (load: Screen, children: RouteObject[]): RouteObject => ({ lazy: lazily(load), children })
export const page = (path: string, title: TitleKey, load: Screen, children?: RouteObject[]): RouteObject => ({
  path,
  handle: { title, texts: load.texts },
  lazy: lazily(load),
  children,
})
export const group = (path: string, title: TitleKey, children: RouteObject[]): RouteObject => ({ path, handle: { title }, children })
export const index = (title: TitleKey, load: Screen): RouteObject => ({ index: true, handle: { title }, lazy: lazily(load) })
const lazily = (load: Screen) => async () => ({ Component: (await load()).default })

/** Public pages have no boundary to wait in: their texts come with their screen, and the page that is built asks for them at once. */
const withTexts = (texts: string[], load: Load): Screen =>
  Object.assign(async () => (await Promise.all([load(), loadTexts(texts)]))[0], { texts })

export const notYet: Screen = () => import('./features/site/NotYetPage.tsx')
export const notFound: RouteObject = { path: '*', Component: NotFoundPage }
const home: Screen = () => import('./features/site/HomePage.tsx')

const site = layout(
  () => import('./layouts/SiteLayout.tsx'),
  [
    index('header:nav.home', home),
    page('index', 'header:nav.home', home),
    page(
      'why-esign',
      'header:nav.whyEsign',
      withTexts(['whyEsign'], () => import('./features/site/WhyEsignPage.tsx')),
    ),
    page(
      'features',
      'header:nav.features',
      withTexts(['features'], () => import('./features/site/FeaturesPage.tsx')),
    ),
    page(
      'use-cases',
      'header:nav.useCases',
      withTexts(['useCases'], () => import('./features/site/UseCasesPage.tsx')),
    ),
    page(
      'individual',
      'header:nav.individual',
      withTexts(['individual'], () => import('./features/site/IndividualPage.tsx')),
    ),
    page(
      'organization',
      'header:nav.organization',
      withTexts(['organization'], () => import('./features/site/OrganizationPage.tsx')),
    ),
    page(
      'digital-certificate',
      'header:nav.digitalCertificate',
      withTexts(['digitalCertificate'], () => import('./features/site/DigitalCertificatePage.tsx')),
    ),
    page(
      'plans-pricing',
      'header:nav.plansPricing',
      withTexts(['catalogue'], () => import('./features/catalogue/PlansPricingPage.tsx')),
    ),
    page(
      'contact-us',
      'header:nav.contactUs',
      withTexts(['contact'], () => import('./features/site/ContactUsPage.tsx')),
    ),
    page(
      'developers',
      'header:nav.developers',
      withTexts(['developers', 'ui'], () => import('./features/site/DevelopersPage.tsx')),
    ),
    page(
      'puchase-plan',
      'header:nav.purchasePlan',
      withTexts(['catalogue', 'ui'], () => import('./features/catalogue/PurchasePlanPage.tsx')),
    ),
    page(
      'verify',
      'header:nav.verify',
      withTexts(['verification', 'ui'], () => import('./features/verification/VerifyPage.tsx')),
    ),
    notFound,
  ],
)

export const root: RouteObject & { id: string; children: RouteObject[] } = {
  id: 'root',
  ErrorBoundary: CrashPage,
  HydrateFallback: () => null,
  children: [site],
}

/** Built once in each language; the server sends them with their text already in place. */
export const prerendered = [
  '/',
  '/index',
  '/why-esign',
  '/features',
  '/use-cases',
  '/individual',
  '/organization',
  '/digital-certificate',
  '/plans-pricing',
  '/contact-us',
  '/developers',
  '/verify',
] as const
