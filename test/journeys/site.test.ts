import { describe, expect, test } from 'vitest'
import { expectAccessible, expectStill, journey, textsOf, type View } from './browser.ts'

const here = journey()

const languages = ['ar', 'en'] as const
/** Every public page, and the key of its heading. */
const pages = {
  '/': 'index.home.headline',
  '/why-esign': 'whyEsign.headline',
  '/features': 'features.headline',
  '/use-cases': 'useCases.headline',
  '/individual': 'individual.headline',
  '/organization': 'organization.headline',
  '/digital-certificate': 'digitalCertificate.headline',
  '/plans-pricing': 'catalogue.pricing.headline',
  '/verify': 'verification.title',
  '/developers': 'developers.title',
  '/contact-us': 'contact.headline',
  '/puchase-plan': 'catalogue.purchase.headline',
  '/quick-start': 'quickStart.title',
  '/trust': 'legal.trust.title',
  '/terms': 'legal.terms.title',
  '/privacy': 'legal.privacy.title',
  '/subscriber-agreement': 'legal.subscriberAgreement.title',
  '/certificate-policy': 'legal.certificatePolicy.title',
  '/disclosure-statement': 'legal.disclosureStatement.title',
  '/complaints': 'legal.complaints.title',
  '/status': 'status.title',
}
/** What neither the menu of the site nor its foot names. */
const steps = ['/puchase-plan'] as const
const isStep = (path: string) => steps.some((step) => step === path)
/** What its foot alone names. */
const inFoot = [
  '/quick-start',
  '/trust',
  '/terms',
  '/privacy',
  '/subscriber-agreement',
  '/certificate-policy',
  '/disclosure-statement',
  '/complaints',
  '/status',
]
const paths = Object.keys(pages) as (keyof typeof pages)[]
const heading = (language: 'ar' | 'en', path: keyof typeof pages) =>
  pages[path].split('.').reduce((texts, key) => texts[key], textsOf(language)) as unknown as string

describe('every public page', () => {
  test.each(languages)('says what it is, and where it is in each language (%s)', async (language) => {
    const seen = new Set<string>()
    for (const path of paths) {
      const html = await (await fetch(`${here.server.url}${path}?lng=${language}`)).text()
      const one = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, value]) => value)
      const at = { ar: `${here.server.url}${path}`, en: `${here.server.url}${path}?lng=en` }
      expect(one(/<html lang="(\w+)"/g)).toEqual([language])
      expect(one(/<link rel="canonical" href="([^"]*)"/g)).toEqual([at[language]])
      expect(one(/hreflang="([\w-]+)" href="http[^"]*"/g)).toEqual(['ar', 'en', 'x-default'])
      expect(one(/hreflang="[\w-]+" href="(http[^"]*)"/g)).toEqual([at.ar, at.en, at.ar])
      const [title, description] = [one(/<title>([^<]+)<\/title>/g), one(/<meta name="description" content="([^"]+)"/g)]
      expect([title, description].map((found) => found.length)).toEqual([1, 1])
      expect(one(/property="og:title" content="([^"]*)"/g)).toEqual(title)
      expect(one(/property="og:description" content="([^"]*)"/g)).toEqual(description)
      expect(one(/property="og:url" content="([^"]*)"/g)).toEqual([at[language]])
      expect(one(/property="og:locale" content="([^"]*)"/g)).toEqual([language === 'ar' ? 'ar_SA' : 'en_US'])
      const picture = await fetch(one(/property="og:image" content="([^"]*)"/g)[0]!)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(html).not.toContain('{{')
      seen.add(title[0]!).add(description[0]!)
    }
    expect(seen.size).toBe(2 * paths.length)
  })

  test.each(languages)('can be read, and leads on in its language, where scripts do not run (%s)', async (language) => {
    const context = await here.browser.newContext({
      baseURL: here.server.url,
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    const page = await context.newPage()
    await page.goto(`/?lng=${language}`)
    await page.getByRole('heading', { level: 1, name: heading(language, '/') }).waitFor()
    const { header, contact } = textsOf(language)
    for (const path of paths.slice(1).filter((one) => !isStep(one) && !inFoot.includes(one))) {
      await page.getByLabel(header.menu, { exact: true }).first().click()
      await page.locator(`.site-more nav a[href="${path}"]`).click()
      await page.getByRole('heading', { level: 1, name: heading(language, path) }).waitFor()
      expect(await page.locator('.site-more nav a[aria-current=page]').getAttribute('href')).toBe(path)
    }
    const texts: string[] = []
    for (const path of inFoot) {
      await page.locator(`.site-footer a[href="${path}"]`).click()
      await page.getByRole('heading', { level: 1, name: heading(language, path as keyof typeof pages) }).waitFor()
      expect(await page.locator('.site-footer a[aria-current=page]').getAttribute('href')).toBe(path)
      texts.push(await page.locator('#main').innerText())
      await page.waitForLoadState()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), path).toBe(true)
    }
    expect(Math.min(...texts.map((text) => text.length))).toBeGreaterThan(400)
    await page.goto('/contact-us')
    expect(await page.locator('noscript').innerText()).toContain(contact.noScript)
    expect(await page.locator('noscript a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      'mailto:contact@tawqi.example',
      'tel:+966110000000',
    ])
    await context.close()
  })
})

test.each(languages)('a plan is chosen on a page that says what it needs where scripts do not run (%s)', async (language) => {
  const context = await here.browser.newContext({
    baseURL: here.server.url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  const { catalogue, header } = textsOf(language)
  const says = {
    '/puchase-plan': {
      lead: catalogue.purchase.lead,
      needs: catalogue.pricing.noScript,
      link: catalogue.purchase.contact,
      leads: '/contact-us',
    },
  }
  for (const path of steps) {
    const { lead, needs, link, leads } = says[path]
    await page.goto(`${path}?lng=${language}`)
    await page.getByRole('heading', { level: 1, name: heading(language, path) }).waitFor()
    const main = page.locator('#main')
    expect(await main.innerText()).toContain(lead)
    expect(await main.locator('noscript').innerText()).toContain(needs)
    expect(await main.getByRole('link', { name: link, exact: true }).getAttribute('href')).toBe(leads)
    expect(await page.getByRole('link', { name: header.brandHome }).first().getAttribute('href')).toBe('/')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
  }
  await context.close()
})

test('the site map lists exactly these pages', async () => {
  const places = [...(await (await fetch(`${here.server.url}/sitemap.xml`)).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, place]) => place!,
  )
  const expected = paths.flatMap((path) => [`${here.server.url}${path}`, `${here.server.url}${path}?lng=en`])
  expect(places.toSorted()).toEqual(expected.toSorted())
})

test.each(languages)('an address that nobody has answers 404 with a way home (%s)', async (language) => {
  const tab = await here.open({ language })
  const answer = await tab.goto('/no/such-page')
  expect(answer?.status()).toBe(404)
  const { index } = textsOf(language)
  await tab.getByRole('heading', { level: 1, name: index.notFound.title }).waitFor()
  await expectAccessible(tab)
  await tab.getByRole('link', { name: index.notFound.home }).click()
  await tab.getByRole('heading', { level: 1, name: index.home.headline }).waitFor()
})

test.each(languages)(
  'the header leads everywhere and shows where one is; what is shared is the page that is shown (%s)',
  async (language) => {
    const tab = await here.open({ language })
    const { header } = textsOf(language)
    await tab.goto('/')
    await tab.keyboard.press('Tab')
    expect(await tab.evaluate(() => document.activeElement?.getAttribute('href'))).toBe('#main')
    const navigation = tab.getByRole('navigation', { name: header.mainNavigation })
    for (const [group, name, path] of [
      ['service', 'whyEsign', '/why-esign'],
      ['audience', 'organization', '/organization'],
      [null, 'contactUs', '/contact-us'],
    ] as const) {
      if (group) await navigation.getByText(header.groups[group], { exact: true }).click()
      await navigation.getByRole('link', { name: header.nav[name] }).click()
      await tab.getByRole('heading', { level: 1, name: heading(language, path) }).waitFor()
      expect(await navigation.locator('[aria-current=page]').getAttribute('href')).toBe(path)
      await expect.poll(() => navigation.locator('details[open]').count()).toBe(0)
      if (group) expect(await navigation.locator('summary[data-current]').innerText()).toContain(header.groups[group])
      await expect
        .poll(() => tab.locator('link[rel=canonical]').getAttribute('href'))
        .toBe(`${here.server.url}${path}${language === 'en' ? '?lng=en' : ''}`)
    }
    const footer = tab.getByRole('contentinfo')
    expect(await footer.locator('nav a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      expect.arrayContaining(paths.slice(1).filter((path) => !isStep(path))),
    )
    expect(tab.complaints).toEqual([])
  },
)

describe('a message from the contact page', () => {
  test.each<Required<Pick<View, 'language' | 'size'>>>([
    { language: 'ar', size: 'phone' },
    { language: 'en', size: 'wide' },
  ])('is checked where it is written, sent, and answered with a reference ($language, $size)', async ({ language, size }) => {
    const tab = await here.open({ language, size })
    const { contact } = textsOf(language)
    await tab.goto('/contact-us')
    const send = tab.getByRole('button', { name: contact.form.send })
    await tab.locator('.direct').waitFor()
    await expectStill(tab)
    await send.click()
    await expect
      .poll(() => tab.locator('[aria-invalid=true]').evaluateAll((fields) => fields.map((field) => field.getAttribute('name'))))
      .toEqual(['name', 'email', 'message'])
    await expect.poll(() => tab.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    await expectAccessible(tab)
    await tab.locator('[name=name]').fill(language === 'ar' ? 'سارة الحربي' : 'Sara Alharbi')
    await tab.locator('[name=email]').fill('sara at example')
    await tab.locator('[name=mobile]').fill('٠٥١')
    await tab.locator('[name=message]').fill(language === 'ar' ? 'كيف أوقّع عشرة مستندات معًا؟' : 'How do I sign ten documents at once?')
    await expect.poll(() => tab.locator('.field-error').count()).toBe(2)
    await tab.locator('[name=email]').fill(`sara-${language}@people.example`)
    await tab.locator('[name=mobile]').fill('٠٥٠١٢٣٤٥٦٧')
    await expect.poll(() => tab.locator('[name=mobile]').inputValue()).toBe('0501234567')
    await tab.getByRole('button', { name: contact.form.subject }).click()
    await tab.getByRole('option', { name: contact.subjects.integration }).click()
    await send.click()
    await tab.getByRole('heading', { name: contact.sent.title }).waitFor()
    const reference = (await tab.locator('.reference').innerText()).match(/C-\w{4}-\w{4}/)![0]
    await expectAccessible(tab)
    expect(tab.complaints).toEqual([])
    const newest = async () => (await (await fetch(`${here.server.simulators.url}/mail/messages?to=contact@tawqi.example`)).json())[0]
    await expect
      .poll(newest)
      .toMatchObject({ replyTo: `sara-${language}@people.example`, subject: `[${reference}] ${contact.subjects.integration}` })
  })
})
