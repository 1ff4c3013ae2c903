/** Who runs the service, what they have published, how somebody complains, and whether the service works. */
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectStill, journey, textsOf } from './browser.ts'

const here = journey()

/** What a visitor's browser gets without running a script. */
const sent = async (path: string) => (await fetch(`${here.server.url}${path}`)).text()

describe.each(['ar', 'en'] as const)('in %s', (language) => {
  test('the published texts can be read, and their fingerprints computed, where scripts do not run', async () => {
    const context = await here.browser.newContext({ baseURL: here.server.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`/trust?lng=${language}`)
    const links = page.locator('.legal-list a')
    const titles = await links.allInnerTexts()
    expect(titles).toHaveLength(5)
    for (const [at, title] of titles.entries()) {
      await page.goto('/trust')
      await links.nth(at).click()
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
      const source = (await page.locator('.legal-links a').nth(1).getAttribute('href'))!
      const bytes = Buffer.from(await (await fetch(here.server.url + source)).arrayBuffer())
      expect(await page.locator('.legal-head .legal-hash').innerText()).toBe(createHash('sha256').update(bytes).digest('hex'))
      // Every word of the published text stands on the page, as one text: nothing is written twice.
      const shown = (await page.locator('.legal-text').innerText()).replace(/\s+/g, '')
      const said = bytes
        .toString('utf8')
        .replace(/^# .*\n/, '')
        .replace(/^(#+ |- )/gm, '')
        .replace(/\s+/g, '')
      expect(shown).toBe(said)
      expect(await page.locator('.legal-contents a').count()).toBe(await page.locator('.legal-text h2').count())
    }
    await context.close()
  })

  test('a text follows the language that somebody changes to, and a screen that is gone back to', async () => {
    const other = language === 'ar' ? 'en' : 'ar'
    const tab = await here.open({ language })
    await tab.goto('/')
    await tab.locator('.site-footer a[href="/privacy"]').click()
    await tab.locator('.legal-text h2').first().waitFor()
    await tab.getByRole('heading', { level: 1, name: textsOf(language).legal.privacy.title }).waitFor()
    expect(await tab.evaluate(() => scrollY)).toBe(0)
    await tab.locator('.site-footer a[href="/status"]').click()
    await tab.getByRole('heading', { level: 1, name: textsOf(language).status.title }).waitFor()
    await tab.goBack()
    await tab.locator('.legal-text h2').first().waitFor()
    await tab
      .getByRole('banner')
      .getByRole('link', { name: textsOf(language).header.otherLanguage })
      .click()
    await tab.getByRole('heading', { level: 1, name: textsOf(other).legal.privacy.title }).waitFor()
    await expect.poll(() => tab.locator('.legal-text').innerText()).toMatch(other === 'ar' ? /ما نجمعه/ : /What we collect/)
    expect(tab.complaints).toEqual([])
  })

  test('a complaint leads to the contact form, which is about one', async () => {
    const { legal, contact } = textsOf(language)
    const tab = await here.open({ language, size: 'phone' })
    await tab.goto('/complaints')
    await tab.getByRole('link', { name: legal.complaints.action }).click()
    await expect.poll(() => tab.getByRole('button', { name: contact.form.subject }).innerText()).toContain(contact.subjects.complaint)
    expect(tab.complaints).toEqual([])
  })

  test('the status page says what works, and what did not', async () => {
    const { status } = textsOf(language)
    const tab = await here.open({ language })
    await tab.goto('/status')
    await tab.getByText(status.allWell).waitFor()
    await expectStill(tab)
    await expectAccessible(tab)
    expect(await tab.locator('.status-parts li').count()).toBe(8)
    const began = new Date(here.server.clock.now().getTime() - 86_400_000)
    const ended = new Date(began.getTime() + 5 * 60_000)
    await here.server.owner.deleteFrom('health_fault').execute()
    await here.server.owner
      .insertInto('health_fault')
      .values({ component: 'ocsp', began_at: began, seen_at: ended, ended_at: ended })
      .execute()
    await expect
      .poll(
        async () => {
          await tab.reload()
          await tab.locator('.status-parts li').first().waitFor()
          return tab
            .locator('.status-faults')
            .innerText({ timeout: 1_000 })
            .catch(() => '')
        },
        { timeout: 20_000, interval: 1_000 }, // everybody is told of the same look for five seconds
      )
      .toContain(status.component.ocsp)
    expect(await tab.locator('.status-days .days-unwell').count()).toBeGreaterThan(0)
    await expectAccessible(tab)
    expect(tab.complaints).toEqual([])
  })
})

test('an earlier version that does not exist is not found; the newest says that it is', async () => {
  expect((await fetch(`${here.server.url}/terms?version=1`)).status).toBe(200)
  expect((await fetch(`${here.server.url}/terms?version=2`, { headers: { accept: 'text/html' } })).status).toBe(404)
  expect(await sent('/terms?version=1&lng=en')).toContain('This is the version in force.')
})

test('the demonstration says that its company is made up, and nobody has licensed it', async () => {
  for (const path of ['/trust', '/terms', '/certificate-policy', '/complaints']) {
    const html = await sent(`${path}?lng=en`)
    expect(html).toContain('the company named here and its numbers are made up')
    expect(html).toContain('no authority has licensed this service')
    expect(html).toContain('300000000000003')
  }
  expect(await sent('/certificate-policy?lng=en')).toContain(`${here.server.app.configuration.POLICY_OID_ARC}.1.2`)
})
