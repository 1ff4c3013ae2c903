/** Every address of organisations and of the provider's staff, opened by each of their roles: what is theirs stands there, and no tab leads to what refuses them. */
import { expect, test } from 'vitest'
import type { OperatorRole, OrgRole } from '#contract/kit.ts'
import { mayOpen, screens } from '#contract/screens.ts'
import { cast } from '#server/demo/cast.ts'
import { routedScreens } from '../../bin/routedScreens.ts'
import { expectFit, journey, type Tab } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()

/** What it shows is named by its query. */
const needsQuery = ['/app/org/manage/users/uav/viewuav']
const made = (await routedScreens()).filter(
  ({ path, file }) =>
    /^\/app\/(org|operations)\b/.test(path) &&
    !path.includes(':') &&
    !needsQuery.includes(path) &&
    !file.startsWith('→') &&
    !file.endsWith('NotYetPage.tsx'),
)
const opensOf = (path: string) => Object.values(screens).find((screen) => screen.path === path)!.opens

async function open(tab: Tab, address: string): Promise<void> {
  await tab.goto(address)
  await tab.waitForFunction(
    () => document.querySelector('#main h1') && !document.querySelector('#main [aria-busy=true], #main .skeleton, #main .waiting'),
  )
}

const org = (userRole: OrgRole) => ({ area: '/app/org', userRole, staff: [] as OperatorRole[] })
const staffOf = (...staff: OperatorRole[]) => ({ area: '/app/operations', userRole: null, staff })
test.each([
  { id: cast.sarah, ...org('enrolmentAdmin'), least: 21, language: 'ar', size: 'phone', isJudged: true },
  { id: cast.abdulaziz, ...org('authorizedSignatory'), least: 21, language: 'en', size: 'wide', isJudged: false },
  { id: cast.reem, ...org('organizationUser'), least: 9, language: 'ar', size: 'wide', isJudged: false },
  { id: cast.bandar, ...staffOf('registrationOfficer'), least: 12, language: 'ar', size: 'wide', isJudged: true },
  { id: cast.latifah, ...staffOf('sales', 'finance'), least: 12, language: 'ar', size: 'phone', isJudged: true },
  { id: cast.amal, ...staffOf('administrator'), least: 12, language: 'en', size: 'phone', isJudged: true },
  { id: cast.tariq, ...staffOf('auditor'), least: 12, language: 'en', size: 'wide', isJudged: false },
] as const)('$userRole $staff', { timeout: 300_000 }, async ({ id, area, userRole, staff, least, isJudged, ...view }) => {
  const selectedOrganization = userRole && { userRole }
  const who = { isSubscriber: false, operatorRoles: staff, organizationList: userRole ? [{}] : [], selectedOrganization }
  const own = made.filter(({ path }) => path.startsWith(area) && mayOpen(opensOf(path), who))
  expect(own.length).toBeGreaterThanOrEqual(least)
  const tab = await here.open(view)
  await signIn(tab, id, area)
  const tabs = new Set<string>()
  const faults: string[] = []
  for (const { path } of own) {
    tab.complaints.length = 0
    await open(tab, path)
    for (const href of await tab.locator('nav.tabs a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!)))
      tabs.add(href)
    if (!new URL(tab.url()).pathname.startsWith(path)) faults.push(`${path} leads to ${tab.url()}`)
    const alerts = (await tab.locator('#main [role=alert]').allInnerTexts()).filter((text) => text.trim() !== '')
    faults.push(...alerts.map((text) => `${path}: ${text}`))
    if (isJudged)
      await expectFit(tab, view).catch((error: Error & { actual?: unknown }) =>
        faults.push(`${path}: ${error.message} ${JSON.stringify(error.actual)}`),
      )
    faults.push(...tab.complaints.map((complaint) => `${path}: ${complaint}`))
  }
  expect(faults).toEqual([])
  const refused = [...tabs].filter((path) => !own.some((screen) => screen.path === path))
  expect(
    refused.filter((path) => !mayOpen(opensOf(path), who)),
    'tabs that refuse',
  ).toEqual([])
})
