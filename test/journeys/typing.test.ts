/** What a person types into a list's search is what is searched, whatever the screen is doing at that moment. */
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { volume } from '../volume.ts'
import { journey, openTab, type Tab, textsOf } from './browser.ts'
import { signIn } from './signIn.ts'

const here = journey({ sweepScale: 50 })
const ar = textsOf('ar')
let tab: Tab
beforeAll(async () => {
  tab = await openTab(here.browser, here.server)
  await signIn(tab, cast.noura)
})

/** A slow machine on a slow network: every answer of the server comes so much later. */
const lateMs = 500
async function slowly(work: () => Promise<void>) {
  const processor = await tab.context().newCDPSession(tab)
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const calls = '**/api/v1/**'
  await tab.route(calls, async (route) => (await wait(lateMs), route.continue()))
  try {
    await work()
  } finally {
    await tab.unrouteAll({ behavior: 'wait' })
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await processor.detach()
  }
}

const field = () => tab.locator('#main').getByRole('textbox', { name: ar.ui.search })
const searched = (text: string) => tab.waitForURL((url) => (url.searchParams.get('search') ?? '') === text)

/** How long after the field appeared. */
const count = volume({ push: 3, release: 20 })
const moments = Array.from({ length: count }, (_, i) => Math.round((i * 3 * lateMs) / count))

describe.each([
  ['certificates, whose list waits for two more answers', '/app/my/dsc/manage', 'شهادة الدخول'],
  ['payments', '/app/my/esign/subscriptions/payments', 'باقة البداية'],
])('%s', (_name, path, text) => {
  test.each(moments)('typed %i ms after the field appeared', async (ms) => {
    await slowly(async () => {
      await tab.goto(path, { waitUntil: 'commit' })
      await field().click()
      await wait(ms)
      await tab.keyboard.type(text, { delay: 60 }) // wherever the focus is by then, as fingers do
      await searched(text)
      await tab.locator('#main [aria-busy=false] tbody tr').first().waitFor()
    })
    expect(await field().inputValue()).toBe(text)
  })

  test('typed on, while the address follows what stood there before', async () => {
    await tab.goto(path)
    await field().click()
    await slowly(async () => {
      for (const letter of text) {
        await tab.keyboard.type(letter)
        await wait(330) // about the pause after which a search begins
      }
      await searched(text)
    })
    expect(await field().inputValue()).toBe(text)
  })

  test('typed as soon as all was cleared; steps back show what was searched before', async () => {
    const begun = text.slice(0, 4)
    await tab.goto(`${path}?search=${encodeURIComponent(text)}`)
    await tab.locator('#main [aria-busy=false] tbody tr').first().waitFor()
    await slowly(async () => {
      await tab.locator('#main').getByRole('button', { name: ar.ui.clear }).click()
      await field().focus()
      await tab.keyboard.type(begun)
      await searched(begun)
    })
    expect(await field().inputValue()).toBe(begun)
    await tab.goBack()
    await expect.poll(() => field().inputValue()).toBe('')
    await tab.goBack()
    await expect.poll(() => field().inputValue()).toBe(text)
    await wait(500) // longer than the pause after which a search begins
    expect(new URL(tab.url()).searchParams.get('search')).toBe(text)
  })

  test('typed right after a filter was chosen: both hold', async () => {
    await tab.goto(`${path}?page=2`)
    await tab
      .locator('#main [aria-busy=false] tbody tr')
      .first()
      .waitFor()
      .catch(() => undefined)
    await slowly(async () => {
      await field().pressSequentially(text)
      await tab.locator('#main').getByRole('button', { name: ar.ui.status }).click()
      await tab.getByRole('option').nth(1).click()
      await searched(text)
    })
    expect([...new URL(tab.url()).searchParams.keys()].toSorted()).toHaveLength(2)
    expect(await field().inputValue()).toBe(text)
  })
})
