/** Where a person is after going somewhere: at the top of the new screen, at an anchor, or back at the place that was left. */
import { publicScreens } from '#contract/publicScreens.ts'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { journey, type Tab, textsOf, type View } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()
const rich = cast.noura

const sizes: Required<Pick<View, 'language' | 'size'>>[] = [
  { language: 'ar', size: 'phone' },
  { language: 'en', size: 'wide' },
]

const placeOf = (tab: Tab) => tab.evaluate(() => ({ top: Math.round(scrollY), focused: document.activeElement?.tagName }))
const scrollDown = (tab: Tab) =>
  tab.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight)
    return Math.round(scrollY)
  })

async function expectAtTop(tab: Tab, from: string, focused = 'H1') {
  await expect.poll(() => placeOf(tab), { message: from }).toEqual({ top: 0, focused })
}

/** What the server writes into its pages comes with a document of its own, which is read from its top. */
const isSentAnew = (path: string) =>
  path === publicScreens.complaints.path || Object.values(publicScreens).some((one) => one.path === path && one.area === 'agreements')

describe.each(sizes)('in $language on a $size screen', ({ language, size }) => {
  test('every link at the foot of the public pages leads to the top of its page, and back to its place', { timeout: 240_000 }, async () => {
    const tab = await here.open({ language, size })
    await tab.goto('/')
    await tab.waitForLoadState('networkidle')
    const links = tab.locator('footer nav a')
    const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')!))
    expect(paths.length).toBeGreaterThan(8)
    for (const path of paths) {
      await scrollDown(tab)
      const pathname = new URL(tab.url()).pathname
      if (path === pathname) continue
      const link = links.and(tab.locator(`[href="${path}"]`))
      await link.scrollIntoViewIfNeeded() // the foot is longer than a telephone
      const left = (await placeOf(tab)).top
      await link.click()
      await tab.waitForURL((url) => url.pathname === path)
      await expectAtTop(tab, `${pathname} → ${path}`, isSentAnew(path) ? 'BODY' : 'H1')
      if (path === paths[1]) {
        await tab.goBack()
        await expect.poll(async () => (await placeOf(tab)).top).toBe(left)
        await tab.goForward()
        await expectAtTop(tab, 'forward')
      }
    }
    expect(tab.complaints).toEqual([])
  })

  test('every entry of the application’s menu leads to the top of its screen', async () => {
    const tab = await here.open({ language, size })
    await signIn(tab, rich)
    const { header } = textsOf(language)
    const opened = async () => {
      if (size === 'phone') await tab.getByRole('button', { name: header.openMenu }).click()
      return tab.getByRole('navigation', { name: header.sidebar })
    }
    const paths = await (await opened()).locator('a').evaluateAll((found) => found.map((link) => link.getAttribute('href')!))
    if (size === 'phone') await tab.keyboard.press('Escape')
    expect(paths.length).toBeGreaterThan(5)
    for (const path of paths.slice(1)) {
      await tab.locator('#main [aria-busy=true]').waitFor({ state: 'detached' })
      await scrollDown(tab)
      await (await opened()).locator(`a[href="${path}"]`).click()
      await tab.waitForURL((url) => url.pathname.startsWith(path))
      await expectAtTop(tab, path)
    }
    expect(tab.complaints).toEqual([])
  })

  test('the next page of a list begins at its first row', async () => {
    const tab = await here.open({ language, size })
    await signIn(tab, rich, '/app/my/esign/transactions')
    const { ui, transactions } = textsOf(language)
    await scrollDown(tab)
    await tab.getByRole('button', { name: ui.next, exact: true }).click()
    await tab.waitForURL(/page=2/)
    const table = tab.getByRole('region', { name: transactions.label })
    await expect.poll(() => table.evaluate((region) => region === document.activeElement)).toBe(true)
    expect(await tab.locator('#main section.list').evaluate((list) => Math.round(list.getBoundingClientRect().top))).toBeGreaterThanOrEqual(
      0,
    )
    await expect.poll(async () => (await table.boundingBox())!.y).toBeLessThan(size === 'phone' ? 600 : 500)
  })

  test('the next step of what takes several is where the person is told to be', async () => {
    const tab = await here.open({ language, size })
    await signIn(tab, rich, '/app/my/esign/sign')
    const { signing } = textsOf(language)
    await tab.locator('input[type=file]').setInputFiles(fileURLToPath(new URL('../fixtures/pdf/chromium.pdf', import.meta.url)))
    await scrollDown(tab)
    await tab.getByRole('button', { name: signing.choose.next, exact: true }).click()
    await expect.poll(() => tab.evaluate(() => document.activeElement?.textContent)).toContain(signing.steps.place)
    const list = (await tab.getByRole('list', { name: signing.steps.label }).boundingBox())!
    expect(list.y).toBeGreaterThanOrEqual(0)
    expect(list.y).toBeLessThan(400)
  })

  test('a panel moves nothing, and its list stands where it was', async () => {
    const tab = await here.open({ language, size })
    await signIn(tab, rich, '/app/my/esign/transactions')
    const row = tab.locator('#main tbody a, #main tbody button').last()
    await row.waitFor()
    await tab.waitForLoadState('networkidle')
    await row.hover() // it is scrolled to as it will be for the press
    const { top } = await placeOf(tab)
    await row.click()
    await tab.waitForURL(/transactions\/.+/)
    await expect.poll(() => placeOf(tab)).toEqual({ top, focused: 'H2' })
    await tab.keyboard.press('Escape')
    await tab.waitForURL(/transactions$/)
    await expect.poll(async () => (await placeOf(tab)).top).toBe(top)
  })
})
