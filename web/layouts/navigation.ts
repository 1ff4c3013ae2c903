import type { Session } from '#contract/sessions.ts'
import type { TitleKey } from '../kit/useTitle.ts'
import type { IconName } from '../ui/Icon.tsx'

type Role = Session['organizationList'][number]['userRole']
type NavigationLink = { to: string; title: TitleKey; icon: IconName; end?: boolean; roles?: Role[] }
type Section = { title?: TitleKey; links: NavigationLink[] }

const my: Section[] = [
  { links: [{ to: '/app/my', title: 'routes:dashboard', icon: 'home', end: true }] },
  {
    title: 'routes:groupSigning',
    links: [
      { to: '/app/my/esign/sign', title: 'routes:signing', icon: 'pen' },
      { to: '/app/my/esign/transactions', title: 'routes:myTransactions', icon: 'file' },
    ],
  },
  {
    title: 'routes:groupPlans',
    links: [
      { to: '/app/my/esign/subscriptions', title: 'routes:mySubscription', icon: 'card' },
      { to: '/app/my/esign/buy/plans', title: 'routes:buyPlans', icon: 'bag' },
    ],
  },
  {
    title: 'routes:groupCertificates',
    links: [
      { to: '/app/my/dsc/manage', title: 'routes:manageCertificates', icon: 'certificate' },
      { to: '/app/my/dsc/buy', title: 'routes:buyCertificate', icon: 'plus' },
    ],
  },
  {
    title: 'routes:groupAccount',
    links: [
      { to: '/app/my/account', title: 'routes:account', icon: 'user' },
      { to: '/app/my/devices', title: 'routes:devices', icon: 'phone' },
    ],
  },
]

const leads: Role[] = ['enrolmentAdmin', 'authorizedSignatory']

const org: Section[] = [
  { links: [{ to: '/app/org', title: 'routes:dashboard', icon: 'home', end: true }] },
  {
    title: 'routes:groupPeople',
    links: [
      { to: '/app/org/manage/users', title: 'routes:manageUsers', icon: 'users', end: true, roles: leads },
      { to: '/app/org/manage/users/uav', title: 'routes:accountRequests', icon: 'plus', roles: leads },
      { to: '/app/org/approval/user', title: 'routes:approveUsers', icon: 'success', roles: leads },
      { to: '/app/org/approval/dsc', title: 'routes:approveCertificates', icon: 'certificate', roles: leads },
    ],
  },
  {
    title: 'routes:groupPurchases',
    links: [
      { to: '/app/org/buy/esign/plans', title: 'routes:counters', icon: 'bag', roles: leads },
      { to: '/app/org/buy/role/plans', title: 'routes:rolePlans', icon: 'users', roles: leads },
      { to: '/app/org/purchase/special/plan', title: 'routes:specialPlans', icon: 'card', roles: leads },
      { to: '/app/org/purchase/requests', title: 'routes:purchaseRequests', icon: 'file', roles: leads },
    ],
  },
  {
    title: 'routes:groupReports',
    links: [
      { to: '/app/org/esign/transactions', title: 'routes:orgTransactions', icon: 'pen', roles: leads },
      { to: '/app/org/reports/esign', title: 'routes:reportEsign', icon: 'chart', roles: leads },
      { to: '/app/org/reports/roles', title: 'routes:reportRoles', icon: 'chart', roles: leads },
      { to: '/app/org/reports/dsc', title: 'routes:reportCertificates', icon: 'chart', roles: leads },
    ],
  },
  {
    title: 'routes:groupOrganisation',
    links: [
      { to: '/app/org/orgProfile', title: 'routes:orgProfile', icon: 'building', roles: leads },
      { to: '/app/org/account', title: 'routes:account', icon: 'user' },
    ],
  },
]

const operations: Section[] = [{ links: [{ to: '/app/operations', title: 'routes:operations', icon: 'home', end: true }] }]

/** What the sidebar offers in the area of the address. It only spares people dead ends: the server decides what is allowed. */
export function navigationFor(session: Session, pathname: string): Section[] {
  if (pathname.startsWith('/app/operations')) return operations
  if (!pathname.startsWith('/app/org')) return my
  const role = session.selectedOrganization?.userRole
  const allowed = ({ roles }: NavigationLink) => !roles || (role !== undefined && roles.includes(role))
  return org.map((section) => ({ ...section, links: section.links.filter(allowed) })).filter((section) => section.links.length)
}

/** Where a signed-in person begins. */
export function startOf(session: Session): string {
  if (session.isSubscriber) return '/app/my'
  if (session.organizationList.length) return '/app/org'
  return session.operatorRoles.length ? '/app/operations' : '/app/my'
}
