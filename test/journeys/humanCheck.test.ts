/** The human check of the three outside providers, as a person meets it: at the third start of a sign-in without an approval. */
import type { Route } from 'playwright-core'
import { describe, expect, test, vi } from 'vitest'
import { cast, demoPassword } from '#server/demo/cast.ts'
import { problemSentences } from '#contract/problemSentences.ts'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { nationalIdWith } from '../nationalIds.ts'
import { expectAccessible, journey, routeOnce, type Tab, textsOf } from './browser.ts'

let people = 0
type Language = 'ar' | 'en'
const dialogOf = (tab: Tab, language: Language) => tab.getByRole('alertdialog', { name: textsOf(language).ui.humanCheck.title })

/** Starts twice and is turned down each time; the third start is the one that meets the check. */
async function startThrice(tab: Tab, language: Language) {
  const { login, sessions } = textsOf(language)
  await tab.goto('/app/login')
  await tab.getByLabel(sessions.nationalId).fill(nationalIdWith(3, 6_000 + ++people)) // turned down by itself
  await tab.getByRole('button', { name: login.continueNafath }).click()
  for (let again = 0; again < 2; again++) {
    await tab.getByRole('heading', { name: sessions.ended.rejected.title }).waitFor()
    await tab.getByRole('button', { name: sessions.ended.again }).click()
  }
}
const isWaiting = (tab: Tab, language: Language) => tab.getByRole('heading', { name: textsOf(language).sessions.waiting.title }).waitFor()

/** The password is never checked without the human check. */
async function askPassword(tab: Tab) {
  const { login, sessions } = textsOf('ar')
  await tab.goto('/app/login')
  await tab.getByText(login.password, { exact: true }).click()
  await tab.getByLabel(sessions.nationalId).fill(cast.faisal)
  await tab.locator('input[type=password]').fill(demoPassword)
  await tab.getByRole('button', { name: login.sendCode }).click()
}

/** What the person does inside the vendor's frames. */
const passes: Record<string, (tab: Tab, word: { human: string; pass: string }) => Promise<void>> = {
  recaptcha: async () => undefined,
  hcaptcha: async (tab, { human, pass }) => {
    await tab.frameLocator('iframe[title="hcaptcha checkbox"]').getByLabel(human).click()
    await tab.frameLocator('iframe[title="hcaptcha challenge"]').getByRole('button', { name: pass }).click()
  },
  turnstile: async (tab, { human }) => {
    await tab.frameLocator('iframe[title="turnstile checkbox"]').getByLabel(human).click()
  },
}
const vendorWords = { ar: { human: 'أنا إنسان', pass: 'تحقّق' }, en: { human: 'I am human', pass: 'Verify' } }

describe.each(['recaptcha', 'hcaptcha', 'turnstile'])('with %s', (kind) => {
  const here = journey({ env: { HUMAN_CHECK: kind } })
  const failNext = () =>
    fetch(`${here.server.simulators.url}/human-check/${kind}/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ failNext: 1 }),
    })

  test.each<[Language, 'light' | 'dark', 'wide' | 'phone']>([
    ['ar', 'light', 'wide'],
    ['en', 'dark', 'phone'],
  ])('the third start asks for the check and passes (%s, %s, %s)', async (language, theme, size) => {
    const tab = await here.open({ language, theme, size })
    const [elsewhere, frames]: [string[], URL[]] = [[], []]
    const starts: (string | undefined)[] = []
    tab.on('request', (request) => {
      const url = new URL(request.url())
      if (url.origin !== here.server.url) elsewhere.push(url.pathname)
      if (url.pathname.endsWith('/frame')) frames.push(url)
      if (url.pathname.endsWith('/login/initiate')) starts.push(request.headers()['x-human-check'] && 'answered')
    })
    await tab.goto('/app/login')
    await vi.waitFor(
      async () => expect(await tab.evaluate(() => localStorage.getItem('recaptchaClientKey'))).toBe('simulator-site-key'),
      8_000,
    )
    expect(elsewhere, 'nothing is loaded before it is wanted').toEqual([])
    await startThrice(tab, language)
    if (kind !== 'recaptcha') {
      const dialog = dialogOf(tab, language)
      await dialog.locator('iframe').waitFor()
      await expectAccessible(tab)
    }
    await passes[kind]!(tab, vendorWords[language])
    await isWaiting(tab, language)
    await dialogOf(tab, language).waitFor({ state: 'detached' })
    expect(starts).toEqual([undefined, undefined, undefined, 'answered'])
    for (const frame of frames) expect([frame.searchParams.get('lang'), frame.searchParams.get('theme')]).toEqual([language, theme])
    expect(frames.length).toBeGreaterThan(0)
    expect(tab.complaints.filter((line) => !line.includes('status of 403'))).toEqual([])
  })

  test('a closed dialog gives the call up, and says so; the next one asks again', async () => {
    const { login, ui } = textsOf('ar')
    const tab = await here.open()
    await tab.route('**/answers', () => undefined) // reCAPTCHA would pass before anybody could close it
    await askPassword(tab)
    const dialog = dialogOf(tab, 'ar')
    await dialog.locator('iframe').first().waitFor()
    await dialog.getByRole('button', { name: ui.cancel, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await tab.locator('form .notice').getByText(ui.humanCheck.givenUp).waitFor()
    await tab.unroute('**/answers')
    await tab.getByRole('button', { name: login.sendCode }).click()
    await passes[kind]!(tab, vendorWords.ar)
    await tab.getByRole('textbox', { name: login.code }).waitFor()
  })

  test('a provider that is down says so in the dialog, and can be tried again', async () => {
    const { login, ui } = textsOf('ar')
    const tab = await here.open()
    await failNext()
    await askPassword(tab)
    const dialog = dialogOf(tab, 'ar')
    await dialog.getByText(ui.humanCheck.unreachable).waitFor()
    await expectAccessible(tab)
    await dialog.getByRole('button', { name: ui.retry }).click()
    await passes[kind]!(tab, vendorWords.ar)
    await tab.getByRole('textbox', { name: login.code }).waitFor()
  })

  test('a provider that is down when the answer is judged leaves a sentence, and the call can be repeated', async () => {
    const { login } = textsOf('ar')
    const tab = await here.open()
    const breakVerdict = async (route: Route) => {
      await failNext()
      await route.continue()
    }
    await routeOnce(tab, '**/answers', breakVerdict)
    await askPassword(tab)
    await passes[kind]!(tab, vendorWords.ar)
    await tab.locator('form .notice').getByText(problemSentences.PROVIDER_DOWN.ar).waitFor()
    await tab.getByRole('button', { name: login.sendCode }).click()
    await passes[kind]!(tab, vendorWords.ar)
    await tab.getByRole('textbox', { name: login.code }).waitFor()
  })

  test('the pages allow what the provider documents, and nothing more', async () => {
    const policy = (await fetch(`${here.server.url}/app/login`)).headers.get('content-security-policy')!
    const source = `${here.server.simulators.url}/human-check/${kind}/`
    const allowed = policy.split('; ').filter((directive) => directive.includes(source))
    const expected = kind === 'hcaptcha' ? ['script-src', 'style-src', 'frame-src', 'connect-src'] : ['script-src', 'frame-src']
    expect(allowed.map((directive) => directive.split(' ')[0])).toEqual(expected)
    expect(policy.includes("require-trusted-types-for 'script'")).toBe(kind === 'recaptcha')
  })
})

describe('with a key of reCAPTCHA that asks the person', () => {
  const secret = simulatorCredentials.humanCheck.secret
  const siteKey = `${simulatorCredentials.humanCheck.siteKey}-challenge`
  const here = journey({ env: { HUMAN_CHECK: 'recaptcha', HUMAN_CHECK_SITE_KEY: siteKey, HUMAN_CHECK_SECRET: secret } })

  test('its question stands above the dialog and is within reach; the start that was given up is told in the form', async () => {
    const { login, sessions, ui } = textsOf('ar')
    const tab = await here.open()
    await startThrice(tab, 'ar')
    const dialog = dialogOf(tab, 'ar')
    await tab.locator('iframe[title="recaptcha challenge"]').waitFor()
    expect(
      await tab.evaluate(() => document.querySelector('iframe[title="recaptcha challenge"]')!.closest('[inert], [aria-hidden=true]')),
    ).toBeNull()
    await dialog.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await tab.locator('form').getByText(ui.humanCheck.givenUp).waitFor()
    await expect.poll(() => tab.locator('iframe').count()).toBe(0)
    expect(await tab.locator('.toast').count()).toBe(0)
    await tab.getByRole('button', { name: login.continueNafath }).click()
    await tab.frameLocator('iframe[title="recaptcha challenge"]').getByRole('button', { name: vendorWords.ar.pass }).click()
    await tab.getByRole('heading', { name: sessions.waiting.title }).waitFor()
  })
})
