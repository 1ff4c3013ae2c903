/** The bell with what is new, and the chart of the first page: on both sizes of screen, in both languages. */
import { transactionStatuses } from '#contract/transactions.ts'
import { mkdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fieldSentence } from '#contract/fieldWords.ts'
import { cast } from '#server/demo/cast.ts'
import { notify } from '#server/platform/notifications.ts'
import { tellNotification } from '#server/platform/notificationSentences.ts'
import { addPerson } from '../people.ts'
import { expectAccessible, journey, type Tab, textsOf, views } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey({ sweepScale: 50 })

const dashboard = '/app/my/dashboard'
const noura = cast.noura
/** A day in Riyadh, counted from today. */
const dayFromNow = (days: number) => new Date(Date.now() + (3 + 24 * days) * 3_600_000).toISOString().slice(0, 10)

let people = 0
/** Somebody new, of whom there is nothing to tell. */
async function newPerson(tab: Tab): Promise<number> {
  const { nationalId, personId } = await addPerson(here.server, 2, 300 + ++people)
  await signIn(tab, nationalId, dashboard)
  await here.server.db.deleteFrom('notification').where('person_id', '=', personId).execute()
  await tab.goto(dashboard)
  return personId
}

const news = { model: 'Firefox 140, Windows' }
/** Eight of them, the newest last: a new device. */
async function tellMany(personId: number): Promise<void> {
  for (let i = 0; i < 7; i++)
    await notify(here.server.db, personId, 'passwordChanged', { area: 'my' }, new Date(Date.now() - (60 - i) * 60_000))
  await notify(here.server.db, personId, 'newDevice', news, new Date())
}
const unreadOf = async (personId: number) =>
  (
    await here.server.db.selectFrom('notification').select('kind').where('person_id', '=', personId).where('read_at', 'is', null).execute()
  ).map(({ kind }) => kind)

const screens = process.env.SCREENS
const shot = async (tab: Tab, name: string) => {
  if (!screens) return
  mkdirSync(screens, { recursive: true })
  await tab.screenshot({ path: `${screens}/${name}.png`, fullPage: true })
}

const looked = views.filter(({ language, theme, size }) => (theme === 'dark') === ((language === 'ar') === (size === 'phone')))

describe.each(looked)('in $language on a $size screen, $theme', (view) => {
  const { language, size } = view
  const { notifications: say, dashboard: chart, ui } = textsOf(language)
  const unread = (number: number) => say.bellUnread.replace('{{number}}', String(number))
  const bell = (tab: Tab, name: string) => tab.getByRole('button', { name, exact: true })
  const panel = (tab: Tab) => tab.getByRole('dialog', { name: say.title })

  test('the bell counts what is unread; each leads to what it is about and is read by that', async () => {
    const tab = await here.open(view)
    const personId = await newPerson(tab)

    await bell(tab, say.bell).click()
    await panel(tab).getByText(say.none, { exact: true }).waitFor()
    expect(await panel(tab).getByRole('button', { name: say.readAll }).count()).toBe(0)
    await expectAccessible(tab)
    await tab.keyboard.press('Escape')
    await panel(tab).waitFor({ state: 'detached' })
    await expect.poll(() => bell(tab, say.bell).evaluate((button) => button === document.activeElement)).toBe(true)

    await tellMany(personId)
    await tab.reload()
    await bell(tab, unread(8)).focus()
    await tab.keyboard.press('Enter')
    const rows = panel(tab).locator('.notice-link')
    await rows.nth(5).waitFor()
    expect(await rows.count()).toBe(6)
    expect(await panel(tab).locator('[data-unread]').count()).toBe(6)
    const { message, link } = tellNotification('newDevice', news, language)
    expect(await rows.first().innerText()).toContain(message)
    await expectAccessible(tab)
    await shot(tab, `bell-${language}-${size}`)
    await rows.first().click()
    await tab.waitForURL((url) => url.pathname === link)
    await panel(tab).waitFor({ state: 'detached' })
    await bell(tab, unread(7)).waitFor()
    await expect.poll(() => unreadOf(personId)).not.toContain('newDevice')
    expect(tab.complaints).toEqual([])
  })

  test('all of them are read at once, by the keyboard; the list has them all', async () => {
    const tab = await here.open(view)
    const personId = await newPerson(tab)
    await tellMany(personId)
    await tab.reload()
    await bell(tab, unread(8)).click()
    await panel(tab).getByRole('button', { name: say.readAll }).focus()
    await tab.keyboard.press('Enter')
    await panel(tab).locator('[data-unread]').first().waitFor({ state: 'detached' })
    expect(await panel(tab).locator('[data-unread]').count()).toBe(0)
    await expect.poll(() => unreadOf(personId)).toEqual([])
    await tab.keyboard.press('Escape')
    await bell(tab, say.bell).click()
    await panel(tab).getByRole('link', { name: say.all }).click()
    await tab.waitForURL(/\/app\/my\/notifications$/)
    await panel(tab).waitFor({ state: 'detached' })
    await expect.poll(() => tab.locator('#main tbody tr:not(.skeleton)').count()).toBe(8)
    expect(tab.complaints).toEqual([])
  })

  test('the chart tells the same to the eye and to a screen reader, in both calendars', async () => {
    const tab = await here.open(view)
    await signIn(tab, noura, dashboard)
    const figure = tab.locator('figure.bar-chart')
    const told = figure.getByRole('table', { includeHidden: true })
    const bars = () => told.locator('tbody tr').count()
    const total = async () => (await told.locator('tfoot td').allInnerTexts()).filter(Boolean).reduce((sum, text) => sum + Number(text), 0)
    const within = async (days: number) => {
      const me = here.server.db.selectFrom('session').select('person_id').orderBy('born_at', 'desc').limit(1)
      const rows = here.server.db.selectFrom('esign_transaction').select('id').where('person_id', '=', me).where('plan_id', 'is not', null)
      return (await rows.where('created_at', '>=', new Date(`${dayFromNow(1 - days)}T00:00:00+03:00`)).execute()).length
    }
    await expect.poll(bars).toBe(30)
    expect(await total()).toBe(await within(30))
    expect(await told.locator('thead th').allInnerTexts()).toEqual([
      chart.period,
      chart.inHijri,
      ...(['success', 'failed', 'pending'] as const).map((status) => transactionStatuses[status][language]),
    ])
    expect(await told.locator('tbody tr').last().locator('th').innerText()).toMatch(/\b20\d\d\b/)
    expect(await told.locator('tbody tr').last().locator('td').first().innerText()).toMatch(/\b14\d\d\b/)
    const labels = figure.locator('.bar-label')
    expect(await labels.count()).toBeGreaterThan(1)
    expect(await labels.locator('.bar-second').count()).toBe(await labels.count())
    const box = await figure.locator('.bar-drawing').boundingBox()
    expect(box!.width).toBeLessThanOrEqual(tab.viewportSize()!.width)
    await figure.locator('.bar-band').last().dispatchEvent('pointerover', { bubbles: true })
    await expect.poll(() => figure.locator('.bar-told strong').innerText()).toMatch(/\b20\d\d\b/)
    await expectAccessible(tab)
    await shot(tab, `chart-${language}-${size}`)

    await tab.getByRole('button', { name: new RegExp(`^${ui.period} `) }).click()
    await tab.getByRole('dialog', { name: ui.period }).getByRole('button', { name: ui.last7Days }).click()
    await tab.waitForURL((url) => url.searchParams.get('fromDate') === dayFromNow(-6) && url.searchParams.get('toDate') === dayFromNow(0))
    await expect.poll(bars).toBe(7)
    expect(await total()).toBe(await within(7))
    await tab.getByRole('radio', { name: chart.per.week, exact: true }).click({ force: true })
    await tab.waitForURL(/per=week/)
    await expect.poll(bars).toBeLessThanOrEqual(2)
    await tab.reload()
    await figure.waitFor()
    await expect.poll(bars).toBeLessThanOrEqual(2)
    expect(await total()).toBe(await within(7))
    expect(tab.complaints).toEqual([])
  })

  test('the chart says when there is nothing, when the period cannot be, and when it could not be fetched', async () => {
    const tab = await here.open(view)
    await newPerson(tab)
    await tab.getByText(chart.noUsage, { exact: true }).waitFor()
    expect(await tab.locator('figure.bar-chart').count()).toBe(0)
    await expectAccessible(tab)
    await shot(tab, `empty-${language}-${size}`)
    await tab.goto(`${dashboard}?fromDate=2026-02-02&toDate=2026-02-01`)
    await tab.getByText(fieldSentence({ rule: 'period' }, language), { exact: true }).waitFor()
    expect(tab.complaints.every((one) => one.includes('/dashboard/my/dashboard'))).toBe(true)
    await tab.route(/dashboard\/my\/dashboard$/, (route) => route.abort('connectionfailed'))
    await tab.goto(dashboard)
    await tab.getByText(ui.fetchFailed, { exact: true }).waitFor()
    await tab.unroute(/dashboard\/my\/dashboard$/)
    await tab.getByRole('button', { name: ui.retry }).first().click()
    await tab.getByText(chart.noUsage, { exact: true }).waitFor()
  })
})
