/** The site map: every address of the application, after the public pages of `siteRoutes.tsx`. Screens load when they are visited. */
import { redirect, type RouteObject } from 'react-router'
<<<<<<< HEAD
import { group, index, layout, notFound, notYet, page, root, type Screen } from './siteRoutes.tsx'
=======
import { CrashPage } from './features/site/CrashPage.tsx'
import NotFoundPage from './features/site/NotFoundPage.tsx'
import { loadTexts } from './kit/loadTexts.ts'
import type { TitleKey } from './kit/useTitle.ts'

type Screen = () => Promise<{ default: ComponentType }>

const layout = (load: Screen, children: RouteObject[]): RouteObject => ({ lazy: lazily(load), children })
const page = (path: string, title: TitleKey, load: Screen, children?: RouteObject[]): RouteObject => ({
  path,
  handle: { title },
  lazy: lazily(load),
  children,
})
const group = (path: string, title: TitleKey, children: RouteObject[]): RouteObject => ({ path, handle: { title }, children })
const index = (title: TitleKey, load: Screen): RouteObject => ({ index: true, handle: { title }, lazy: lazily(load) })
const lazily = (load: Screen) => async () => ({ Component: (await load()).default })

/** Public pages have no boundary to wait in: their texts come with their screen. */
const withTexts =
  (namespaces: string[], load: Screen): Screen =>
  async () =>
    (await Promise.all([load(), loadTexts(namespaces)]))[0]

const notYet: Screen = () => import('./features/site/NotYetPage.tsx')
const notFound: RouteObject = { path: '*', Component: NotFoundPage }
const home: Screen = () => import('./features/site/HomePage.tsx')

const site = layout(
  () => import('./layouts/SiteLayout.tsx'),
  [
    index('header:nav.home', home),
    page('index', 'header:nav.home', home),
    page('why-esign', 'header:nav.whyEsign', notYet),
    page('features', 'header:nav.features', notYet),
    page('use-cases', 'header:nav.useCases', notYet),
    page('individual', 'header:nav.individual', notYet),
    page('organization', 'header:nav.organization', notYet),
    page('digital-certificate', 'header:nav.digitalCertificate', notYet),
    page('plans-pricing', 'header:nav.plansPricing', () => import('./features/catalogue/PlansPricingPage.tsx')),
    page('contact-us', 'header:nav.contactUs', notYet),
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
>>>>>>> b31010d (enrolment: the screens, from the national ID to the first plan)

const preEnrolment = layout(
  () => import('./layouts/PlainLayout.tsx'),
  [
    page('verify-orgUser', 'routes:verifyOrgUser', notYet),
    page('verify-orgUser-details', 'routes:verifyOrgUserDetails', notYet),
    page('create-account', 'routes:createAccount', () => import('./features/enrolment/CreateAccountPage.tsx')),
    page('after-verification', 'routes:afterVerification', () => import('./features/enrolment/AfterVerificationPage.tsx')),
    page('email-verification', 'routes:emailVerification', () => import('./features/enrolment/EmailVerificationPage.tsx')),
    page('link-expired', 'routes:linkExpired', () => import('./features/enrolment/LinkExpiredPage.tsx')),
    page('code-verification', 'routes:codeVerification', () => import('./features/enrolment/CodeVerificationPage.tsx')),
    {
      lazy: async () => ({ loader: (await import('./features/sessions/requireSession.ts')).requireSession }),
      children: [
        page('verify-payments', 'routes:verifyPayments', () => import('./features/payments/VerifyPaymentsPage.tsx')),
        page('paymentstatus-prelogin', 'routes:paymentStatus', () => import('./features/payments/PaymentStatusPreLoginPage.tsx')),
      ],
    },
    page('app/login', 'routes:login', () => import('./features/sessions/LoginPage.tsx')),
    page('auth-check', 'routes:authCheck', () => import('./features/sessions/AuthCheckPage.tsx')),
    page('logout', 'routes:logout', () => import('./features/sessions/LogoutPage.tsx')),
  ],
)

const myDashboard: Screen = () => import('./features/dashboard/MyDashboardPage.tsx')
const notifications: Screen = () => import('./features/dashboard/NotificationsPage.tsx')
const my = group('my', 'header:personalArea', [
  index('routes:dashboard', myDashboard),
  page('dashboard', 'routes:dashboard', myDashboard),
  page('notifications', 'routes:notifications', notifications),
  page('esign/transactions', 'routes:myTransactions', () => import('./features/transactions/MyTransactionsPage.tsx'), [
    page(':transactionID', 'routes:documents', () => import('./features/transactions/DocumentsPanel.tsx')),
  ]),
  page('esign/subscriptions', 'routes:mySubscription', () => import('./features/subscriptions/SubscriptionsPage.tsx'), [
    { index: true, loader: () => redirect('/app/my/esign/subscriptions/current') },
    page('current', 'routes:currentPlans', () => import('./features/subscriptions/CurrentPlansPage.tsx')),
    page('purchased', 'routes:purchasedPlans', () => import('./features/subscriptions/PurchasedPlansPage.tsx')),
    page('history', 'routes:planHistory', () => import('./features/subscriptions/PlanHistoryPage.tsx')),
    page('payments', 'routes:paymentHistory', () => import('./features/payments/PaymentHistoryPage.tsx')),
  ]),
  page('esign/buy/plans', 'routes:buyPlans', () => import('./features/catalogue/BuyPlansPage.tsx')),
  page('esign/sign', 'routes:signing', () => import('./features/signing/SignPage.tsx')),
  page('dsc/buy', 'routes:buyCertificate', notYet),
  page('dsc/manage', 'routes:manageCertificates', notYet),
  page('account', 'routes:account', notYet),
  page('kyc-renewal', 'routes:kycRenewal', () => import('./features/sessions/KycRenewalPage.tsx')),
  page('devices', 'routes:devices', () => import('./features/devices/DevicesPage.tsx')),
  page('esigntransaction-status', 'routes:transactionStatus', () => import('./features/signing/TransactionStatusPage.tsx')),
  page('esign/transaction/return/external', 'routes:returnExternal', () => import('./features/signing/ReturnExternalPage.tsx')),
  page('paymentStatus', 'routes:paymentStatus', () => import('./features/payments/PaymentStatusPage.tsx')),
])

const profile = [
  { index: true, loader: ({ request }) => redirect(`${new URL(request.url).pathname}/my`) } satisfies RouteObject,
  page('my', 'routes:profileMine', notYet),
  page('units', 'routes:units', notYet, [page('new', 'routes:newUnit', notYet)]),
  page('organisation', 'routes:organisationView', notYet),
  page('certificate', 'routes:certificate', notYet),
  page('sponsor', 'routes:sponsor', notYet),
  page('technical-contact', 'routes:technicalContact', notYet),
  page('admins', 'routes:admins', notYet),
]

const org = group('org', 'header:organisation', [
  index('routes:dashboard', notYet),
  page('dashboard', 'routes:dashboard', notYet),
  page('notifications', 'routes:notifications', notifications),
  group('manage/users', 'routes:manageUsers', [
    index('routes:manageUsers', notYet),
    group('uav', 'routes:accountRequests', [
      index('routes:accountRequests', notYet),
      page('createuav', 'routes:newAccountRequest', notYet),
      page('viewuav', 'routes:viewAccountRequest', notYet),
    ]),
    page(':userSlno', 'routes:userDetails', notYet),
  ]),
  page('approval/dsc', 'routes:approveCertificates', notYet),
  group('approval/user', 'routes:approveUsers', [
    { index: true, loader: () => redirect('/app/org/approval/user/new') },
    page('new', 'routes:newUsers', notYet, [page(':slNo', 'routes:requestDetails', notYet)]),
    page('changes', 'routes:changeRequests', notYet, [page(':slNo', 'routes:requestDetails', notYet)]),
  ]),
  group('buy/esign/plans', 'routes:counters', [
    index('routes:counters', notYet),
    page('buycounter', 'routes:buyCounters', notYet),
    page(':productKeyRequestSlNo', 'routes:requestDetails', notYet),
  ]),
  group('buy/role/plans', 'routes:rolePlans', [
    index('routes:rolePlans', notYet),
    page('buyOrgPlan', 'routes:buyRolePlan', notYet),
    page(':productKeyRequestSlNo', 'routes:requestDetails', notYet),
  ]),
  page('esign/transactions', 'routes:orgTransactions', notYet, [page(':esignLogsID', 'routes:requestDetails', notYet)]),
  group('purchase/special/plan', 'routes:specialPlans', [
    index('routes:specialPlans', notYet),
    page('buyspecialplan', 'routes:buySpecialPlan', notYet),
    page(':productKeyRequestSlNo', 'routes:requestDetails', notYet),
  ]),
  page('purchase/requests', 'routes:purchaseRequests', notYet, [page(':productKeyRequestSlNo', 'routes:requestDetails', notYet)]),
  group('account', 'routes:account', profile),
  group('orgProfile', 'routes:orgProfile', profile),
  page('reports/esign', 'routes:reportEsign', notYet),
  page('reports/dsc', 'routes:reportCertificates', notYet),
  page('reports/roles', 'routes:reportRoles', notYet),
  page('paymentStatus', 'routes:paymentStatus', notYet),
])

const app: RouteObject = {
  path: 'app',
  lazy: async () => {
    const [{ default: Component }, { requireSession }] = await Promise.all([
      import('./layouts/AppLayout.tsx'),
      import('./features/sessions/requireSession.ts'),
    ])
    return { Component, loader: requireSession }
  },
  children: [
    { index: true, lazy: async () => ({ loader: (await import('./layouts/AppLayout.tsx')).toOwnArea }) },
    my,
    org,
    group('operations', 'routes:operations', [index('routes:operations', notYet)]),
    notFound,
  ],
}

/** What is not public; a visitor of the public pages does without. */
export const beyond: RouteObject[] = [preEnrolment, app]

export const routes: RouteObject[] = [{ ...root, children: [...root.children, ...beyond] }]
