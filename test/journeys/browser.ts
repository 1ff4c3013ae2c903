/** A real browser for the journeys: pages in a language, a theme and a size, and what every one of them must keep to. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { chromiumOptions } from '../chromium.ts'
import { forget, openContext, openProfile, type Profile, type Size, viewports } from './profiles.ts'
import { freePort } from '../ports.ts'
import { tellWhereTabsStand, watched } from './standing.ts'
import { testServer, type TestServer, type TestServerOptions } from '../server.ts'

export type View = {
  language?: 'ar' | 'en'
  theme?: 'light' | 'dark'
  /** 1360 × 900, or a telephone of 390 × 844 that is touched. */
  size?: Size
}

/** What a screen is shown in: Arabic comes first. */
export const views: Required<View>[] = (['ar', 'en'] as const).flatMap((language) =>
  (['light', 'dark'] as const).flatMap((theme) => (['wide', 'phone'] as const).map((size) => ({ language, theme, size }))),
)

/** Of this process, for one file after the other: where the product is served, so that the browser has its scripts compiled already. */
const port = await freePort()
const browser = await chromium.launch({ ...chromiumOptions, args: [...chromiumOptions.args, '--process-per-site'] })
const free: Profile[] = []

/**
 * The product, with the browser's part as it is built now, and a browser: for the tests of a file or of a `describe`. Limits on starts,
 * passwords and files are told by the server's own tests and forgotten before each of these; its tabs are closed after it.
 */
export function journey(options?: TestServerOptions) {
  const opened: Profile[] = []
  const here = {
    server: undefined as unknown as TestServer,
    browser,
    /** A tab of somebody who has never been here; what browsers keep of public files may be here from others (`openTab` has nothing). */
    async open(view: View = {}): Promise<Tab> {
      const size = view.size ?? 'wide'
      const at = free.findIndex((profile) => profile.size === size)
      const profile = at < 0 ? await openProfile(browser, here.server, size) : free.splice(at, 1)[0]!
      opened.push(profile)
      return tabOf(profile.context, here.server, view)
    },
  }
  beforeAll(async () => {
    here.server = await testServer({ ...options, port })
  }, 120_000)
  beforeEach(async () => {
    await here.server.forgetAttempts()
    await here.server.owner.deleteFrom('signing_draft').execute()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await tellWhereTabsStand(browser, task.name)
    for (const profile of opened.splice(0)) {
      await forget(profile, here.server)
      free.push(profile)
    }
  })
  afterAll(async () => {
    for (const context of browser.contexts()) if (!free.some((profile) => profile.context === context)) await context.close()
    await here.server?.close()
  })
  return here
}

export type Tab = Page & { complaints: string[] }

/** A tab of somebody who has never been here, except that language and theme are chosen; it is closed with the others of its file. */
export async function openTab(browser: Browser, server: TestServer, view: View = {}): Promise<Tab> {
  return tabOf(await openContext(browser, server, view.size), server, view)
}

async function tabOf(context: BrowserContext, server: TestServer, { language = 'ar', theme = 'light' }: View): Promise<Tab> {
  await context.addCookies([{ name: 'i18next', value: language, url: server.url }])
  const page = await context.newPage()
  await page.addInitScript((chosen) => localStorage.getItem('theme') ?? localStorage.setItem('theme', chosen), theme)
  return Object.assign(watched(page), { complaints: collectConsoleErrors(page) })
}

/** The next request for this address is answered so. The route stays: where Playwright takes the last one away, a request that comes just then is lost. */
export async function routeOnce(page: Page, address: string, answer: (route: Route) => Promise<unknown>): Promise<void> {
  let isAnswered = false
  await page.route(address, async (route) => {
    if (isAnswered) return route.fallback()
    isAnswered = true
    await answer(route)
  })
}

/** Nothing on the page moved by itself since it was loaded. */
export async function expectStill(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle') // what moves others has come
  expect(await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted), 'the page moves').toBeLessThanOrEqual(0.01)
}

/** From the narrowest telephone to the desk, in CSS pixels. */
const widths = [320, 360, 768, 1024, 1360]

/** Nothing on the page, whatever its width, makes it scroll sideways; the widths at which something does, and what. */
export async function sidewaysAt(page: Page): Promise<string[]> {
  const before = page.viewportSize()!
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ ...before, width })
    const beyond = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth <= clientWidth) return null
      const reaches = ({ left, right }: DOMRect) => left < -1 || right > clientWidth + 1
      const widest = [...document.querySelectorAll('body *')].filter((each) => reaches(each.getBoundingClientRect())).at(-1)
      return `${scrollWidth - clientWidth} px, such as <${widest?.tagName.toLowerCase()} class="${widest?.className}">`
    })
    if (beyond) found.push(`scrolls sideways at ${width}: ${beyond}`)
  }
  await page.setViewportSize(before)
  return found
}

/** Everything that the browser complained of: errors, refused content, uncaught exceptions. */
export function collectConsoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  return errors
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
type Axe = {
  run(where: object, options: object): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

/**
 * No rule of axe is broken, and nothing scrolls sideways. What was announced stays in the announcer for some seconds by the name of an
 * element that may be gone by then, so the announcer is left out.
 */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
  // on a telephone a dialog stays unseen until the keyboard on the screen has gone
  await page.waitForFunction(() => Array.from(document.querySelectorAll('.veil')).every((veil) => getComputedStyle(veil).opacity !== '0'))
  if (!(await page.evaluate(() => 'axe' in globalThis))) await bringAxe(page)
  const { violations, theme, content, window } = await page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    // what is told of a violation is its element's text: no selector is made up for every element that was judged
    const options = { resultTypes: ['violations'], selectors: false, preload: false, ...(runOnly && { runOnly }) }
    const { violations } = await axe.run({ exclude: ['[data-live-announcer]'] }, options)
    const { dataset, scrollWidth, clientWidth } = document.documentElement
    return { violations, theme: dataset.theme, content: scrollWidth, window: clientWidth }
  }, rules)
  const look = `${theme}, ${window} px wide`
  const told = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
  )
  expect(told, look).toEqual([])
  expect(content, `${look}: the page scrolls sideways`).toBeLessThanOrEqual(window)
}

/** As a script of its own, which the browser has compiled already for the page before; `evaluate` would have it compiled for each page anew. */
async function bringAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Runtime.evaluate', { expression: axe })
  await devtools.detach()
}

/** On a wide screen and on a telephone's, in the light and in the dark: a theme changes colours, so of the dark they alone are judged. */
export async function expectAccessibleInEveryLook(tab: Tab): Promise<void> {
  const pointer = await tab.context().newCDPSession(tab)
  const before = tab.viewportSize()!
  const show = (theme: View['theme']) => tab.evaluate((shown) => (document.documentElement.dataset.theme = shown), theme!)
  try {
    for (const size of ['phone', 'wide'] as const) {
      await tab.setViewportSize(viewports[size])
      await pointer.send('Emulation.setTouchEmulationEnabled', { enabled: size === 'phone' })
      await expectAccessible(tab)
      await show('dark')
      await expectAccessible(tab, ['color-contrast', 'link-in-text-block'])
      await show('light')
    }
  } finally {
    await pointer.detach()
    await tab.setViewportSize(before)
  }
}

/**
 * What a finger presses is 44 px either way (a label counts with its field); a link within a sentence, and what is only met by the
 * keyboard, are left out.
 */
export async function expectFingerSized(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const pressed = 'a[href], button, input:not([type=hidden]), textarea, summary, label.segment, label.check'
    const isBare = (element: Element) => element.textContent?.trim() === element.parentElement?.textContent?.trim()
    return [...document.querySelectorAll<HTMLElement>(pressed)]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter(
        (element) => !element.closest('.skip, details:not([open]) > :not(summary), [aria-hidden=true], [data-react-aria-top-layer] iframe'),
      )
      .filter((element) => getComputedStyle(element).display !== 'inline' || isBare(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 2 && box.height > 2)
      .filter(
        ({ element, box }) =>
          (Math.round(box.width) < 44 || Math.round(box.height) < 44) &&
          !element.closest('label.segment, label.check')?.contains(element.parentElement),
      )
      .map(({ element, box }) => `${Math.round(box.width)} × ${Math.round(box.height)}: ${element.outerHTML.slice(0, 160)}`)
  })
  expect(small, 'too small for a finger').toEqual([])
}

/** Chooses in the list that opens below a field. */
export async function choose(tab: Page, field: string, option: string): Promise<void> {
  await tab.locator(`.field > span:text-is("${field}") + button`).click()
  await tab.getByRole('option', { name: option, exact: true }).click()
}

/** The screen as it stands: accessible, at most as wide as the window, and pressed by a finger. */
export async function expectFit(tab: Tab, { size }: View): Promise<void> {
  await expectAccessible(tab)
  expect(await sidewaysAt(tab)).toEqual([])
  if (size === 'phone') await expectFingerSized(tab)
}

type Texts = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- a key that is not there fails the test that reads it

/** What is a number wherever a sentence takes it; everything else stands between isolates (`web/kit/inserted.ts`). */
const numbersPut = new Set(
  'at available balance count credited from height least left longest minutes most ms number page pages place seconds seen spent to total used version width x y'.split(
    ' ',
  ),
)

/** The texts of a language, by namespace and key, as the screens show them. */
export function textsOf(language: 'ar' | 'en'): Texts {
  const folder = fileURLToPath(new URL(`../../web/locales/${language}/`, import.meta.url))
  const shown = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .replace(/\{\{(\d+)\}\}/g, '$1')
      .replace(/\{\{([a-z]\w*)\}\}/gi, (found, name: string) => (numbersPut.has(name) ? found : `\u2068${found}\u2069`))
  const named = readdirSync(folder).map((file) => [file.replace('.json', ''), JSON.parse(shown(file))])
  return demanding(Object.fromEntries(named) as Texts, language)
}

/** Nobody looks for a text that moved elsewhere and finds anything at all. */
const demanding = (texts: Texts, path: string): Texts =>
  new Proxy(texts, {
    get(of, key) {
      if (typeof key === 'symbol') return Reflect.get(of, key)
      if (!(key in of)) throw new Error(`there is no text ${path}.${key}`)
      const value: unknown = of[key]
      return value !== null && typeof value === 'object' ? demanding(value, `${path}.${key}`) : value
    },
  })
