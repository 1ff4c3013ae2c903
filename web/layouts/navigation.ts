import { mayOpen, type ScreenName, screens, to } from '#contract/screens.ts'
import type { Session } from '#contract/sessions.ts'
import type { TitleKey } from '../kit/useTitle.ts'
import type { IconName } from '../ui/Icon.tsx'

/** The parts of the signed-in area, named by their first screens; the first that is somebody's is where they begin. */
const areas = ['my', 'org', 'operations'] as const
export type Area = (typeof areas)[number]

const liesIn = (area: Area, path: string) => `${path}/`.startsWith(`${to(area)}/`)

type NavigationLink = { to: string; title: TitleKey; icon: IconName; isCurrent: boolean }
type Section = { title: TitleKey | null; links: NavigationLink[] }

const menu = Object.values(screens).flatMap((screen) => ('menu' in screen ? [screen] : []))

/** The area of an address; where it is not the person's, the one that they begin in. */
export function areaOf(session: Session, pathname: string): Area {
  const area = areas.find((one) => liesIn(one, pathname))
  return area && mayOpen(screens[area].opens, session) ? area : startArea(session)
}

/** What the sidebar offers in the area of the address. It only spares people dead ends: the server decides what is allowed. */
export function navigationFor(session: Session, pathname: string): Section[] {
  const area = areaOf(session, pathname)
  const open = menu.filter(({ path, opens }) => liesIn(area, path) && mayOpen(opens, session))
  const current = currentOf(area, open, pathname)
  const linkOf = ({ path, title, menu: { icon } }: (typeof menu)[number]) => ({ to: path, title, icon, isCurrent: path === current })
  const groups = Map.groupBy(open, (screen) => screen.menu.group)
  return Array.from(groups, ([title, links]) => ({ title, links: links.map(linkOf) }))
}

/** The deepest that the address lies in; an area's beginning has a second address, and nothing else lies in it. */
function currentOf(area: Area, open: readonly { path: string }[], pathname: string): string | undefined {
  const beginning = to(area)
  if ([beginning, `${beginning}/dashboard`].includes(pathname)) return beginning
  const around = open.map(({ path }) => path).filter((path) => path !== beginning && `${pathname}/`.startsWith(`${path}/`))
  return around.toSorted((one, other) => other.length - one.length)[0]
}

function startArea(session: Session): Area {
  if (session.isSubscriber) return 'my'
  if (session.organizationList.length) return 'org'
  return session.operatorRoles.length ? 'operations' : 'my'
}

const isNobody = ({ isSubscriber, organizationList, operatorRoles }: Session) =>
  !isSubscriber && !organizationList.length && !operatorRoles.length

/** Where a signed-in person begins: who has lost every role still has an account. */
export const startOf = (session: Session): string => to(isNobody(session) ? 'myAccount' : startArea(session))

const accounts = { my: 'myAccount', org: 'orgAccount', operations: 'operationsAccount' } as const satisfies Record<Area, ScreenName>
export const accountOf = (session: Session) => to(accounts[startArea(session)])
