/** The site map: every address of the application, after the public pages of `siteRoutes.tsx`. Screens load when they are visited. */
import { screens, to } from '#contract/screens.ts'
import { redirect, type RouteObject } from 'react-router'
import { group, index, layout, notFound, page, root, type Screen } from './siteRoutes.tsx'

const notYet: Screen = () => import('./features/site/NotYetPage.tsx')

const preEnrolment = layout(
  () => import('./layouts/PlainLayout.tsx'),
  [
    page(screens.verifyOrgUser, () => import('./features/invitations/InvitedPage.tsx')),
    page(screens.createAccount, () => import('./features/enrolment/CreateAccountPage.tsx')),
    page(screens.afterVerification, () => import('./features/enrolment/AfterVerificationPage.tsx')),
    page(screens.emailVerification, () => import('./features/enrolment/EmailVerificationPage.tsx')),
    page(screens.linkExpired, () => import('./features/enrolment/LinkExpiredPage.tsx')),
    page(screens.codeVerification, () => import('./features/enrolment/CodeVerificationPage.tsx')),
    {
      lazy: async () => ({ loader: (await import('./features/sessions/requireSession.ts')).requireSession }),
      children: [page(screens.verifyOrgUserDetails, () => import('./features/invitations/JoinPage.tsx'))],
    },
    {
      lazy: async () => ({ loader: (await import('./features/sessions/requireSession.ts')).preferSession }),
      children: [
        page(screens.verifyPayments, () => import('./features/payments/VerifyPaymentsPage.tsx')),
        page(screens.paymentStatusPreLogin, () => import('./features/payments/PaymentStatusPreLoginPage.tsx')),
      ],
    },
    page(screens.login, () => import('./features/sessions/LoginPage.tsx')),
    page(screens.authCheck, () => import('./features/sessions/AuthCheckPage.tsx')),
    page(screens.logout, () => import('./features/sessions/LogoutPage.tsx')),
  ],
)

/** An address without a screen of its own leads to its first part. */
const toFirst = ({ path }: { path: string }): RouteObject => ({ index: true, loader: () => redirect(path) })

/** A person's own account, in the personal area, in that of an organisation and in the console. */
const account = (name: 'myAccount' | 'orgAccountMy' | 'orgProfileMy' | 'operationsAccount') =>
  page(screens[name], () => import('./features/profile/AccountPage.tsx'), [
    toFirst(screens[`${name}Profile`]),
    page(screens[`${name}Profile`], () => import('./features/profile/MyProfilePage.tsx')),
    page(screens[`${name}Contact`], () => import('./features/profile/ContactPage.tsx')),
    page(screens[`${name}Security`], () => import('./features/profile/SecurityPage.tsx')),
    page(screens[`${name}Preferences`], () => import('./features/profile/PreferencesPage.tsx')),
    page(screens[`${name}Agreements`], () => import('./features/profile/AgreementsPage.tsx')),
    page(screens[`${name}Sessions`], () => import('./features/profile/SessionsPage.tsx')),
    page(screens[`${name}Activity`], () => import('./features/activity/ActivityPage.tsx')),
    page(screens[`${name}Data`], () => import('./features/profile/MyDataPage.tsx')),
  ])

const myDashboard: Screen = () => import('./features/dashboard/MyDashboardPage.tsx')
const organisationStart: Screen = () => import('./features/dashboard/OrganisationStartPage.tsx')
const notifications: Screen = () => import('./features/dashboard/NotificationsPage.tsx')
const devices: Screen = () => import('./features/devices/DevicesPage.tsx')
const my = group(
  screens.my,
  [
    index(screens.my, myDashboard),
    page(screens.myDashboard, myDashboard),
    page(screens.myNotifications, notifications),
    page(screens.myTransactions, () => import('./features/transactions/MyTransactionsPage.tsx'), [
      page(screens.myTransaction, () => import('./features/transactions/DocumentsPanel.tsx')),
    ]),
    page(screens.mySubscriptions, () => import('./features/subscriptions/SubscriptionsPage.tsx'), [
      toFirst(screens.currentPlans),
      page(screens.currentPlans, () => import('./features/subscriptions/CurrentPlansPage.tsx')),
      page(screens.purchasedPlans, () => import('./features/subscriptions/PurchasedPlansPage.tsx')),
      page(screens.planHistory, () => import('./features/subscriptions/PlanHistoryPage.tsx')),
      page(screens.paymentHistory, () => import('./features/payments/PaymentHistoryPage.tsx')),
    ]),
    page(screens.buyPlans, () => import('./features/catalogue/BuyPlansPage.tsx')),
    page(screens.sign, () => import('./features/signing/SignPage.tsx')),
    page(screens.buyCertificate, () => import('./features/certificates/BuyCertificatePage.tsx')),
    page(screens.myCertificates, () => import('./features/certificates/ManageCertificatesPage.tsx'), [
      page(screens.myCertificate, () => import('./features/certificates/CertificatePanel.tsx')),
    ]),
    account('myAccount'),
    page(screens.newOrganisation, () => import('./features/applications/NewOrganisationPage.tsx')),
    page(screens.kycRenewal, () => import('./features/sessions/KycRenewalPage.tsx')),
    page(screens.devices, devices),
    page(screens.transactionStatus, () => import('./features/signing/TransactionStatusPage.tsx')),
    page(screens.returnExternal, () => import('./features/signing/ReturnExternalPage.tsx')),
    page(screens.paymentStatus, () => import('./features/payments/PaymentStatusPage.tsx')),
  ],
  'header:personalArea',
)

const profile = (name: 'orgAccount' | 'orgProfile', first: { path: string }) =>
  group(screens[name], [
    toFirst(first),
    account(`${name}My`),
    layout(
      () => import('./features/organisation/OrganisationProfilePage.tsx'),
      [
        page(screens[`${name}Organisation`], () => import('./features/organisation/OrganisationPage.tsx')),
        page(screens[`${name}Certificate`], () => import('./features/organisation/CertificatesPage.tsx')),
        page(screens[`${name}Units`], () => import('./features/organisation/UnitsPage.tsx')),
        page(screens[`${name}Sponsor`], () => import('./features/organisation/SponsorsPage.tsx')),
        page(screens[`${name}TechnicalContact`], () => import('./features/organisation/TechnicalContactsPage.tsx')),
        page(screens[`${name}Admins`], () => import('./features/organisation/AdminsPage.tsx')),
      ],
    ),
    page(screens[`${name}NewChange`], () => import('./features/organisation/NewOrganisationChangePage.tsx')),
    page(screens[`${name}Change`], () => import('./features/organisation/OrganisationChangePage.tsx')),
    page(screens[`${name}NewUnit`], () => import('./features/organisation/NewUnitPage.tsx')),
    page(screens[`${name}OrderSeal`], () => import('./features/organisation/OrderSealPage.tsx')),
    page(screens[`${name}Unit`], () => import('./features/organisation/UnitPage.tsx')),
    page(screens[`${name}NewSponsor`], () => import('./features/organisation/NewContactPage.tsx')),
    page(screens[`${name}NewTechnicalContact`], () => import('./features/organisation/NewContactPage.tsx')),
    page(screens[`${name}SponsorDetails`], () => import('./features/organisation/ContactPage.tsx')),
    page(screens[`${name}TechnicalContactDetails`], () => import('./features/organisation/ContactPage.tsx')),
  ])

const org = group(
  screens.org,
  [
    index(screens.org, organisationStart),
    page(screens.orgDashboard, organisationStart),
    page(screens.orgNotifications, notifications),
    group(screens.users, [
      index(screens.users, () => import('./features/members/UsersPage.tsx')),
      group(screens.accountRequests, [
        index(screens.accountRequests, () => import('./features/invitations/InvitationsPage.tsx')),
        page(screens.newAccountRequest, () => import('./features/invitations/NewInvitationPage.tsx')),
        page(screens.invitationSheet, () => import('./features/invitations/InvitationSheetPage.tsx')),
        page(screens.accountRequest, () => import('./features/invitations/InvitationPage.tsx')),
      ]),
      page(screens.user, () => import('./features/members/UserPage.tsx')),
    ]),
    group(screens.sealRequests, [
      index(screens.sealRequests, () => import('./features/seals/SealRequestsPage.tsx')),
      page(screens.sealRequest, () => import('./features/seals/SealRequestPage.tsx')),
    ]),
    page(screens.sealDocuments, () => import('./features/seals/SealDocumentsPage.tsx')),
    group(screens.approveUsers, [
      { index: true, loader: () => redirect(to('newUsers', { pending: 1 })) }, // what waits comes first
      page(screens.newUsers, () => import('./features/approvals/NewUsersPage.tsx')),
      page(screens.newUser, () => import('./features/approvals/NewUserPage.tsx')),
    ]),
    group(screens.changeRequests, [
      index(screens.changeRequests, () => import('./features/approvals/ChangesPage.tsx')),
      page(screens.changeRequest, () => import('./features/approvals/ChangePage.tsx')),
    ]),
    group(screens.counters, [index(screens.counters, notYet), page(screens.buyCounters, notYet), page(screens.counter, notYet)]),
    group(screens.rolePlans, [index(screens.rolePlans, notYet), page(screens.buyRolePlan, notYet), page(screens.rolePlan, notYet)]),
    page(screens.orgTransactions, notYet, [page(screens.orgTransaction, notYet)]),
    group(screens.specialPlans, [
      index(screens.specialPlans, notYet),
      page(screens.buySpecialPlan, notYet),
      page(screens.specialPlan, notYet),
    ]),
    page(screens.purchaseOrders, notYet, [page(screens.purchaseOrder, notYet)]),
    profile('orgAccount', screens.orgAccountMy),
    profile('orgProfile', screens.orgProfileOrganisation),
    page(screens.reportEsign, notYet),
    page(screens.reportCertificates, notYet),
    page(screens.reportRoles, notYet),
    page(screens.orgPaymentStatus, notYet),
  ],
  'header:organisation',
)

const operations = group(screens.operations, [
  index(screens.operations, () => import('./features/operations/OperationsPage.tsx')),
  group(screens.waitingRequests, [
    index(screens.waitingRequests, () => import('./features/operations/WaitingRequestsPage.tsx')),
    page(screens.waitingErasure, () => import('./features/operations/ErasurePage.tsx')),
    page(screens.waitingMember, () => import('./features/operations/NewMemberPage.tsx')),
    page(screens.waitingChange, () => import('./features/operations/SubmittedChangePage.tsx')),
    page(screens.waitingOrganisationChange, () => import('./features/operations/SubmittedOrganisationChangePage.tsx')),
    page(screens.waitingUnit, () => import('./features/operations/SubmittedUnitPage.tsx')),
    page(screens.waitingSeal, () => import('./features/operations/SubmittedSealPage.tsx')),
    page(screens.waitingClosure, () => import('./features/operations/ClosurePage.tsx')),
    page(screens.waitingMessage, () => import('./features/operations/ContactMessagePage.tsx')),
    page(screens.waitingApplication, () => import('./features/operations/ApplicationPage.tsx')),
  ]),
  group(screens.organisations, [
    index(screens.organisations, () => import('./features/operations/OrganisationsPage.tsx')),
    page(screens.organisationOfStaff, () => import('./features/operations/OrganisationPage.tsx')),
  ]),
  page(screens.contactMessages, () => import('./features/operations/ContactMessagesPage.tsx')),
  page(screens.givenUp, () => import('./features/operations/GivenUpPage.tsx')),
  page(screens.people, () => import('./features/operations/PeoplePage.tsx')),
  group(screens.issuedCertificates, [
    index(screens.issuedCertificates, () => import('./features/operations/IssuedCertificatesPage.tsx')),
    page(screens.issuedCertificate, () => import('./features/operations/IssuedCertificatePage.tsx')),
  ]),
  group(screens.saleCatalogue, [
    index(screens.saleCatalogue, () => import('./features/finance/CataloguePage.tsx')),
    page(screens.newCatalogueChange, () => import('./features/finance/NewCatalogueChangePage.tsx')),
    page(screens.agreementVersions, () => import('./features/finance/AgreementVersionsPage.tsx')),
    group(screens.catalogueChanges, [
      index(screens.catalogueChanges, () => import('./features/finance/CatalogueChangesPage.tsx')),
      page(screens.catalogueChange, () => import('./features/finance/CatalogueChangePage.tsx')),
    ]),
  ]),
  group(screens.takenPayments, [
    index(screens.takenPayments, () => import('./features/finance/PaymentsPage.tsx')),
    page(screens.takenPayment, () => import('./features/finance/PaymentPage.tsx')),
  ]),
  group(screens.refunds, [
    index(screens.refunds, () => import('./features/finance/RefundsPage.tsx')),
    page(screens.refund, () => import('./features/finance/RefundPage.tsx')),
  ]),
  group(screens.reconciliations, [
    index(screens.reconciliations, () => import('./features/finance/ReconciliationsPage.tsx')),
    page(screens.reconciliation, () => import('./features/finance/ReconciliationPage.tsx')),
  ]),
  group(screens.auditTrail, [
    index(screens.auditTrail, () => import('./features/operations/AuditTrailPage.tsx')),
    page(screens.auditRecord, () => import('./features/operations/AuditRecordPage.tsx')),
  ]),
  page(screens.systemState, () => import('./features/operations/SystemStatePage.tsx')),
  page(screens.operationsNotifications, notifications),
  account('operationsAccount'),
  page(screens.operationsDevices, devices),
])

const app: RouteObject = {
  path: screens.start.path,
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
    operations,
    notFound,
  ],
}

/** What is not public; a visitor of the public pages does without. */
export const beyond: RouteObject[] = [preEnrolment, app]

export const routes: RouteObject[] = [{ ...root, children: [...root.children, ...beyond] }]
