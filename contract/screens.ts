/**
 * The screens: every address of the application once, with its title, who may open it and where it stands. The router, the menu, the guard,
 * the server's pages and letters, the site map and docs/INDEX.md read this table; `to` makes addresses of it.
 */
import { mayChangeCatalogue, mayReadCatalogue, mayReadPayments, operatorRoles } from './operatorAccess.ts'
import type { OperatorRole, OrgRole } from './kit.ts'
import { appRoot, type Address, type Entry, led, on, type Opens, type Place, publicScreens, plain } from './publicScreens.ts'

/** Parts of a screen, each with an address below it: `myAccount` and `security` make `myAccountSecurity`. */
type Parts<N extends string, P extends Address, S extends Record<string, readonly [string, string]>> = {
  readonly [K in keyof S & string as `${N}${Capitalize<K>}`]: Entry<`/${string}` & `${P}/${S[K][0]}`, S[K][1]>
}
const partsOf = <const N extends string, const P extends Address, const S extends Record<string, readonly [string, string]>>(
  name: N,
  { path, area, frame, opens }: Entry<P>,
  parts: S,
) =>
  Object.fromEntries(
    Object.entries(parts).map(([part, [below, title]]) => [
      `${name}${part[0]!.toUpperCase()}${part.slice(1)}`,
      { path: `${path}/${below}`, title, area, frame, opens },
    ]),
  ) as unknown as Parts<N, P, S>

/** What a person's own account has, in each area. */
export const accountParts = {
  profile: ['profile', 'routes:accountIdentity'],
  contact: ['contact', 'routes:accountContact'],
  security: ['security', 'routes:accountSecurity'],
  preferences: ['preferences', 'routes:accountPreferences'],
  agreements: ['agreements', 'routes:accountAgreements'],
  sessions: ['sessions', 'routes:accountSessions'],
  activity: ['activity', 'routes:accountActivity'],
  data: ['my-data', 'routes:accountData'],
} as const

/** What those who manage an organisation read of it, and what its enrolment admin submits. */
const organisationParts = {
  organisation: ['organisation', 'routes:organisationView'],
  change: ['organisation/changes/:slNo', 'routes:organisationChange'],
  units: ['units', 'routes:units'],
  unit: ['units/:slNo', 'routes:unit'],
  certificate: ['certificate', 'routes:certificate'],
  sponsor: ['sponsor', 'routes:sponsor'],
  sponsorDetails: ['sponsor/:slNo', 'routes:sponsorDetails'],
  technicalContact: ['technical-contact', 'routes:technicalContact'],
  technicalContactDetails: ['technical-contact/:slNo', 'routes:technicalContactDetails'],
  admins: ['admins', 'routes:admins'],
} as const
const organisationForms = {
  newChange: ['organisation/change', 'routes:newOrganisationChange'],
  newUnit: ['units/new', 'routes:newUnit'],
  newSponsor: ['sponsor/new', 'routes:newSponsor'],
  newTechnicalContact: ['technical-contact/new', 'routes:newTechnicalContact'],
  orderSeal: ['certificate/order', 'routes:orderSeal'],
} as const

const signedIn = on('app', 'signedIn')
const my = on('app', 'person')
const members = on('app', ['enrolmentAdmin', 'authorizedSignatory', 'organizationUser'])
const managers = on('app', ['enrolmentAdmin', 'authorizedSignatory'])
const admins = on('app', ['enrolmentAdmin'])
const staff = on('app', operatorRoles)
const catalogueReaders = on('app', mayReadCatalogue.operator)
const paymentReaders = on('app', mayReadPayments.operator)
const catalogueChangers = on('app', mayChangeCatalogue.operator)
/** Whoever decides requests of people and organisations, and whoever may look on. */
const deciders = on('app', ['registrationOfficer', 'auditor', 'administrator'])
/** Those who find in the one queue what they decide or read. */
const waitingReaders = on('app', ['registrationOfficer', 'finance', 'auditor', 'administrator'])
const inMenu = <const G extends string, const I extends string>(group: G, icon: I) => ({ menu: { group, icon } }) as const
/** Where a screen will stand that is not made yet; until then no menu leads to it. */
const later = (_group: string, _icon: string) => ({})
const first = { menu: { group: null, icon: 'home' } } as const

const myAccount = signedIn('profile', '/app/my/account', 'routes:account', inMenu('routes:groupAccount', 'user'))
const orgAccount = members('profile', '/app/org/account', 'routes:account', inMenu('routes:groupOrganisation', 'user'))
/** An organisation user reads here what is theirs, and nothing of what is managed. */
const orgAccountManaged = managers('organisation', orgAccount.path, 'routes:account')
const orgAccountMy = members('profile', `${orgAccount.path}/my`, 'routes:profileMine')
const orgProfile = managers('organisation', '/app/org/orgProfile', 'routes:orgProfile', inMenu('routes:groupOrganisation', 'building'))
const orgProfileMy = managers('profile', `${orgProfile.path}/my`, 'routes:profileMine')
const operationsAccount = staff('profile', '/app/operations/account', 'routes:account', inMenu('routes:groupAccount', 'user'))

/** In the order of the menus. */
export const screens = {
  ...publicScreens,

  afterVerification: plain('enrolment', '/after-verification', 'routes:afterVerification'),
  emailVerification: plain('enrolment', '/email-verification', 'routes:emailVerification'),
  codeVerification: plain('enrolment', '/code-verification', 'routes:codeVerification'),
  linkExpired: plain('enrolment', '/link-expired', 'routes:linkExpired'),
  verifyOrgUser: plain('organisation', '/verify-orgUser', 'routes:verifyOrgUser'),
  verifyOrgUserDetails: plain('organisation', '/verify-orgUser-details', 'routes:verifyOrgUserDetails'),
  verifyPayments: plain('payments', '/verify-payments', 'routes:verifyPayments'),
  paymentStatusPreLogin: plain('payments', '/paymentstatus-prelogin', 'routes:paymentStatus'),

  /** Leads to the person's own area. */
  start: signedIn('sessions', appRoot, 'routes:dashboard'),

  my: my('dashboard', '/app/my', 'routes:dashboard', first),
  myDashboard: my('dashboard', '/app/my/dashboard', 'routes:dashboard'),
  myNotifications: my('dashboard', '/app/my/notifications', 'routes:notifications'),
  sign: my('signing', '/app/my/esign/sign', 'routes:signing', inMenu('routes:groupSigning', 'pen')),
  myTransactions: my('transactions', '/app/my/esign/transactions', 'routes:myTransactions', inMenu('routes:groupSigning', 'file')),
  myTransaction: my('transactions', '/app/my/esign/transactions/:transactionID', 'routes:documents'),
  transactionStatus: my('signing', '/app/my/esigntransaction-status', 'routes:transactionStatus'),
  returnExternal: my('signing', '/app/my/esign/transaction/return/external', 'routes:returnExternal'),
  mySubscriptions: my('subscriptions', '/app/my/esign/subscriptions', 'routes:mySubscription', inMenu('routes:groupPlans', 'card')),
  currentPlans: my('subscriptions', '/app/my/esign/subscriptions/current', 'routes:currentPlans'),
  purchasedPlans: my('subscriptions', '/app/my/esign/subscriptions/purchased', 'routes:purchasedPlans'),
  planHistory: my('subscriptions', '/app/my/esign/subscriptions/history', 'routes:planHistory'),
  paymentHistory: my('payments', '/app/my/esign/subscriptions/payments', 'routes:paymentHistory'),
  buyPlans: my('catalogue', '/app/my/esign/buy/plans', 'routes:buyPlans', inMenu('routes:groupPlans', 'bag')),
  paymentStatus: my('payments', '/app/my/paymentStatus', 'routes:paymentStatus'),
  myCertificates: my('certificates', led.myCertificates, 'routes:manageCertificates', inMenu('routes:groupCertificates', 'certificate')),
  myCertificate: my('certificates', '/app/my/dsc/manage/:encodedCertificateSlno', 'routes:certificate'),
  buyCertificate: my('certificates', led.buyCertificate, 'routes:buyCertificate', inMenu('routes:groupCertificates', 'plus')),
  myAccount,
  ...partsOf('myAccount', myAccount, accountParts),
  devices: signedIn('devices', '/app/my/devices', 'routes:devices', inMenu('routes:groupAccount', 'phone')),
  newOrganisation: my('applications', '/app/my/organisations/new', 'routes:newOrganisation', inMenu('routes:groupAccount', 'building')),
  kycRenewal: signedIn('sessions', '/app/my/kyc-renewal', 'routes:kycRenewal'),

  org: members('dashboard', '/app/org', 'routes:dashboard', first),
  orgDashboard: members('dashboard', '/app/org/dashboard', 'routes:dashboard'),
  orgNotifications: members('dashboard', '/app/org/notifications', 'routes:notifications'),
  users: managers('members', '/app/org/manage/users', 'routes:manageUsers', inMenu('routes:groupPeople', 'users')),
  user: managers('members', '/app/org/manage/users/:userSlno', 'routes:userDetails'),
  accountRequests: managers('members', '/app/org/manage/users/uav', 'routes:accountRequests', inMenu('routes:groupPeople', 'plus')),
  newAccountRequest: admins('members', '/app/org/manage/users/uav/createuav', 'routes:newAccountRequest'),
  invitationSheet: admins('members', '/app/org/manage/users/uav/sheet', 'routes:invitationSheet'),
  accountRequest: managers('members', '/app/org/manage/users/uav/viewuav', 'routes:viewAccountRequest'),
  approveUsers: managers('approvals', '/app/org/approval/user', 'routes:approveUsers', inMenu('routes:groupPeople', 'success')),
  newUsers: managers('approvals', '/app/org/approval/user/new', 'routes:newUsers'),
  newUser: managers('approvals', '/app/org/approval/user/new/:slNo', 'routes:requestDetails'),
  changeRequests: managers('approvals', '/app/org/approval/user/changes', 'routes:changeRequests', inMenu('routes:groupPeople', 'pen')),
  changeRequest: managers('approvals', '/app/org/approval/user/changes/:slNo', 'routes:requestDetails'),
  sealRequests: managers('seals', '/app/org/approval/dsc', 'routes:approveCertificates', inMenu('routes:groupPeople', 'certificate')),
  sealRequest: managers('seals', '/app/org/approval/dsc/:slNo', 'routes:requestDetails'),
  sealDocuments: managers('seals', '/app/org/seal/documents', 'routes:sealDocuments', inMenu('routes:groupOrganisation', 'file')),
  counters: managers('purchases', '/app/org/buy/esign/plans', 'routes:counters', later('routes:groupPurchases', 'bag')),
  buyCounters: admins('purchases', '/app/org/buy/esign/plans/buycounter', 'routes:buyCounters'),
  counter: managers('purchases', '/app/org/buy/esign/plans/:productKeyRequestSlNo', 'routes:requestDetails'),
  rolePlans: managers('purchases', '/app/org/buy/role/plans', 'routes:rolePlans', later('routes:groupPurchases', 'users')),
  buyRolePlan: admins('purchases', '/app/org/buy/role/plans/buyOrgPlan', 'routes:buyRolePlan'),
  rolePlan: managers('purchases', '/app/org/buy/role/plans/:productKeyRequestSlNo', 'routes:requestDetails'),
  specialPlans: managers('purchases', '/app/org/purchase/special/plan', 'routes:specialPlans', later('routes:groupPurchases', 'card')),
  buySpecialPlan: admins('purchases', '/app/org/purchase/special/plan/buyspecialplan', 'routes:buySpecialPlan'),
  specialPlan: managers('purchases', '/app/org/purchase/special/plan/:productKeyRequestSlNo', 'routes:requestDetails'),
  purchaseOrders: managers('purchases', '/app/org/purchase/requests', 'routes:purchaseRequests', later('routes:groupPurchases', 'file')),
  purchaseOrder: managers('purchases', '/app/org/purchase/requests/:productKeyRequestSlNo', 'routes:requestDetails'),
  orgPaymentStatus: admins('purchases', '/app/org/paymentStatus', 'routes:paymentStatus'),
  orgTransactions: managers('transactions', '/app/org/esign/transactions', 'routes:orgTransactions', later('routes:groupReports', 'pen')),
  orgTransaction: managers('transactions', '/app/org/esign/transactions/:esignLogsID', 'routes:requestDetails'),
  reportEsign: managers('reports', '/app/org/reports/esign', 'routes:reportEsign', later('routes:groupReports', 'chart')),
  reportRoles: managers('reports', '/app/org/reports/roles', 'routes:reportRoles', later('routes:groupReports', 'chart')),
  reportCertificates: managers('reports', '/app/org/reports/dsc', 'routes:reportCertificates', later('routes:groupReports', 'chart')),
  orgProfile,
  orgProfileMy,
  ...partsOf('orgProfileMy', orgProfileMy, accountParts),
  ...partsOf('orgProfile', orgProfile, organisationParts),
  ...partsOf('orgProfile', admins('organisation', orgProfile.path, 'routes:orgProfile'), organisationForms),
  orgAccount,
  orgAccountMy,
  ...partsOf('orgAccountMy', orgAccountMy, accountParts),
  ...partsOf('orgAccount', orgAccountManaged, organisationParts),
  ...partsOf('orgAccount', admins('organisation', orgAccount.path, 'routes:account'), organisationForms),

  operations: staff('operations', '/app/operations', 'routes:operations', first),
  waitingRequests: waitingReaders(
    'operations',
    '/app/operations/requests',
    'routes:waitingRequests',
    inMenu('routes:groupDecisions', 'success'),
  ),
  waitingErasure: deciders('operations', '/app/operations/requests/erasure/:requestID', 'routes:waitingErasure'),
  waitingMember: deciders('operations', '/app/operations/requests/membership/:requestID', 'routes:waitingMember'),
  waitingChange: deciders('operations', '/app/operations/requests/change/:requestID', 'routes:waitingChange'),
  waitingUnit: deciders('operations', '/app/operations/requests/unit/:requestID', 'routes:waitingUnit'),
  waitingSeal: deciders('operations', '/app/operations/requests/seal/:requestID', 'routes:waitingSeal'),
  waitingClosure: deciders('operations', '/app/operations/requests/closure/:requestID', 'routes:waitingClosure'),
  waitingMessage: deciders('operations', '/app/operations/requests/contact/:requestID', 'routes:waitingMessage'),
  waitingOrganisationChange: deciders(
    'operations',
    '/app/operations/requests/organisation-change/:requestID',
    'routes:waitingOrganisationChange',
  ),
  waitingApplication: deciders('operations', '/app/operations/requests/organisation/:requestID', 'routes:waitingApplication'),
  organisations: staff('operations', '/app/operations/organisations', 'routes:organisations', inMenu('routes:groupDecisions', 'building')),
  organisationOfStaff: staff('operations', '/app/operations/organisations/:organizationSlno', 'routes:organisationOfStaff'),
  contactMessages: deciders('operations', '/app/operations/contact', 'routes:contactMessages', inMenu('routes:groupDecisions', 'file')),
  people: deciders('operations', '/app/operations/people', 'routes:people', inMenu('routes:groupDecisions', 'users')),
  issuedCertificates: deciders(
    'operations',
    '/app/operations/certificates',
    'routes:issuedCertificates',
    inMenu('routes:groupDecisions', 'certificate'),
  ),
  issuedCertificate: deciders('operations', '/app/operations/certificates/:serialNumber', 'routes:issuedCertificate'),
  givenUp: on('app', ['administrator'])(
    'operations',
    '/app/operations/given-up',
    'routes:givenUp',
    inMenu('routes:groupDecisions', 'refresh'),
  ),
  auditTrail: on('app', ['auditor'])('operations', '/app/operations/audit', 'routes:auditTrail', inMenu('routes:groupDecisions', 'search')),
  auditRecord: on('app', ['auditor'])('operations', '/app/operations/audit/:auditSlno', 'routes:auditRecord'),
  systemState: staff('operations', '/app/operations/state', 'routes:systemState', inMenu('routes:groupDecisions', 'shield')),
  saleCatalogue: catalogueReaders('finance', '/app/operations/catalogue', 'routes:saleCatalogue', inMenu('routes:groupFinance', 'bag')),
  catalogueChanges: catalogueReaders('finance', '/app/operations/catalogue/changes', 'routes:catalogueChanges'),
  catalogueChange: catalogueReaders('finance', '/app/operations/catalogue/changes/:requestID', 'routes:catalogueChange'),
  newCatalogueChange: catalogueChangers('finance', '/app/operations/catalogue/new', 'routes:newCatalogueChange'),
  takenPayments: paymentReaders('finance', '/app/operations/payments', 'routes:takenPayments', inMenu('routes:groupFinance', 'card')),
  takenPayment: paymentReaders('finance', '/app/operations/payments/:paymentID', 'routes:takenPayment'),
  refunds: paymentReaders('finance', '/app/operations/refunds', 'routes:refunds', inMenu('routes:groupFinance', 'refresh')),
  refund: paymentReaders('finance', '/app/operations/refunds/:requestID', 'routes:refund'),
  reconciliations: paymentReaders(
    'finance',
    '/app/operations/reconciliation',
    'routes:reconciliations',
    inMenu('routes:groupFinance', 'success'),
  ),
  reconciliation: paymentReaders('finance', '/app/operations/reconciliation/:runID', 'routes:reconciliation'),
  agreementVersions: catalogueReaders('finance', '/app/operations/catalogue/agreements', 'routes:agreementVersions'),
  operationsNotifications: staff(
    'dashboard',
    '/app/operations/notifications',
    'routes:notifications',
    inMenu('routes:groupAccount', 'bell'),
  ),
  operationsAccount,
  ...partsOf('operationsAccount', operationsAccount, accountParts),
  operationsDevices: staff('devices', '/app/operations/devices', 'routes:devices', inMenu('routes:groupAccount', 'phone')),
} as const

export type ScreenName = keyof typeof screens
export type Screen = Entry<Address, string, Place>
/** The same table where names do not matter. */
export const allScreens: readonly Screen[] = Object.values(screens)

type NamesIn<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
type Given = Record<string, string | number | null | undefined>

/**
 * The address of a screen.
 * @param given what the address names (`:transactionID`), and anything else for its query; null and undefined are left out of the query
 */
export function to<N extends ScreenName>(
  name: N,
  ...[given = {}]: [NamesIn<(typeof screens)[N]['path']>] extends [never]
    ? [given?: Given]
    : [given: Record<NamesIn<(typeof screens)[N]['path']>, string | number> & Given]
): string {
  const query = new URLSearchParams()
  let path: string = screens[name].path
  for (const [key, value] of Object.entries<Given[string]>(given)) {
    if (value === null || value === undefined) continue
    if (path.includes(`/:${key}`)) path = path.replace(`:${key}`, encodeURIComponent(value))
    else query.set(key, String(value))
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

/** As whom somebody is signed in. */
type Who = {
  readonly isSubscriber: boolean
  readonly operatorRoles: readonly OperatorRole[]
  readonly organizationList: readonly unknown[]
  readonly selectedOrganization: { readonly userRole: OrgRole } | null
}

/** Whether a screen is somebody's; the server judges each call again. */
export function mayOpen(opens: Opens, { isSubscriber, operatorRoles, organizationList, selectedOrganization }: Who): boolean {
  if (opens === 'anyone' || opens === 'signedIn') return true
  if (opens === 'person') return isSubscriber || organizationList.length > 0
  return opens.some((role) => role === selectedOrganization?.userRole || operatorRoles.some((own) => own === role))
}
