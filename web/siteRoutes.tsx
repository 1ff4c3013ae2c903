/** The public pages: what a visitor's browser loads first. The rest of the site map comes when it is needed (`routes.tsx`). */
import { type Entry, publicScreens } from '#contract/publicScreens.ts'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { CrashPage } from './features/site/CrashPage.tsx'
import { loadTexts } from './kit/loadTexts.ts'
import type { Handle, TitleKey } from './kit/useTitle.ts'

type Titled = Entry<`/${string}`, TitleKey>
type Load = () => Promise<{ default: ComponentType }>
/** @property texts the namespaces that come with it */
export type Screen = Load & { texts?: readonly string[] }

export const layout = (load: Screen, children: RouteObject[]): RouteObject => ({ lazy: lazily(load), children })
export const page = (screen: Titled, load: Screen, children?: RouteObject[]): RouteObject => ({
  path: screen.path,
  handle: { ...screen, texts: load.texts } satisfies Handle,
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

/** Public pages have no boundary to wait in: their texts come with their screen, and the page that is built asks for them at once. */
const withTexts = (texts: string[], load: Load): Screen =>
  Object.assign(async () => (await Promise.all([load(), loadTexts(texts)]))[0], { texts })

export const notFound: RouteObject = { path: '*', lazy: lazily(() => import('./features/site/NotFoundPage.tsx')) }
const home: Screen = () => import('./features/site/HomePage.tsx')
const texts = ['trust', 'privacy', 'terms', 'subscriberAgreement', 'certificatePolicy', 'disclosureStatement'] as const
const legal = withTexts(['legal'], () => import('./features/agreements/LegalPage.tsx'))

const site = layout(
  () => import('./layouts/SiteLayout.tsx'),
  [
    index(publicScreens.home, home),
    page(publicScreens.index, home),
    page(
      publicScreens.whyEsign,
      withTexts(['whyEsign'], () => import('./features/site/WhyEsignPage.tsx')),
    ),
    page(
      publicScreens.features,
      withTexts(['features'], () => import('./features/site/FeaturesPage.tsx')),
    ),
    page(
      publicScreens.useCases,
      withTexts(['useCases'], () => import('./features/site/UseCasesPage.tsx')),
    ),
    page(
      publicScreens.individual,
      withTexts(['individual'], () => import('./features/site/IndividualPage.tsx')),
    ),
    page(
      publicScreens.organization,
      withTexts(['organization'], () => import('./features/site/OrganizationPage.tsx')),
    ),
    page(
      publicScreens.digitalCertificate,
      withTexts(['digitalCertificate'], () => import('./features/site/DigitalCertificatePage.tsx')),
    ),
    page(
      publicScreens.plansPricing,
      withTexts(['catalogue'], () => import('./features/catalogue/PlansPricingPage.tsx')),
    ),
    page(
      publicScreens.contactUs,
      withTexts(['contact'], () => import('./features/site/ContactUsPage.tsx')),
    ),
    page(
      publicScreens.developers,
      withTexts(['developers', 'ui'], () => import('./features/site/DevelopersPage.tsx')),
    ),
    page(
      publicScreens.quickStart,
      withTexts(['quickStart'], () => import('./features/site/QuickStartPage.tsx')),
    ),
    page(
      publicScreens.purchasePlan,
      withTexts(['catalogue', 'ui'], () => import('./features/catalogue/PurchasePlanPage.tsx')),
    ),
    page(
      publicScreens.verify,
      withTexts(['verification', 'ui'], () => import('./features/verification/VerifyPage.tsx')),
    ),
    ...texts.map((name) => page(publicScreens[name], legal)),
    page(
      publicScreens.complaints,
      withTexts(['legal'], () => import('./features/site/ComplaintsPage.tsx')),
    ),
    page(
      publicScreens.status,
      withTexts(['status', 'ui'], () => import('./features/site/StatusPage.tsx')),
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
