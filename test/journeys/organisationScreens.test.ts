/** Every address of an organisation's area, opened by each of its roles: what is theirs stands there, and no tab leads to what refuses them. */
import { expect, test } from 'vitest'
import { mayOpen, screens } from '#contract/screens.ts'
import { cast } from '#server/demo/cast.ts'
import { routedScreens } from '../../bin/routedScreens.ts'
import { expectFit, journey, signIn, type Tab } from './browser.ts'

const here = journey()

/** What it shows is named by its query. */
const needsQuery = ['/app/org/manage/users/uav/viewuav']
const made = (await routedScreens()).filter(
  ({ path, file }) =>
    path.startsWith('/app/org') &&
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

test.each([
  { id: cast.sarah, userRole: 'enrolmentAdmin', language: 'ar', size: 'phone' },
  { id: cast.abdulaziz, userRole: 'authorizedSignatory', language: 'en', size: 'wide' },
  { id: cast.reem, userRole: 'organizationUser', language: 'ar', size: 'wide' },
] as const)('$userRole', { timeout: 300_000 }, async ({ id, userRole, ...view }) => {
  const who = { isSubscriber: false, operatorRoles: [], organizationList: [{}], selectedOrganization: { userRole } }
  const own = made.filter(({ path }) => mayOpen(opensOf(path), who))
  expect(own.length).toBeGreaterThan(userRole === 'organizationUser' ? 8 : 20)
  const tab = await here.open(view)
  await signIn(tab, id, '/app/org')
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
    if (userRole === 'enrolmentAdmin')
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
