/** A day of the provider's staff at the keyboard alone: no press of a pointer, and nothing is reached that does not have the focus. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { to } from '#contract/screens.ts'
import { cast } from '#server/demo/cast.ts'
import { addPerson } from '../people.ts'
import { journey, type Tab, textsOf } from './browser.ts'

const here = journey()
const { operations, decisions, ui } = textsOf('ar')
const waiting = '/app/operations/requests'
/** Whoever works with keys all day has no patience for more presses from one thing to the next. */
const mostTabs = 20

/** Goes on from where the focus is, or back, until it is on this. */
async function tabTo(tab: Tab, wanted: Locator, key = 'Tab'): Promise<void> {
  await wanted.waitFor()
  for (let presses = 0; presses <= mostTabs; presses++) {
    if ((await wanted.and(tab.locator(':focus')).count()) > 0) return
    await tab.keyboard.press(key)
  }
  throw new Error(`${String(wanted)} is not reached by ${mostTabs} presses`)
}

async function press(tab: Tab, wanted: Locator): Promise<void> {
  await tabTo(tab, wanted)
  await tab.keyboard.press('Enter')
}

async function type(tab: Tab, wanted: Locator, text: string): Promise<void> {
  await tabTo(tab, wanted)
  await tab.keyboard.insertText(text)
}

const button = (tab: Tab, name: string) => tab.getByRole('button', { name, exact: true })
const field = (tab: Tab, name: string) => tab.getByRole('textbox', { name })

async function signInByKeys(nationalId: string, from: string): Promise<Tab> {
  const tab = await here.open({ language: 'ar' })
  await tab.goto(`/app/login?from=${encodeURIComponent(from)}`)
  const coming = await tab.evaluate(() => setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 150))
  await type(tab, tab.locator('input[name=nationalID]'), nationalId)
  await tab.keyboard.press('Enter')
  await tab.waitForURL((url) => url.pathname === from)
  await tab.evaluate((interval) => clearInterval(interval), coming)
  await tab.locator('#main h1').waitFor()
  return tab
}

/** The menu stands before the content: a person goes back to it, from the heading on which the focus is. */
async function goByMenu(tab: Tab, path: string): Promise<void> {
  await tab.locator('#main h1:focus').waitFor()
  await tabTo(tab, tab.locator(`nav a[href="${path}"]`).first(), 'Shift+Tab')
  await tab.keyboard.press('Enter')
  await tab.waitForURL((url) => url.pathname === path)
  await tab.locator('#main h1:focus').waitFor()
}

const message = {
  reference: 'C-KEYS-NEY1',
  received_at: new Date(),
  language: 'ar',
  subject: 'plans',
  name: 'سارة الحربي',
  email: 'sara@people.example',
  body: 'كم تدوم الباقة؟',
} as const

test('the officer grants an erasure, answers a message, and suspends an account', { timeout: 180_000 }, async () => {
  const { nationalId, personId } = await addPerson(here.server, 2, 9_431)
  const { nationalId: other, personId: suspended } = await addPerson(here.server, 2, 9_432)
  const maker = await here.server.signIn(nationalId)
  const { requestID } = (await maker.post('/api/v1/profile/my/data/erasure', { reason: 'I moved abroad.' })).body
  await here.server.owner.deleteFrom('contact_message').execute()
  await here.server.owner.insertInto('contact_message').values(message).execute()
  const tab = await signInByKeys(cast.bandar, '/app/operations')

  await press(tab, tab.locator('.counts li').filter({ hasText: operations.waiting.kinds.erasure }).getByRole('link'))
  await tab.locator('tbody a').first().waitFor()
  for (let rows = 0; rows < 10 && (await tab.locator(`a[href*="${requestID}"]:focus`).count()) === 0; rows++)
    await tab.keyboard.press('ArrowDown')
  await tab.keyboard.press('Enter')
  await tab.waitForURL((url) => url.pathname.endsWith(requestID))
  await press(tab, button(tab, decisions.approve))
  await tab.locator('#challenge-title').waitFor()
  await tab.waitForURL((url) => url.pathname === waiting)
  const state = async () =>
    (await here.server.owner.selectFrom('erasure_request').select('state').where('person_id', '=', personId).executeTakeFirst())?.state
  await expect.poll(state, { timeout: 60_000 }).toBe('erased')

  await goByMenu(tab, to('contactMessages'))
  await press(tab, tab.locator('tbody a').first())
  await type(tab, field(tab, operations.messages.answerText), 'سنة من يوم الشراء.')
  await press(tab, button(tab, operations.messages.send))
  await expect
    .poll(() => here.server.owner.selectFrom('contact_message').select('state').orderBy('id').execute())
    .toContainEqual({ state: 'answered' })

  await goByMenu(tab, to('people'))
  await type(tab, field(tab, operations.people.search), other)
  await type(tab, field(tab, operations.people.reason), 'طلبها في الفرع')
  await press(tab, button(tab, operations.people.find))
  await press(tab, button(tab, operations.people.suspend))
  const question = tab.getByRole('alertdialog')
  await type(tab, question.getByRole('textbox'), 'بطلب صاحبه')
  await press(tab, question.getByRole('button', { name: operations.people.suspend }))
  await expect
    .poll(() => here.server.owner.selectFrom('person').select('status').where('id', '=', suspended).executeTakeFirst())
    .toEqual({ status: 'suspended' })
  expect(tab.complaints).toEqual([])
})

test('the auditor finds a record, reads it, and takes the trail along', { timeout: 120_000 }, async () => {
  const tab = await signInByKeys(cast.tariq, to('auditTrail'))
  await type(tab, tab.locator('.filters input').first(), cast.noura)
  await tab.locator('#main .notice').filter({ hasText: operations.trail.of }).waitFor()
  const [file] = await Promise.all([tab.waitForEvent('download'), press(tab, button(tab, ui.export))])
  expect(file.suggestedFilename()).toMatch(/\.xlsx$/)
  await press(tab, tab.locator('tbody a').first())
  await tab.getByText(operations.trail.facts).waitFor()
  expect(tab.complaints).toEqual([])
})
