/** The site map: every address of the application, after the public pages of `siteRoutes.tsx`. Screens load when they are visited. */
import { redirect, type RouteObject } from 'react-router'
import { group, index, layout, notFound, notYet, page, root, type Screen } from './siteRoutes.tsx'

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

const toFirst = (tab: string): RouteObject => ({ index: true, loader: () => redirect(tab) })

/** A person's own account, in the personal area and in that of an organisation. */
const account = [
  toFirst('profile'),
  page('profile', 'routes:accountIdentity', () => import('./features/profile/MyProfilePage.tsx')),
  page('contact', 'routes:accountContact', () => import('./features/profile/ContactPage.tsx')),
  page('security', 'routes:accountSecurity', () => import('./features/profile/SecurityPage.tsx')),
  page('preferences', 'routes:accountPreferences', () => import('./features/profile/PreferencesPage.tsx')),
  page('agreements', 'routes:accountAgreements', () => import('./features/profile/AgreementsPage.tsx')),
  page('sessions', 'routes:accountSessions', () => import('./features/profile/SessionsPage.tsx')),
  page('my-data', 'routes:accountData', () => import('./features/profile/MyDataPage.tsx')),
]

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
  page('dsc/buy', 'routes:buyCertificate', () => import('./features/certificates/BuyCertificatePage.tsx')),
  page('dsc/manage', 'routes:manageCertificates', () => import('./features/certificates/ManageCertificatesPage.tsx'), [
    page(':encodedCertificateSlno', 'routes:certificate', () => import('./features/certificates/CertificatePanel.tsx')),
  ]),
  page('account', 'routes:account', () => import('./features/profile/AccountPage.tsx'), account),
  page('kyc-renewal', 'routes:kycRenewal', () => import('./features/sessions/KycRenewalPage.tsx')),
  page('devices', 'routes:devices', () => import('./features/devices/DevicesPage.tsx')),
  page('esigntransaction-status', 'routes:transactionStatus', () => import('./features/signing/TransactionStatusPage.tsx')),
  page('esign/transaction/return/external', 'routes:returnExternal', () => import('./features/signing/ReturnExternalPage.tsx')),
  page('paymentStatus', 'routes:paymentStatus', () => import('./features/payments/PaymentStatusPage.tsx')),
])

const profile = [
  toFirst('my'),
  page('my', 'routes:profileMine', () => import('./features/profile/AccountPage.tsx'), account),
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
