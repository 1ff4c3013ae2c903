/** The error catalogue, one row after the other, as a person meets it: outages are made on the way where the server cannot make them. */
import type { Response, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type ProblemCode, problemStatus } from '#contract/problems.ts'
import { cast } from '#server/demo/cast.ts'
import { nationalIdWith } from '../nationalIds.ts'
import { expectAccessibleInEveryLook, journey, openTab, routeOnce, sidewaysAt, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey()

const noura = cast.noura
const texts = { ar: textsOf('ar'), en: textsOf('en') }
const fixed = {
  en: { error: 'Error', wrong: 'Something went wrong. Please try again', fetch: 'Failed to fetch' },
  ar: { error: 'خطأ', wrong: 'حدث خطأ ما. يُرجى المحاولة مرة أخرى', fetch: 'تعذّر جلب البيانات' },
}
const calls = {
  refresh: '**/api/v1/auth/refresh',
  login: '**/api/v1/auth/nafath/login/initiate',
  renewal: '**/api/v1/auth/kyc/renewal/initiate',
  list: '**/api/v1/devices/registeredDevices/**',
}
const pathOf = (tab: Tab) => new URL(tab.url()).pathname
const storedToken = (tab: Tab) => tab.evaluate(() => localStorage.getItem('refreshToken'))
const openDevices = (tab: Tab) => tab.locator('nav a[href="/app/my/devices"]').click()
const devicesShown = (tab: Tab, language: 'ar' | 'en' = 'ar') => tab.getByText(texts[language].devices.thisDevice).waitFor()

const refuse = (detail: ProblemCode, title: string, status: number = problemStatus[detail]) => {
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, reference: 'reference' })
  return (route: Route) => route.fulfill({ status, contentType: 'application/problem+json', body })
}
const cut = (route: Route) => route.abort('connectionfailed')
const wornToken = (route: Route) => route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer worn.out' } })

/** What the tab asks for from now on, in order. */
function watchCalls(tab: Tab): string[] {
  const asked: string[] = []
  tab.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) asked.push('refresh')
    if (request.url().includes('/registeredDevices/')) asked.push('list')
  })
  return asked
}

async function messageOfStatus0(response: Response): Promise<string> {
  const { status, errorMessage } = (await response.json()) as { status: string; errorMessage: string }
  expect(status).toBe('0')
  return errorMessage
}

async function expectErrorToast(tab: Tab, title: string, text: string) {
  const toast = tab.getByRole('alert').and(tab.locator('.toast'))
  await toast.waitFor()
  expect([await toast.locator('strong').innerText(), await toast.locator('p').innerText()]).toEqual([title, text])
}

async function startLogin(tab: Tab, language: 'ar' | 'en', nationalId = noura) {
  await tab.goto('/app/login')
  await tab.locator('input[name=nationalID]').fill(nationalId)
  await tab.getByRole('button', { name: texts[language].login.continueNafath }).click()
}

async function startRenewal(tab: Tab, language: 'ar' | 'en') {
  await signIn(tab, noura, '/app/my/kyc-renewal')
  await tab.locator('input[name=nationalID]').fill(noura)
  await tab.getByRole('button', { name: texts[language].sessions.kyc.start }).click()
}

describe('any 401 or 403 response', () => {
  test.each(['NOT_SIGNED_IN', 'NOT_ALLOWED'] as const)('%s: refreshes the token once, then repeats the request', async (detail) => {
    const tab = await here.open()
    await signIn(tab, noura)
    const before = await storedToken(tab)
    const asked = watchCalls(tab)
    const tokens: (string | undefined)[] = []
    tab.on('request', (request) => request.url().includes('/registeredDevices/') && tokens.push(request.headers().authorization))
    await routeOnce(tab, calls.list, refuse(detail, 'Refused'))
    await openDevices(tab)
    await devicesShown(tab)
    expect(asked).toEqual(['list', 'refresh', 'list'])
    expect(tokens[0]).not.toBe(tokens[1])
    expect(await storedToken(tab)).not.toBe(before)
  })

  test('a refusal that stays is not repeated again, and its message is shown', async () => {
    const tab = await here.open()
    await signIn(tab, noura)
    const asked = watchCalls(tab)
    await tab.route(calls.list, refuse('NOT_ALLOWED', 'ليس لك الاطلاع على الأجهزة'))
    await openDevices(tab)
    await tab.getByText('ليس لك الاطلاع على الأجهزة').waitFor()
    await tab.waitForTimeout(1500)
    expect(asked).toEqual(['list', 'refresh', 'list'])
  })
})

test('the refresh response says TOKEN_EXPIRED: removes the stored refresh token and goes to /logout', async () => {
  const tab = await here.open()
  await signIn(tab, noura)
  const visited: string[] = []
  tab.on('request', (request) => request.isNavigationRequest() && visited.push(new URL(request.url()).pathname))
  await tab.evaluate(() => localStorage.setItem('refreshToken', 'made up'))
  await tab.route(calls.list, wornToken)
  const answer = tab.waitForResponse(calls.refresh)
  await openDevices(tab)
  expect((await answer).status()).toBe(401)
  await tab.waitForURL((url) => url.pathname === '/app/login')
  expect(visited).toEqual(['/logout'])
  expect(await storedToken(tab)).toBeNull()
  await tab.getByText(texts.ar.login.ended).waitFor()
  expect(new URL(tab.url()).searchParams.get('from')).toBe('/app/my/devices')
})

test('any other refresh error is passed on: the caller shows it, and the person stays signed in', async () => {
  const tab = await here.open()
  await signIn(tab, noura)
  const token = await storedToken(tab)
  const asked = watchCalls(tab)
  await tab.route(calls.list, wornToken)
  await tab.route(calls.refresh, refuse('WRONG_STATE', 'تعذّر تجديد الجلسة الآن'))
  await openDevices(tab)
  await tab.getByText('تعذّر تجديد الجلسة الآن').waitFor()
  expect(asked).toEqual(['list', 'refresh'])
  expect([pathOf(tab), await storedToken(tab)]).toEqual(['/app/my/devices', token])
  await tab.unroute(calls.list)
  await tab.unroute(calls.refresh)
  await tab.getByRole('button', { name: texts.ar.ui.retry }).click()
  await devicesShown(tab)
})

describe('session refresh at /auth-check', () => {
  test('returns non-200: goes to /app/login, where to go afterwards is kept, and so is the stored token', async () => {
    const tab = await here.open()
    await signIn(tab, noura)
    const token = await storedToken(tab)
    await tab.route(calls.refresh, refuse('WRONG_STATE', 'Refused'))
    await tab.goto('/auth-check?from=/app/my/devices')
    await tab.locator('input[name=nationalID]').waitFor()
    expect(new URL(tab.url()).pathname + decodeURIComponent(new URL(tab.url()).search)).toBe('/app/login?from=/app/my/devices')
    expect(await storedToken(tab)).toBe(token)
  })

  test('fails by exception, an answer that is no session: goes to /app/login and clears the stored token', async () => {
    const tab = await here.open()
    await signIn(tab, noura)
    await tab.route(calls.refresh, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Sign in to the network</p>' }))
    await tab.goto('/auth-check')
    await tab.waitForURL((url) => url.pathname === '/app/login')
    expect(await storedToken(tab)).toBeNull()
  })

  test('fails by exception, a network that does not come back: waits two minutes, then the same', async () => {
    const tab = await openTab(here.browser, here.server) // a clock that was put into a browser stays in it
    await signIn(tab, noura)
    await tab.route(calls.refresh, cut)
    await tab.clock.install()
    await tab.goto('/auth-check')
    await tab.getByText(texts.ar.login.reconnecting).waitFor()
    await tab.clock.fastForward(100_000)
    await tab.waitForRequest(calls.refresh)
    expect([pathOf(tab), await storedToken(tab)]).toEqual(['/auth-check', expect.any(String)])
    await tab.clock.fastForward(30_000)
    await tab.waitForURL((url) => url.pathname === '/app/login', { timeout: 30_000 })
    expect(await storedToken(tab)).toBeNull()
  })
})

describe.each(['ar', 'en'] as const)('in %s', (language) => {
  const { error, wrong, fetch: failed } = fixed[language]

  test('login initiate returns status "0": an error toast titled "Error" with the server’s errorMessage', async () => {
    const tab = await here.open({ language })
    const answer = tab.waitForResponse(calls.login)
    await startLogin(tab, language, nationalIdWith(5, 7001))
    const sentence = await messageOfStatus0(await answer)
    expect(sentence).toContain({ ar: 'تعذّر بدء الطلب في نفاذ', en: 'Nafath could not start the request' }[language])
    await expectErrorToast(tab, error, sentence)
    await tab.locator('form .notice').getByText(sentence).waitFor() // and it stays where the person looks, with another way
    await tab.locator('form .notice').getByRole('button', { name: texts[language].login.byPassword }).click()
    await tab.locator('input[name=password]').waitFor()
  })

  test.each([
    ['network', cut],
    ['HTTP', refuse('UNEXPECTED', 'Unexpected')],
    ['HTTP, without a problem document', (route: Route) => route.fulfill({ status: 502, body: '<p>Bad Gateway</p>' })],
  ])('login initiate fails at %s level: the fixed error toast, and nothing has begun', async (_level, fail) => {
    const tab = await here.open({ language })
    await tab.route(calls.login, fail)
    await startLogin(tab, language)
    await expectErrorToast(tab, error, wrong)
    await tab.locator('form .notice').waitFor()
    expect(await tab.getByRole('button', { name: texts[language].login.continueNafath }).isEnabled()).toBe(true)
    expect(await tab.locator('.challenge').count()).toBe(0)
  })

  test('KYC renewal returns status "0": an error notification titled "Error" with the server’s errorMessage', async () => {
    const tab = await here.open({ language })
    await signIn(tab, noura, '/app/my/kyc-renewal')
    await tab.locator('input[name=nationalID]').fill(noura)
    const broken = await fetch(`${here.server.simulators.url}/nafath/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ failNext: 1, status: 400 }),
    })
    expect(broken.status).toBe(204)
    const answer = tab.waitForResponse(calls.renewal)
    await tab.getByRole('button', { name: texts[language].sessions.kyc.start }).click()
    const sentence = await messageOfStatus0(await answer)
    expect(sentence).toContain({ ar: 'خدمة نفاذ لا تستجيب الآن', en: 'Nafath does not answer now' }[language])
    await expectErrorToast(tab, error, sentence)
  })

  test.each([
    ['network', cut],
    ['HTTP', refuse('UNEXPECTED', 'Unexpected')],
  ])('KYC renewal call fails at %s level: the fixed sentence', async (_level, fail) => {
    const tab = await here.open({ language })
    await tab.route(calls.renewal, fail)
    await startRenewal(tab, language)
    await expectErrorToast(tab, error, wrong)
  })

  test('a list load fails: the server’s message, or "Failed to fetch" where there is none; trying again shows the list', async () => {
    const tab = await here.open({ language })
    await signIn(tab, noura)
    await tab.route(calls.list, refuse('UNEXPECTED', 'الخادم 1 Server'))
    await openDevices(tab)
    await tab.locator('#main').getByText('الخادم 1 Server').waitFor()
    const again = tab.getByRole('button', { name: texts[language].ui.retry })
    await tab.unroute(calls.list)
    await tab.route(calls.list, cut)
    await again.click()
    await tab.locator('#main').getByText(failed, { exact: true }).waitFor()
    await tab.unroute(calls.list)
    await again.click()
    await devicesShown(tab, language)
  })

  test('a change fails: what went wrong stands where the person looks, stays until it is closed or left, and is no toast', async () => {
    const say = texts[language].devices
    const tab = await openTab(here.browser, here.server, { language })
    await signIn(tab, noura)
    await openDevices(tab)
    await devicesShown(tab, language)
    await tab.route('**/api/v1/devices/revoke', refuse('UNEXPECTED', 'الخادم 1 Server'))
    const failure = tab.locator('#main > [role=alert]')
    const revokeOne = async () => {
      await tab
        .getByRole('button', { name: say.revokeOne.split('\u2068')[0] })
        .first()
        .click()
      await tab.getByRole('alertdialog').getByRole('button', { name: say.confirm }).click()
      await failure.getByText('الخادم 1 Server').waitFor()
    }
    await tab.clock.install()
    await revokeOne()
    await tab.clock.fastForward(60_000)
    expect(await failure.count()).toBe(1)
    expect(await tab.locator('.toast').count()).toBe(0)
    await expectAccessibleInEveryLook(tab)
    await failure.getByRole('button', { name: texts[language].ui.close }).click()
    await failure.waitFor({ state: 'detached' })
    await revokeOne()
    await tab.locator('nav a[href="/app/my/esign/transactions"]').first().click()
    await failure.waitFor({ state: 'detached' })
  })

  test('unhandled routing error: the generic page titled "Unexpected Application Error!"', async () => {
    const tab = await here.open({ language })
    await signIn(tab, noura)
    await tab.route('**/assets/DevicesPage*', cut)
    await openDevices(tab)
    await tab.getByRole('heading', { level: 1, name: 'Unexpected Application Error!', exact: true }).waitFor()
    await expect.poll(() => tab.title()).toBe('Unexpected Application Error!')
    await tab.getByText(texts[language].index.crash.text).waitFor()
    await tab.unroute('**/assets/DevicesPage*')
    await tab.getByRole('button', { name: texts[language].index.crash.reload }).click()
    await devicesShown(tab, language)
  })

  test('toasts: at the end of the line at the bottom, 356 px wide, at most three at once, with a close button', async () => {
    const tab = await here.open({ language })
    let count = 0
    await tab.route(calls.login, (route) => route.fulfill({ json: notStarted(`toast-${++count}`) }))
    await startLogin(tab, language)
    await watchToasts(tab)
    const button = tab.getByRole('button', { name: texts[language].login.continueNafath })
    for (let n = 1; n <= 4; n++) {
      if (n > 1) await button.click()
      await tab.locator('.toast').getByText(`toast-${n}`).waitFor()
    }
    expect(await toastTexts(tab)).toEqual(['toast-2', 'toast-3', 'toast-4'])
    const box = (await tab.locator('.toast', { hasText: 'toast-4' }).boundingBox())!
    expect(box.width).toBe(356)
    expect(language === 'ar' ? box.x : 1360 - box.x - box.width).toBeLessThanOrEqual(48)
    expect(900 - box.y - box.height).toBeLessThanOrEqual(48)
    await tab.locator('.toast', { hasText: 'toast-3' }).getByRole('button', { name: texts[language].ui.close }).click()
    await tab.locator('.toast').getByText('toast-3').waitFor({ state: 'detached', timeout: 1500 })
    expect((await toastTexts(tab)).at(-1)).toBe('toast-4')
    expect(Math.max(...(await toastLives(tab)).counts)).toBe(3)
  })
})

test('a toast stays 4000 ms and takes 200 ms to leave; the pointer on it holds it', async () => {
  const tab = await here.open()
  await tab.route(calls.login, (route) => route.fulfill({ json: notStarted('toast') }))
  await tab.goto('/app/login')
  await watchToasts(tab)
  await tab.locator('input[name=nationalID]').fill(noura)
  await tab.getByRole('button', { name: texts.ar.login.continueNafath }).click()
  await tab.locator('.toast').waitFor()
  await tab.locator('.toast').waitFor({ state: 'detached' })
  const { came, leaving, gone } = await toastLives(tab)
  expect(leaving! - came!).toBeGreaterThan(3_900)
  expect(leaving! - came!).toBeLessThan(5_000)
  expect(gone! - leaving!).toBeGreaterThan(150)
  expect(gone! - leaving!).toBeLessThan(1_000)
  await tab.getByRole('button', { name: texts.ar.login.continueNafath }).click()
  await tab.locator('.toast').hover()
  await tab.waitForTimeout(5_000)
  expect(await tab.locator('.toast:not([data-leaving])').count()).toBe(1)
  await tab.mouse.move(700, 10)
  await tab.locator('.toast').waitFor({ state: 'detached' })
})

test.each([
  ['server', 5, 'works', (route: Route) => route.fulfill({ status: 503, body: '' })],
  ['network', Infinity, 'gives way to English', cut],
] as const)(
  'a translation file fails with a %s error: retried 5 times from 350 ms, doubling (%s failures); then it %s',
  async (_kind, fails, _then, fail) => {
    const tab = await here.open({ language: 'ar' })
    const times: number[] = []
    await tab.route('**/locales/ar/login.json?*', (route) => (times.push(Date.now()) <= fails ? fail(route) : route.continue()))
    await tab.goto('/app/login')
    const name = texts[fails === 5 ? 'ar' : 'en'].login.continueNafath
    await tab.getByRole('button', { name }).waitFor({ timeout: 30_000 })
    const waits = times.slice(1).map((time, index) => time - times[index]!)
    expect(waits).toHaveLength(5)
    waits.forEach((wait, index) => {
      expect(wait, `wait ${index + 1}`).toBeGreaterThanOrEqual(300 * 2 ** index)
      expect(wait, `wait ${index + 1}`).toBeLessThan(350 * 2 ** index + 5_000)
    })
  },
)

test('a translation file that is not there is not asked for again', async () => {
  const tab = await here.open({ language: 'ar' })
  let tries = 0
  await tab.route('**/locales/ar/login.json?*', (route) => route.fulfill({ status: 404, body: String(++tries) }))
  await tab.goto('/app/login')
  await tab.getByRole('button', { name: texts.en.login.continueNafath }).waitFor()
  await tab.waitForTimeout(1_000)
  expect(tries).toBe(1)
})

test('texts come in the language that is read, once', async () => {
  const tab = await here.open({ language: 'ar' })
  const sent: string[] = []
  tab.on('request', (request) => request.url().includes('/locales/') && sent.push(new URL(request.url()).pathname))
  await tab.goto('/app/login')
  await tab.getByRole('button', { name: texts.ar.login.continueNafath }).waitFor()
  await tab.waitForLoadState('networkidle')
  expect(sent).toContain('/locales/ar/login.json')
  expect(sent.filter((path) => path.startsWith('/locales/en/'))).toEqual([])
  expect(new Set(sent).size, 'each once').toBe(sent.length)
  await tab.getByRole('link', { name: texts.ar.header.otherLanguage }).click()
  await tab.getByRole('button', { name: texts.en.login.continueNafath }).waitFor()
  expect(sent).toContain('/locales/en/login.json')
  expect(tab.complaints).toEqual([])

  const kept = await tab.context().newCDPSession(tab)
  await kept.send('Network.enable')
  const asked: string[] = []
  kept.on('Network.responseReceived', ({ response: { url, fromDiskCache } }) => {
    if (url.includes('/locales/') && !fromDiskCache) asked.push(url)
  })
  await tab.reload()
  await tab.getByRole('button', { name: texts.en.login.continueNafath }).waitFor()
  await tab.waitForLoadState('networkidle')
  expect(asked, 'the browser has them').toEqual([])
})

test.each(['/app/login', '/contact-us'])(
  'who asks for another language without a connection keeps theirs and is told so: %s',
  async (path) => {
    const tab = await here.open({ language: 'ar', size: 'phone' })
    await tab.goto(path)
    await tab.waitForLoadState('networkidle')
    const heading = await tab.locator('h1').innerText()
    await tab.route('**/locales/en/**', cut)
    await tab.getByRole('link', { name: texts.ar.header.otherLanguage }).click()
    const told = tab.getByRole('status').getByText(texts.ar.header.languageMissing)
    await told.waitFor() // all tries
    expect((await told.boundingBox())!.y, 'below the bar').toBeLessThan(120)
    expect([await tab.locator('h1').innerText(), await tab.evaluate(() => document.documentElement.dir)]).toEqual([heading, 'rtl'])
    expect(await sidewaysAt(tab)).toEqual([])
    if (path === '/contact-us') await told.waitFor({ state: 'detached' })
  },
)

const notStarted = (errorMessage: string) => ({
  nationalID: noura,
  status: '0',
  errorMessage,
  transId: '',
  random: '',
  expiresAt: null,
  heldUntil: null,
})
const toastTexts = (tab: Tab) => tab.locator('.toast p').allInnerTexts()

type Lives = { counts: number[]; came?: number; leaving?: number; gone?: number }
const toastLives = (tab: Tab) => tab.evaluate(() => (globalThis as unknown as { lives: Lives }).lives)

/** Notes how many toasts there are after each change, and when the last one came, began to leave and was gone. */
const watchToasts = (tab: Tab) =>
  tab.evaluate(() => {
    const lives: Lives = { counts: [0] }
    Object.assign(globalThis, { lives })
    const isToast = (node: Node) => node instanceof Element && node.classList.contains('toast')
    new MutationObserver((changes) => {
      lives.counts.push(document.querySelectorAll('.toast').length)
      for (const { type, addedNodes, removedNodes } of changes) {
        if (type === 'attributes') lives.leaving = performance.now()
        if (Array.from(addedNodes).some(isToast)) lives.came = performance.now()
        if (Array.from(removedNodes).some(isToast)) lives.gone = performance.now()
      }
    }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['data-leaving'] })
  })
