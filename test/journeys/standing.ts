/** What the tabs of a journey that failed showed, and what they waited for: some faults come once in many runs. */
import type { Browser, Page, Request } from 'playwright-core'

const unanswered = new WeakMap<Page, Set<Request>>()

/** Keeps which requests of the page have no answer yet. */
export function watched(page: Page): Page {
  const waiting = new Set<Request>()
  unanswered.set(page, waiting)
  page.on('request', (request) => waiting.add(request))
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  return page
}

/** Prints for each open tab its address, its text and its unanswered requests. */
export async function tellWhereTabsStand(browser: Browser, test: string): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    const waiting = unanswered.get(page)
    if (!waiting) continue // a profile's keeper, not a tab of the test
    const text = await page.locator('body').innerText({ timeout: 2_000 }).catch(String)
    const requests = [...waiting].map((request) => `\n  no answer yet: ${request.method()} ${request.url()}`)
    console.error(`after "${test}" a tab stands at ${page.url()}${requests.join('')}\n${text.replace(/\n+/g, '\n').slice(0, 1_500)}`)
  }
}
