/** The whole story in a browser: from the home page to the signed file, which programs that we did not write then judge. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { pdfsig, qpdfCheck } from '#test/fixtures/pdf/judges.ts'
import { cards } from '../payer.ts'
import { addPerson } from '../people.ts'
import { expectAccessible, journey, type Tab, textsOf, type View } from './browser.ts'
import { payBy } from './gateway.ts'

const here = journey({ simulators: { nafath: { decideAfterMs: 1_500 } } })

const pdf = fileURLToPath(new URL('../fixtures/pdf/chromium.pdf', import.meta.url))
const screens = fileURLToPath(new URL('../../.cache/screens/', import.meta.url))

/** Looks at a step as a person would: nothing is wrong for axe, and a picture is kept for eyes. */
async function look(tab: Tab, view: Required<View>, step: string): Promise<void> {
  await expectAccessible(tab)
  mkdirSync(screens, { recursive: true })
  await tab.screenshot({ path: `${screens}${step}-${view.language}-${view.theme}-${view.size}.png`, fullPage: true })
}

const stories: Required<View>[] = [
  { language: 'ar', theme: 'light', size: 'wide' },
  { language: 'ar', theme: 'dark', size: 'phone' },
  { language: 'en', theme: 'dark', size: 'wide' },
  { language: 'en', theme: 'light', size: 'phone' },
]

test.each(stories)('from the home page to the signed file ($language, $theme, $size)', { timeout: 120_000 }, async (view) => {
  const { nationalId } = await addPerson(here.server, 2, 100 + stories.indexOf(view), 1)
  const words = textsOf(view.language)
  const tab = await here.open(view)
  const press = (name: string) => tab.getByRole('button', { name, exact: true }).click()

  await tab.goto('/')
  await tab.locator('h1').waitFor()
  await look(tab, view, '01-home')
  await tab.locator('a[href="/app/login"]:visible').first().click()
  await tab.locator('input[name=nationalID]').fill(nationalId)
  await look(tab, view, '02-login')
  await tab.locator('form button[type=submit]').click()
  await tab.locator('.picked-number').waitFor()
  await look(tab, view, '03-login-waiting')
  await tab.waitForURL((url) => url.pathname.startsWith('/app/my'))
  await tab.locator('#main h1').waitFor()
  await look(tab, view, '04-dashboard')

  await tab.goto('/app/my/esign/buy/plans')
  await tab
    .getByRole('button', { name: new RegExp(words.catalogue.choose) })
    .first()
    .click()
  const summary = tab.getByRole('dialog', { name: words.catalogue.summary })
  await summary.getByText(words.catalogue.agree).click()
  await look(tab, view, '05-buy')
  await summary.getByRole('button', { name: words.catalogue.pay }).click()
  await tab.waitForURL('**/moyasar/invoices/**')
  await payBy(tab, cards.paid)
  await tab.getByRole('heading', { name: words.payments.outcome.paid }).waitFor()
  await look(tab, view, '06-paid')

  await tab.goto('/app/my/esign/sign')
  await tab.locator('input[type=file]').setInputFiles(pdf)
  await tab.locator('.sign-files li').first().waitFor()
  await look(tab, view, '07-upload')
  await press(words.signing.choose.next)
  await tab.locator('.sign-box').waitFor()
  await look(tab, view, '08-place')
  await tab.getByText(words.signing.approve.accept).click()
  await look(tab, view, '09-approve')
  await press(words.signing.approve.start)
  await tab.locator('.picked-number').waitFor()
  await look(tab, view, '10-waiting')
  await tab.locator('.done-documents li').first().waitFor()
  await look(tab, view, '11-done')
  const [download] = await Promise.all([
    tab.waitForEvent('download'),
    tab.getByRole('button', { name: `${words.transactions.download.signed}: chromium.pdf` }).click(),
  ])
  const path = await download.path()

  expect(pdfsig(path)[0]).toBe('Signature is Valid.')
  expect(qpdfCheck(path).status).toBe(0)
  expect(execFileSync('pdfsig', ['-nocert', path], { encoding: 'utf8' })).toContain('ETSI.CAdES.detached')
  expect(readFileSync(path).subarray(0, readFileSync(pdf).length).equals(readFileSync(pdf))).toBe(true)

  await tab.goto('/app/my/esign/transactions')
  await tab.locator('tbody tr').first().waitFor()
  await look(tab, view, '12-transactions')
  await tab.goto('/verify')
  await tab
    .locator('input[type=file]')
    .setInputFiles({ name: download.suggestedFilename(), mimeType: 'application/pdf', buffer: readFileSync(path) })
  await tab.locator('.verify-verdict').waitFor()
  await look(tab, view, '13-verify')
  expect(tab.complaints).toEqual([])
})
