/** Who opens a screen that is not theirs is told so and led home; nothing of that screen is asked of the server. */
import { mkdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { to } from '#contract/screens.ts'
import { cast } from '#server/demo/cast.ts'
import { expectAccessibleInEveryLook, journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()

const folder = process.env.SCREENS
async function picture(tab: Tab, name: string) {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await tab.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

const people = [
  {
    who: 'a subscriber',
    id: cast.noura,
    home: to('my'),
    visits: [
      [to('users'), 'organisation'],
      [to('operations'), 'staff'],
      [to('org'), 'organisation'],
    ],
  },
  {
    who: 'staff',
    id: cast.tariq,
    home: to('operations'),
    visits: [
      [to('org'), 'organisation'],
      [to('myTransactions'), 'person'],
      [to('my'), 'person'],
    ],
  },
  { who: 'a registration officer', id: cast.bandar, home: to('operations'), visits: [[to('auditTrail'), 'staffRole']] },
  { who: 'an organisation user', id: cast.reem, home: to('org'), visits: [[to('buyCounters'), 'role']] },
  { who: 'an authorized signatory', id: cast.abdulaziz, home: to('org'), visits: [[to('newAccountRequest'), 'role']] },
] as const

/** Answers to calls that refuse, since the tab was opened. */
function refusals(tab: Tab): string[] {
  const found: string[] = []
  tab.on('response', (answer) => answer.status() >= 400 && found.push(`${answer.status()} ${answer.url()}`))
  return found
}

describe.each([
  { language: 'ar', size: 'phone', theme: 'light' },
  { language: 'en', size: 'wide', theme: 'dark' },
] as const)('in $language on a $size screen', ({ language, size, theme }) => {
  const texts = textsOf(language)

  test.each(people)('$who', async ({ id, visits, home }) => {
    const tab = await here.open({ language, size, theme })
    const refused = refusals(tab)
    await signIn(tab, id)
    for (const [path, why] of visits) {
      await tab.goto(path)
      await tab.getByRole('heading', { level: 1, name: texts.ui.notYours.title }).waitFor()
      expect(await tab.locator('#main').innerText()).toContain(texts.ui.notYours[why])
      expect(await tab.title()).toContain(texts.ui.notYours.title)
      await picture(tab, `not-yours-${why}-${language}-${size}-${theme}`)
    }
    await expectAccessibleInEveryLook(tab)
    await tab.getByRole('link', { name: texts.ui.notYours.home }).click()
    await tab.waitForURL((url) => url.pathname === home)
    await tab.locator('#main h1').waitFor()
    await tab.waitForLoadState('networkidle')
    expect(refused).toEqual([])
  })

  test('staff begin in the console, and read what they were told, agreed to and signed in on there', async () => {
    const tab = await here.open({ language, size, theme })
    const refused = refusals(tab)
    await signIn(tab, cast.bandar)
    await tab.waitForURL((url) => url.pathname === to('operations'))
    await tab.getByText(texts.operations.role.registrationOfficer).waitFor()
    await expectAccessibleInEveryLook(tab)
    await picture(tab, `operations-${language}-${size}-${theme}`)
    const leads = await tab.locator('#main a').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
    expect([...new Set(leads.filter((path) => path !== to('operations') && !path.includes('?')))]).toEqual([
      // and to what waits, by kind
      to('waitingRequests'),
      to('organisations'),
      to('people'),
      to('issuedCertificates'),
      to('contactMessages'),
      to('systemState'),
      to('operationsNotifications'),
      to('operationsAccount'),
      to('operationsDevices'),
    ])
    const own = [
      'operationsNotifications',
      'operationsDevices',
      'operationsAccountProfile',
      'operationsAccountContact',
      'operationsAccountSecurity',
      'operationsAccountPreferences',
      'operationsAccountAgreements',
      'operationsAccountSessions',
      'operationsAccountData',
    ] as const
    for (const name of own) {
      await tab.goto(to(name))
      await tab.locator('#main h1').waitFor()
      await tab.waitForLoadState('networkidle')
      expect(await tab.getByRole('heading', { level: 1, name: texts.ui.notYours.title }).count(), name).toBe(0)
      expect(await tab.getByRole('alert').count(), name).toBe(0)
    }
    await picture(tab, `operations-data-${language}-${size}-${theme}`)
    expect(refused).toEqual([])
  })
})
