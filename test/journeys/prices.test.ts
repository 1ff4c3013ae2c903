import { describe, expect, test } from 'vitest'
import { expectStill, journey, textsOf } from './browser.ts'

const here = journey()

describe('the public prices', () => {
  test.each(['ar', 'en'] as const)(
    'show what the server asks, lead to the order, and move nothing when they come (%s)',
    async (language) => {
      const { catalogue } = textsOf(language)
      const tab = await here.open({ language, size: language === 'ar' ? 'phone' : 'wide' })
      await tab.goto('/plans-pricing')
      const plans = (await here.server.browser().get('/api/v1/common/esign/plans')).body.planDetailsDTOList as { totalPrice: string }[]
      await tab.locator('.plan-price').first().waitFor()
      expect(await tab.locator('.plan-price .num').allInnerTexts()).toEqual(plans.map(({ totalPrice }) => totalPrice))
      await expectStill(tab)
      await tab
        .getByRole('link', { name: new RegExp(catalogue.choose) })
        .first()
        .click()
      await tab.waitForURL('**/puchase-plan?plan=*')
      expect(tab.complaints).toEqual([])
    },
  )

  test.each(['ar', 'en'] as const)('can be read where scripts do not run (%s)', async (language) => {
    const { catalogue } = textsOf(language)
    const context = await here.browser.newContext({
      baseURL: here.server.url,
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    await context.addCookies([{ name: 'i18next', value: language, url: here.server.url }])
    const page = await context.newPage()
    await page.goto('/plans-pricing')
    await page.getByRole('heading', { level: 1, name: catalogue.pricing.headline }).waitFor()
    await page.getByText(catalogue.pricing.answers.vat.answer).waitFor()
    expect(await page.locator('noscript p').innerText()).toBe(catalogue.pricing.noScript)
    await context.close()
  })
})
