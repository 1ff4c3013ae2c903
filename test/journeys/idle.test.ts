/** A session that nobody uses: its end is announced, can be put off with one press, and leads back to the same place. */
import { describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { expectAccessible, journey, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey({ simulators: { nafath: { decideAfterMs: 50 } } })

const noura = cast.noura
const { login } = textsOf('ar')
const stored = (tab: Tab, name: string) => tab.evaluate((key) => localStorage.getItem(key), name)
const endOfLastSession = async () =>
  (await here.server.db.selectFrom('session').select('end_reason').orderBy('born_at', 'desc').executeTakeFirstOrThrow()).end_reason
const minutesAgo = (tab: Tab, minutes: number) =>
  tab.evaluate((at) => localStorage.setItem('lastActivity', String(Date.now() - at)), minutes * 60_000)

test('an idle session is signed out, at the server too, and goes on where it was', async () => {
  const tab = await here.open()
  await signIn(tab, noura, '/app/my/esign/transactions?page=2')
  await minutesAgo(tab, 31)
  await tab.waitForURL((url) => url.pathname === '/app/login')
  await tab.getByText(login.idle.replace('{{minutes}}', '30')).waitFor()
  await tab.getByRole('button', { name: login.continueNafath }).waitFor()
  expect(await stored(tab, 'refreshToken')).toBeNull()
  await expect.poll(endOfLastSession).toBe('logout')
  await expectAccessible(tab)
  await tab.locator('input[name=nationalID]').fill(noura)
  await tab.locator('form button[type=submit]').click()
  await tab.waitForURL((url) => url.pathname + url.search === '/app/my/esign/transactions?page=2')
})

describe.each(['ar', 'en'] as const)('two minutes before an idle session ends, in %s', (language) => {
  const { idle } = textsOf(language).ui
  const warned = async () => {
    const tab = await here.open({ language, size: language === 'ar' ? 'phone' : 'wide' })
    await signIn(tab, noura, '/app/my/account/contact')
    await minutesAgo(tab, 28.5)
    const dialog = tab.getByRole('alertdialog', { name: idle.title })
    await dialog.waitFor()
    return { tab, dialog }
  }

  test('the person is asked and stays with one press, on the same screen and at the server', async () => {
    const { tab, dialog } = await warned()
    expect(await dialog.getByRole('timer').innerText()).toMatch(/1:[0-3]\d/)
    await expectAccessible(tab)
    const [said] = await Promise.all([
      tab.waitForResponse(/\/auth\/session\/activity$/),
      dialog.getByRole('button', { name: idle.goOn }).click(),
    ])
    expect(said.status()).toBe(200)
    await dialog.waitFor({ state: 'detached' })
    expect(Number(await stored(tab, 'lastActivity'))).toBeGreaterThan(Date.now() - 10_000)
    expect(new URL(tab.url()).pathname).toBe('/app/my/account/contact')
  })

  test('or leaves at once', async () => {
    const { tab, dialog } = await warned()
    await dialog.getByRole('button', { name: idle.signOut }).click()
    await tab.waitForURL((url) => url.pathname === '/app/login' && !url.searchParams.has('idle'))
  })
})

test('activity is what a person does, not what the page asks for', async () => {
  const tab = await here.open()
  await signIn(tab, noura)
  await minutesAgo(tab, 10)
  const before = await stored(tab, 'lastActivity')
  await Promise.all([
    tab.waitForResponse(/\/esign\/my\/transactions$/),
    tab.evaluate(() => document.querySelector<HTMLElement>('nav a[href="/app/my/esign/transactions"]')!.click()), // no finger did
  ])
  await tab.locator('#main tbody tr').first().waitFor()
  expect(await stored(tab, 'lastActivity')).toBe(before)
  await tab.keyboard.press('Tab')
  expect(Number(await stored(tab, 'lastActivity'))).toBeGreaterThan(Date.now() - 10_000)
})

test('who signs out in one tab is signed out in the others, and is not told of idleness', async () => {
  const tab = await here.open()
  await signIn(tab, noura)
  const other = await tab.context().newPage()
  await other.goto('/app/my/esign/transactions')
  await other.locator('#main tbody tr').first().waitFor()
  await tab.goto('/logout')
  await other.waitForURL((url) => url.pathname === '/app/login')
  expect(new URL(other.url()).search).toBe('')
})

test('a clock that was set back lets no idle session live on', async () => {
  const tab = await here.open()
  await signIn(tab, noura)
  await minutesAgo(tab, -600)
  await expect.poll(async () => Number(await stored(tab, 'lastActivity'))).toBeLessThanOrEqual(Date.now() + 10_000)
})
