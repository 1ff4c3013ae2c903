/** How somebody comes into the product: on the sign-in page, or as that page left their browser a moment ago. */
import { vi } from 'vitest'
import { proofKey } from '../proof.ts'
import { Browser } from '../server.ts'
import type { Tab } from './browser.ts'

/**
 * On the sign-in page, through the identity app, to the first screen. The person must be one who approves by themselves; they keep coming back
 * from the identity app, so the page asks at once instead of every few seconds.
 */
export async function signInOnPage(tab: Tab, nationalId: string, from = '/app'): Promise<void> {
  await tab.goto(`/app/login?from=${encodeURIComponent(from)}`)
  const coming = await tab.evaluate(() => setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 150))
  await tab.locator('input[name=nationalID]').fill(nationalId)
  await tab.locator('form button[type=submit]').click()
  await tab.waitForURL((url) => url.pathname.startsWith('/app/') && url.pathname !== '/app/login')
  await tab.evaluate((interval) => clearInterval(interval), coming)
  await tab.locator('#main h1').waitFor()
}

/** A test before may have left a request in the person's identity app, which takes one at a time: its end is waited for, by few tries, as they are counted. */
const whileAsked = { timeout: 10_000, interval: 2_500 }

/**
 * Opens a screen as somebody who has signed in here: makes the calls of the sign-in page and leaves in the browser what it does, so that the
 * browser need not show that page for each of some two hundred journeys.
 */
export async function signIn(tab: Tab, nationalId: string, from = '/app'): Promise<void> {
  const blank = await tab.goto('/robots.txt')
  const { origin, userAgent } = await tab.evaluate(() => ({ origin: location.origin, userAgent: navigator.userAgent }))
  const serverIsAheadMs = Date.parse(blank!.headers().date!) - Date.now()
  const chosen = (await tab.context().cookies()).find(({ name }) => name === 'i18next')?.value
  const key = proofKey()
  const person = new Browser(origin, {
    language: chosen === 'en' ? 'en' : 'ar',
    headersFor: (method, url) => ({ 'user-agent': userAgent, ...key.proof({ method, url, at: new Date(Date.now() + serverIsAheadMs) }) }),
  })
  await vi.waitFor(() => person.signIn(nationalId), whileAsked)
  await tab.evaluate(remember, { jwk: key.jwk, refreshToken: person.session.refreshToken, deviceId: person.deviceId })
  await tab.goto(from)
  await screenOf(tab)
}

/** A screen of somebody who is signed in stands there; the heading of the page that restores a session cannot be seen. */
export const screenOf = (tab: Tab) => tab.locator('#main h1:not(.sr-only)').waitFor()

/** Runs in the page. The key is no more than there: scripts can use it, and not read it. */
async function remember({ jwk, refreshToken, deviceId }: { jwk: JsonWebKey; refreshToken: string; deviceId: string }): Promise<void> {
  const { d: _private, ...open } = jwk
  const read = (part: JsonWebKey, use: 'sign' | 'verify') =>
    crypto.subtle.importKey('jwk', part, { name: 'ECDSA', namedCurve: 'P-256' }, use === 'verify', [use])
  const pair = { privateKey: await read(jwk, 'sign'), publicKey: await read(open, 'verify') }
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open('tawqi', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys')
    opening.onsuccess = () => {
      const storing = opening.result.transaction('keys', 'readwrite')
      storing.objectStore('keys').put(pair, 'proof')
      storing.oncomplete = resolve
      storing.onabort = reject
    }
    opening.onerror = reject
  })
  localStorage.setItem('refreshToken', refreshToken)
  localStorage.setItem('deviceId', deviceId)
}
