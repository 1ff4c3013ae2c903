/** Profiles of a browser: each person has one after the other, with nothing in it that a page can keep. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import type { TestServer } from '../server.ts'

export type Size = 'wide' | 'phone'

export const viewports = { wide: { width: 1360, height: 900 }, phone: { width: 390, height: 844 } }

const androidChrome =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

/** What one person has of a browser after the other. */
export type Profile = {
  context: BrowserContext
  size: Size
  /** A page without scripts: as long as it stays, its process does, and has the product's scripts and axe compiled. */
  keeper: Page
  devtools: CDPSession
}

export async function openProfile(browser: Browser, server: TestServer, size: Size): Promise<Profile> {
  const context = await openContext(browser, server, size)
  const keeper = await context.newPage()
  await keeper.goto('/robots.txt')
  return { context, size, keeper, devtools: await context.newCDPSession(keeper) }
}

/** Everything that a page can keep is gone, and every page. */
export async function forget({ context, keeper, devtools }: Profile, { url: origin }: TestServer): Promise<void> {
  for (const page of context.pages()) if (page !== keeper) await page.close()
  await context.setOffline(false)
  await context.clearCookies()
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
}

export async function openContext(browser: Browser, server: TestServer, size: Size = 'wide'): Promise<BrowserContext> {
  const phone = size === 'phone'
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: viewports[size],
    hasTouch: phone,
    isMobile: phone,
    userAgent: phone ? androidChrome : undefined,
    reducedMotion: 'reduce',
    permissions: ['clipboard-write'],
  })
  context.setDefaultTimeout(30_000)
  await context.addInitScript(countShifts)
  await context.addInitScript(tellOfBlinks)
  return context
}

function countShifts() {
  Object.assign(globalThis, { shifted: 0 })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) (globalThis as unknown as { shifted: number }).shifted += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Something that came too late, a file of words say, makes React hide what already stood there until it is here: the screen blinks. */
function tellOfBlinks() {
  const look = (records: MutationRecord[]) => {
    for (const { target } of records)
      if (target instanceof HTMLElement && target.style.getPropertyPriority('display') === 'important')
        console.error(`the page blinks: hidden until something comes: ${target.tagName} ${target.textContent.slice(0, 60)}`)
  }
  new MutationObserver(look).observe(document, { subtree: true, attributes: true, attributeFilter: ['style'] })
}
